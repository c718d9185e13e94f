import type { Staff } from "../../../domain/accounts/party.ts"
import type { Id } from "../../../domain/id.ts"
import type { RemovableTable } from "../../../domain/act.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import type { Direction } from "../../../isomorphic/ordering.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { type OrderedList, moveTo, orderList } from "../../platform/revisions/list-order.ts"
import { removeRows } from "../../platform/events/removal.ts"

export type EntryList = OrderedList & {
  readonly rows: RemovableTable
  readonly moved: "faq.moved" | "testimonial.moved"
  readonly removed: "faq.removed" | "testimonial.removed"
}

export async function moveEntry({
  actor,
  list,
  id,
  to,
  at,
}: {
  actor: Staff
  list: EntryList
  id: Id
  to: Direction | number
  at: Date
}): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const result = await orderList(tx, list, moveTo(id, to))
    if (!result.ok) return err({ kind: "gone" })
    const { order, changed } = result.value
    if (changed.length > 0)
      await recordEvent(tx, { by: actor, action: list.moved, subject: id, details: { order }, at })
    return ok(null)
  })
}

export async function removeEntry(
  actor: Staff,
  { rows, removed: action }: EntryList,
  id: Id,
  at: Date,
): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const removed = await removeRows(tx, rows, "id", id)
    if (removed.length === 0) return err({ kind: "gone" })
    return ok(await recordEvent(tx, { by: actor, action, subject: id, personal: { removed }, at }))
  })
}
