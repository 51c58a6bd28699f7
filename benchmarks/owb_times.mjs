// Times Old World Builder's own validator on armies of so many units: node benchmarks/owb_times.mjs <checkout> 10 20 ...
// Prints a line of JSON: for each size the processor's seconds of every run, and how many errors were found.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const ROUNDS = 300;
const WARM_UP = 100;
const [checkout, ...sizes] = process.argv.slice(2);
const { validateList } = await import(pathToFileURL(path.resolve(checkout, "validation.mjs")));
const file = path.resolve(checkout, "public/games/the-old-world/empire-of-man.json");
const dataset = JSON.parse(await readFile(file, "utf8"));
const intl = { formatMessage: ({ id }) => id };

function armyOf(size) {
  const parts = { characters: [], core: [], special: [], rare: [] };
  const names = Object.keys(parts);
  for (let number = 0; number < size; number += 1) {
    const part = names[number % names.length];
    const choices = dataset[part];
    const unit = structuredClone(choices[Math.floor(number / names.length) % choices.length]);
    parts[part].push({ ...unit, id: `${unit.id}.${number}`, strength: unit.minimum || 1 });
  }
  if (parts.characters[0]?.command?.[0]) parts.characters[0].command[0].active = true;
  return {
    ...parts, mercenaries: [], allies: [], points: 200 * size, army: "empire-of-man",
    armyComposition: "empire-of-man", compositionRule: "combined-arms",
  };
}

function times(list) {
  const taken = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    validateList({ list, language: "en", intl });
    const { user, system } = process.cpuUsage(start);
    if (round >= 0) taken.push((user + system) / 1e6);
  }
  return { times: taken, errors: validateList({ list, language: "en", intl }).length };
}

const answer = Object.fromEntries(sizes.map((size) => [size, times(armyOf(Number(size)))]));
console.log(JSON.stringify(answer));
