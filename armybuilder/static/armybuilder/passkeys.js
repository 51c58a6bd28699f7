// Passkeys where the browser has them, and a word where using one doesn't work out.
if (!window.PublicKeyCredential) {
  for (const each of document.querySelectorAll(".needs-passkeys")) each.hidden = true;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("passkey-problem").hidden = false;
});
