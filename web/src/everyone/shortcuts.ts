/** The keys of the page. */
import { flushSync } from "svelte";
import type { Key } from "../i18n";
import { settings } from "../settings.svelte";
import type { Panel, Table } from "../state.svelte";

/** What the page itself does. */
export interface PageActions {
  help: () => void;
  text: () => void;
  command: () => void;
  board: () => void;
}

interface Shortcut {
  keys: string[];
  shown: string;
  title: Key;
  act: (table: Table, actions: PageActions) => void;
}

const turnTo = (panel: Panel) => (table: Table) => {
  table.panel = panel;
  flushSync();
  const order = panel === "orders" ? document.querySelector<HTMLElement>("#panel :not(dd) > button") : null;
  (order ?? document.getElementById(`tab-${panel}`))?.focus();
};

export const shortcuts: Shortcut[] = [
  { keys: ["?"], shown: "?", title: "keys.help", act: (_table, actions) => actions.help() },
  { keys: ["/", ":"], shown: "/", title: "keys.command", act: (_table, actions) => actions.command() },
  { keys: ["b"], shown: "b", title: "keys.board", act: (_table, actions) => actions.board() },
  { keys: ["n"], shown: "n", title: "keys.next", act: (table) => table.step(1) },
  { keys: ["N", "p"], shown: "p", title: "keys.previous", act: (table) => table.step(-1) },
  { keys: ["o"], shown: "o", title: "keys.orders", act: turnTo("orders") },
  { keys: ["l"], shown: "l", title: "keys.log", act: turnTo("log") },
  { keys: ["s"], shown: "s", title: "keys.tracks", act: turnTo("tracks") },
  { keys: ["t"], shown: "t", title: "keys.text", act: (_table, actions) => actions.text() },
  { keys: ["u"], shown: "u", title: "keys.undo", act: (table) => void table.undo() },
  { keys: ["r"], shown: "r", title: "keys.rule", act: (table) => openRule(table) },
  { keys: ["+", "="], shown: "+", title: "zoom.in", act: (table) => table.board?.zoomBy(1.3) },
  { keys: ["-"], shown: "-", title: "zoom.out", act: (table) => table.board?.zoomBy(1 / 1.3) },
  { keys: ["0"], shown: "0", title: "zoom.fit", act: (table) => table.board?.fit() },
  { keys: ["["], shown: "[", title: "scrub.back", act: (table) => void table.scrub.by(-1) },
  { keys: ["]"], shown: "]", title: "scrub.forward", act: (table) => void table.scrub.by(1) },
];

function openRule(table: Table): void {
  const rule = table.notice?.rule ?? table.view?.prompt?.rule;
  if (rule) void table.study.openCard(rule);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

export function shortcut(event: KeyboardEvent, table: Table, actions: PageActions): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(event.target))
    return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    if (table.notice) table.notice = null;
    else table.clear();
    return;
  }
  if (!settings.keys) return;
  const found = shortcuts.find((one) => one.keys.includes(event.key));
  if (!found || table.curtain) return;
  event.preventDefault();
  found.act(table, actions);
}
