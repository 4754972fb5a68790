/** The board's own words. Names of places, pieces and actions come from the game. */
import type { Language } from "../wire";

const en = {
  map: "Map: {title}. Arrow keys move over the hexes, Enter chooses, plus and minus zoom, Tab goes to the pieces that may act.",
  hidden: "hidden block {tag}",
  hiddenMany: "{n} hidden blocks",
  hiddenOne: "1 hidden block",
  seen: "seen before: {seen}",
  steps: "strength {steps}",
  stepsOf: "strength {steps} of {max}",
  live: "may act",
  selected: "chosen",
  spent: "has nothing to do now",
  aboard: "aboard {carrier}",
  note: "your note: {text}",
  from: "the chosen pieces stand here",
  go: "the chosen pieces may end here",
  place: "may be chosen",
  show: "pointed out",
  cost: "cost {cost}",
  number: "hex {label}",
  empty: "empty",
  legend: "Legend",
};

const de: typeof en = {
  map: "Karte: {title}. Pfeiltasten gehen über die Felder, Eingabe wählt, Plus und Minus ändern den Maßstab, Tab führt zu den Steinen, die handeln können.",
  hidden: "verdeckter Block {tag}",
  hiddenMany: "{n} verdeckte Blöcke",
  hiddenOne: "1 verdeckter Block",
  seen: "früher gesehen: {seen}",
  steps: "Stärke {steps}",
  stepsOf: "Stärke {steps} von {max}",
  live: "kann handeln",
  selected: "gewählt",
  spent: "hat jetzt nichts zu tun",
  aboard: "an Bord von {carrier}",
  note: "deine Notiz: {text}",
  from: "hier stehen die gewählten Steine",
  go: "hier können die gewählten Steine enden",
  place: "kann gewählt werden",
  show: "hierauf wird gezeigt",
  cost: "kostet {cost}",
  number: "Feld {label}",
  empty: "leer",
  legend: "Legende",
};

export type Word = keyof typeof en;
export type Say = (word: Word, facts?: Record<string, string | number>) => string;

/** A speaker of one language. */
export function speaker(language: Language): Say {
  const words = language === "de" ? de : en;
  return (word, facts = {}) =>
    words[word].replace(/\{(\w+)\}/g, (all, name: string) => (name in facts ? String(facts[name]) : all));
}
