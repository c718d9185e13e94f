import type { Administrator } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import type { RemovableTable } from "../../../domain/act.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import type { Direction } from "../../../isomorphic/ordering.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type OrderedList, moving, orderList } from "../../platform/revisions/list-order.ts"
import { removeRows } from "../../platform/events/removal.ts"

/** The entry is not there, or not any more. */
export type Gone = { kind: "gone" }

/** A list that the owner writes entry by entry: questions, reviews. */
export type WrittenList = OrderedList & {
  /** The table's own name. */
  readonly rows: RemovableTable
  readonly moved: "faq.moved" | "testimonial.moved"
  readonly removed: "faq.removed" | "testimonial.removed"
}

/** One place up or down, or to a place counted from 0. */
export async function moveEntry(
  actor: Administrator,
  list: WrittenList,
  id: Id,
  to: Direction | number,
  at: Date,
): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const ordered = await orderList(tx, list, moving(id, to))
    if (!ordered.ok) return err({ kind: "gone" })
    const { order, changed } = ordered.value
    if (changed.length > 0)
      await recordEvent(tx, { by: actor, action: list.moved, subject: id, details: { order }, at })
    return ok(null)
  })
}

/** Removes an entry. Answers the event by which it can be put back. */
export async function removeEntry(
  actor: Administrator,
  { rows, removed: action }: WrittenList,
  id: Id,
  at: Date,
): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, rows, "id", id)
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(await recordEvent(tx, { by: actor, action, subject: id, personal: { removed }, at }))
  })
}
