/** The table that the components below a page belong to. */
import { createContext } from "svelte";
import type { Table } from "./state.svelte";

export const [table, setTable] = createContext<Table>();
