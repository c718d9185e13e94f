import { type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn, AnyPgTable } from "drizzle-orm/pg-core"
import { type Direction, moved, sameEntries } from "../../../isomorphic/ordering.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { lockList } from "./edits.ts"

/** "gone": what was to be moved is not there (any more). "list-changed": the order names other entries than there are. */
export type OrderProblem = { kind: "gone" } | { kind: "list-changed" }

/** Which order a list gets, of the one that is stored. */
export type OrderRule<Entry extends Id> = (stored: Entry[]) => Entry[] | OrderProblem

/** One entry goes one place up or down, or to a place counted from 0. */
export function moving<Entry extends Id>(entry: Entry, to: Direction | number): OrderRule<Entry> {
  return (stored) => moved(stored, entry, to) ?? { kind: "gone" }
}

/** The order that somebody saw and sent: refused when the list holds other entries by now. */
export function asSent<Entry extends Id>(order: readonly Entry[]): OrderRule<Entry> {
  return (stored) => (sameEntries(stored, order) ? [...order] : { kind: "list-changed" })
}

/** A list that its owner orders: the rows of a table, or those that `where` names. */
export type OrderedList = {
  /** By which whoever changes the list waits for the others. */
  readonly name: string
  readonly table: AnyPgTable & { readonly id: AnyPgColumn; readonly order: AnyPgColumn }
  readonly where?: SQL | undefined
  readonly inOrder: readonly (AnyPgColumn | SQL)[]
  /** What `order` says of the first one. */
  readonly first?: number
}

/** The place behind the last entry, with the list locked until the end of the transaction. */
export async function placeAtEnd(tx: Transaction, { name, table, where, first = 0 }: OrderedList): Promise<number> {
  await lockList(tx, name)
  const [last] = await tx
    .select({ place: sql<number | null>`max(${table.order})` })
    .from(table)
    .where(where)
  return last?.place == null ? first : last.place + 1
}

/** Gives a list the order of a rule. Answers that order, and the entries whose place has changed. */
export async function orderList<Entry extends Id>(
  tx: Transaction,
  { name, table, where, inOrder, first = 0 }: OrderedList,
  rule: OrderRule<Entry>,
): Promise<Result<{ order: Entry[]; changed: Entry[] }, OrderProblem>> {
  await lockList(tx, name)
  const stored = await tx
    .select({ id: sql<Entry>`${table.id}`, place: sql<number>`${table.order}` })
    .from(table)
    .where(where)
    .orderBy(...inOrder)
  const order = rule(stored.map(({ id }) => id))
  if (!Array.isArray(order)) return err(order)
  const placeOf = new Map(stored.map(({ id, place }) => [id, place]))
  const changed = [...order.entries()].filter(([index, id]) => placeOf.get(id) !== first + index)
  const [places, entries] = [changed.map(([index]) => first + index), changed.map(([, id]) => id)]
  if (entries.length > 0)
    await tx.execute(sql`
      update ${table} set "order" = placed.place
      from unnest(${sql.param(entries)}::uuid[], ${sql.param(places)}::int[]) as placed (id, place)
      where ${table.id} = placed.id`)
  return ok({ order, changed: entries })
}
