/** Mounts the board by itself: a made-up one of 2,000 hexes, or with `?seat=` what a seat of the table sees, with more
 * pieces than there are if `pieces=` says so. */
import { mount } from "svelte";
import { at, house } from "../src/api";
import "../src/app.css";
import { loadSymbols } from "../src/board/symbols";
import Bench from "./Bench.svelte";
import { crowd, ground, synthetic } from "./synthetic";

async function begin(home: HTMLElement): Promise<void> {
  await loadSymbols();
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme") === "dark" ? "dark" : "light";
  document.documentElement.dataset["theme"] = theme;
  const shownLayer = asked.get("layer");
  const labels = asked.get("labels") === "numbers" ? "numbers" : "names";
  const common = { theme, shownLayer, labels } as const;
  const token = asked.get("seat");
  if (token === null) {
    const made = synthetic(Number(asked.get("hexes") ?? 2000), Number(asked.get("pieces") ?? 400));
    const drawing = URL.createObjectURL(new Blob([ground(made.surface)], { type: "image/svg+xml" }));
    mount(Bench, { target: home, props: { ...made, ...common, ground: drawing } });
    return;
  }
  const seat = at(token);
  const { game, scenario } = await seat.info();
  const [surface, view, layers, notes] = await Promise.all([
    house.surface(game, scenario),
    seat.view(),
    seat.layers(),
    seat.notes(),
  ]);
  const shown = { ...view, pieces: crowd(view.pieces, surface, Number(asked.get("pieces") ?? 0)) };
  mount(Bench, { target: home, props: { surface, view: shown, layers, notes, ...common } });
}

const home = document.getElementById("app");
if (home) void begin(home);
