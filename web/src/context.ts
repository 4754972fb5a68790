/** What the components below a page belong to: a table, and whoever reads its rules. */
import { createContext } from "svelte";
import type { Reader } from "./learn/reader.svelte";
import type { Table } from "./state.svelte";

export const [table, setTable] = createContext<Table>();
export const [reader, setReader] = createContext<Reader>();
