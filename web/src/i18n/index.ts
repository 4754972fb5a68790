/** The page's own words. What a game says comes from the table, already in the language asked for. */
import { settings } from "../settings.svelte";
import type { Language } from "../wire";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
export const texts: Record<Language, Record<Key, string>> = { en, de };

/** The text under a key, with `{name}` filled in. */
export function t(key: Key, facts: Record<string, string | number> = {}): string {
  return texts[settings.language][key].replace(/\{(\w+)\}/g, (all, name: string) =>
    name in facts ? String(facts[name]) : all,
  );
}

/** `one` or `many`, by number. */
export function count(one: Key, many: Key, n: number): string {
  return t(n === 1 ? one : many, { n });
}

export function percent(chance: number): string {
  const shown = new Intl.NumberFormat(settings.language, { style: "percent", maximumFractionDigits: 1 });
  return shown.format(chance);
}

export function decimal(value: number, digits = 2): string {
  return new Intl.NumberFormat(settings.language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
