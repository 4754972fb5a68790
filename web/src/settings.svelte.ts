/** What a visitor likes, remembered in this browser. */
import { speak } from "./api";
import type { Labels, Theme } from "./boardprops";
import type { Language } from "./wire";

export type ThemeWish = "auto" | Theme;

interface Kept {
  language: Language;
  theme: ThemeWish;
  labels: Labels;
  keys: boolean;
  curtain: boolean;
}

const shelf = "grognard.settings";

function browserLanguage(): Language {
  return typeof navigator !== "undefined" && navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
}

function kept(): Kept {
  const defaults: Kept = {
    language: browserLanguage(),
    theme: "auto",
    labels: "names",
    keys: true,
    curtain: true,
  };
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(shelf) ?? "{}") as Partial<Kept>) };
  } catch {
    return defaults;
  }
}

class Settings {
  language = $state<Language>("en");
  wish = $state<ThemeWish>("auto");
  labels = $state<Labels>("names");
  /** Whether single letters are shortcuts. */
  keys = $state(true);
  /** Whether a curtain falls between the sides of a shared screen. */
  curtain = $state(true);
  systemDark = $state(false);
  theme = $derived<Theme>(this.wish === "auto" ? (this.systemDark ? "dark" : "light") : this.wish);

  constructor() {
    const was = kept();
    this.language = was.language;
    this.wish = was.theme;
    this.labels = was.labels;
    this.keys = was.keys;
    this.curtain = was.curtain;
    speak(this.language);
    const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
    this.systemDark = dark?.matches ?? false;
    dark?.addEventListener?.("change", (event) => (this.systemDark = event.matches));
  }

  keep(): void {
    const now: Kept = {
      language: this.language,
      theme: this.wish,
      labels: this.labels,
      keys: this.keys,
      curtain: this.curtain,
    };
    try {
      localStorage.setItem(shelf, JSON.stringify(now));
    } catch {
      return; // a private window may refuse; the settings then last as long as the page
    }
  }

  say(language: Language): void {
    this.language = language;
    speak(language);
    this.keep();
  }

  nextTheme(): void {
    this.wish = this.theme === "dark" ? "light" : "dark";
    this.keep();
  }

  nextLabels(): void {
    const order: Labels[] = ["names", "numbers", "none"];
    this.labels = order[(order.indexOf(this.labels) + 1) % order.length] ?? "names";
    this.keep();
  }
}

export const settings = new Settings();
