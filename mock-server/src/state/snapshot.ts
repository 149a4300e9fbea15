import type { TableName, Tables } from "./tables.js";

/** One change of State, as the journal records it. A change without `row` is a deletion. */
export type Write = {
  [T in TableName]: { readonly table: T; readonly key: string; readonly row?: Tables[T] };
}[TableName];

/** All of State as plain JSON. */
export type StateSnapshot = { readonly [T in TableName]?: readonly (readonly [string, Tables[T]])[] };
