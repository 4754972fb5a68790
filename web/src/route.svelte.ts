/** Where in the house the visitor is: the start page, or at a table. */
import { seatsOf } from "./matches";
import type { Seat } from "./wire";

class Route {
  seats = $state.raw<Seat[]>([]);

  constructor() {
    this.read();
    globalThis.addEventListener?.("popstate", () => this.read());
  }

  private read(): void {
    this.seats = seatsOf(globalThis.location?.pathname ?? "/");
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    window.scrollTo(0, 0);
  }

  /** Follows a link of the house without loading the page anew. */
  follow(event: MouseEvent, path: string): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go(path);
  }
}

export const route = new Route();
