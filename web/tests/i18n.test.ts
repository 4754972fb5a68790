import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { count, t, texts, type Key } from "../src/i18n";
import { settings } from "../src/settings.svelte";

const holes = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((hole) => hole[1] ?? "").sort();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "i18n" ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

describe("the page's words", () => {
  const keys = Object.keys(texts.en) as Key[];

  it.each(Object.keys(texts))("are complete in %s", (language) => {
    const other = texts[language as keyof typeof texts];
    expect(Object.keys(other).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect(other[key], key).not.toBe("");
      expect(holes(other[key]), key).toEqual(holes(texts.en[key]));
    }
  });

  it("are all used", () => {
    const code = sources("src").join("\n");
    const unused = keys.filter((key) => !code.includes(`"${key}"`) && !key.startsWith("source."));
    expect(unused).toEqual([]);
  });

  it("fill their holes and follow the language", () => {
    settings.say("de");
    expect(t("stack.all", { n: 3 })).toBe("Alle 3 in die Hand nehmen");
    settings.say("en");
    expect(t("stack.all", { n: 3 })).toBe("Take all 3 in hand");
    expect(count("luck.die", "luck.dice", 1)).toBe("1 die");
    expect(count("luck.die", "luck.dice", 2)).toBe("2 dice");
  });
});
