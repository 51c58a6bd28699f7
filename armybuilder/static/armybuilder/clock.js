// The clock of a round counts down from the seconds that the server told when the page was made; this device's own idea
// of the time of day doesn't matter.
const began = Date.now();
const two = (number) => String(number).padStart(2, "0");

function tick() {
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    const seconds = Number(clock.dataset.seconds) - Math.floor((Date.now() - began) / 1000);
    const left = Math.abs(seconds);
    const shown = `${Math.floor(left / 3600)}:${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    clock.querySelector("b").textContent = (seconds < 0 ? "\u2212" : "") + shown;
    clock.classList.toggle("over", seconds < 0);
  }
}
setInterval(tick, 1000);
tick();
