/** Where in the house the visitor is: the start page, before an invitation, at a table, or at the drills of a book. */
import { bookOf } from "./drills/path";
import { invitationOf, seatsOf } from "./matches";
import type { Seat } from "./wire";

class Route {
  seats = $state.raw<Seat[]>([]);
  invitation = $state<string | null>(null);
  drills = $state<string | null>(null);

  constructor() {
    this.read();
    globalThis.addEventListener?.("popstate", () => this.read());
  }

  private read(): void {
    const path = globalThis.location?.pathname ?? "/";
    this.seats = seatsOf(path);
    this.invitation = invitationOf(path);
    this.drills = bookOf(path);
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
