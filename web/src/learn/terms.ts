/** Texts with their glossary terms and rule numbers found. */
import type { GlossaryEntry } from "../wire";

export type Part =
  | { kind: "text"; text: string }
  | { kind: "term"; text: string; entry: GlossaryEntry }
  | { kind: "rule"; text: string; id: string }
  | { kind: "place"; text: string; name: string };

const ruleId = "[A-Z0-9]+-(?=[\\w.\\-]*\\d)[A-Za-z0-9][\\w.\\-]*";
const bracket = new RegExp(`[[(]${ruleId}(?:, ?${ruleId})*[\\])]`, "g");

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function finder(words: string[]): RegExp | null {
  if (words.length === 0) return null;
  const longest = [...words].sort((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\d])(${longest.map(escaped).join("|")})(?![\\p{L}\\d])`, "giu");
}

interface Known {
  glossary: GlossaryEntry[];
  places: string[];
  used: Set<string>;
}

/** What a word is, the first time that it is used in a text: a place, a term, or just a word. */
function meaning(word: string, { glossary, places, used }: Known): Part | null {
  const place = places.find((name) => name === word);
  const entry = glossary.find((other) => other.term.toLowerCase() === word.toLowerCase());
  const key = place ?? entry?.term;
  if (key === undefined || used.has(key)) return null;
  used.add(key);
  if (place !== undefined) return { kind: "place", text: word, name: place };
  return entry ? { kind: "term", text: word, entry } : null;
}

function marked(text: string, known: Known): Part[] {
  const pattern = finder([...known.glossary.map((entry) => entry.term), ...known.places]);
  const parts: Part[] = [];
  let from = 0;
  for (const found of pattern ? text.matchAll(pattern) : []) {
    const part = meaning(found[0], known);
    if (!part) continue;
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    parts.push(part);
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** A text in parts; terms and places are marked once each. */
export function partsOf(text: string, glossary: GlossaryEntry[], places: string[] = []): Part[] {
  const known: Known = { glossary, places, used: new Set<string>() };
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(bracket)) {
    parts.push(...marked(text.slice(from, found.index), known));
    for (const id of found[0].slice(1, -1).split(/, ?/)) parts.push({ kind: "rule", text: id, id });
    from = found.index + found[0].length;
  }
  parts.push(...marked(text.slice(from), known));
  return parts;
}
