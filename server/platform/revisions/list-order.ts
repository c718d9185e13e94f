import { type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn, AnyPgTable } from "drizzle-orm/pg-core"
import { type Direction, moveInList, hasSameEntries } from "../../../isomorphic/ordering.ts"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import type { Transaction } from "../database.server.ts"
import { lockByName } from "./edits.ts"

export type OrderProblem = { kind: "gone" } | { kind: "list-changed" }

export type OrderRule<Entry extends Id> = (stored: Entry[]) => Entry[] | OrderProblem

export function moveTo<Entry extends Id>(entry: Entry, to: Direction | number): OrderRule<Entry> {
  return (stored) => moveInList(stored, entry, to) ?? { kind: "gone" }
}

export function toSubmittedOrder<Entry extends Id>(order: readonly Entry[]): OrderRule<Entry> {
  return (stored) => (hasSameEntries(stored, order) ? [...order] : { kind: "list-changed" })
}

export type OrderedList = {
  readonly name: string
  readonly table: AnyPgTable & { readonly id: AnyPgColumn; readonly order: AnyPgColumn }
  readonly where?: SQL | undefined
  readonly sortColumns: readonly (AnyPgColumn | SQL)[]
  readonly first?: number
}

/** Locks the list until the end of the transaction. */
export async function reserveLastPlace(
  tx: Transaction,
  { name, table, where, first = 0 }: OrderedList,
): Promise<number> {
  await lockByName(tx, name)
  const [last] = await tx
    .select({ place: sql<number | null>`max(${table.order})` })
    .from(table)
    .where(where)
  return last?.place == null ? first : last.place + 1
}

export async function orderList<Entry extends Id>(
  tx: Transaction,
  { name, table, where, sortColumns, first = 0 }: OrderedList,
  rule: OrderRule<Entry>,
): Promise<Result<{ order: Entry[]; changed: Entry[] }, OrderProblem>> {
  await lockByName(tx, name)
  const stored = await tx
    .select({ id: sql<Entry>`${table.id}`, place: sql<number>`${table.order}` })
    .from(table)
    .where(where)
    .orderBy(...sortColumns)
  const order = rule(stored.map(({ id }) => id))
  if (!Array.isArray(order)) return err(order)
  const storedPlaces = new Map(stored.map(({ id, place }) => [id, place]))
  const changed = [...order.entries()].filter(([index, id]) => storedPlaces.get(id) !== first + index)
  const [places, entries] = [changed.map(([index]) => first + index), changed.map(([, id]) => id)]
  if (entries.length > 0)
    await tx.execute(sql`
      update ${table} set "order" = placed.place
      from unnest(${sql.param(entries)}::uuid[], ${sql.param(places)}::int[]) as placed (id, place)
      where ${table.id} = placed.id`)
  return ok({ order, changed: entries })
}
