import { and, eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { Id, ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { selectUnitRentals } from "../../availability/unit-rentals.ts"
import { type UnitKey, lockUnit } from "../../availability/units.ts"
import type { Gone } from "../../catalog/product-rows.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { unitChecks } from "../../platform/schema/machines.ts"

/** At least one of the two intervals. */
type CheckInterval = { everyRentals: number | null; everyMonths: number | null }

export type UnitCheck = CheckInterval & {
  id: Id
  productId: ProductId
  productName: string
  unit: number
  label: string | null
  name: string
  lastDone: Day
  rentalsSince: number
  /** null when it counts rentals only. */
  dueOn: Day | null
  isDue: boolean
}

const isCheck = ({ productId, number }: UnitKey, id: Id) =>
  and(eq(unitChecks.id, id), eq(unitChecks.productId, productId), eq(unitChecks.unitNumber, number))

type AddCheck = {
  actor: Staff
  key: UnitKey
  check: CheckInterval & { name: string; lastDone: Day }
  at?: Date
}

export async function addCheck({
  actor,
  key,
  check,
  at = new Date(),
}: AddCheck): Promise<Result<Id, Gone | { kind: "no-interval" } | { kind: "future" }>> {
  if (check.everyRentals === null && check.everyMonths === null) return err({ kind: "no-interval" })
  if (check.lastDone > dayInParis(at)) return err({ kind: "future" })
  return transaction(async (tx) => {
    if (!(await lockUnit(tx, key))) return err({ kind: "gone" })
    const [added] = await tx
      .insert(unitChecks)
      .values({ ...check, productId: key.productId, unitNumber: key.number })
      .returning()
    if (!added) throw new Error("No check was added")
    const details = { unitNumber: key.number, name: check.name }
    await recordEvent(tx, { by: actor, action: "unit.check-added", subject: key.productId, details, at })
    return ok(added.id)
  })
}

type ChosenCheck = { actor: Staff; key: UnitKey; id: Id; at?: Date }

export async function markCheckDone({ actor, key, id, at = new Date() }: ChosenCheck): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const [done] = await tx
      .update(unitChecks)
      .set({ lastDone: dayInParis(at) })
      .where(isCheck(key, id))
      .returning()
    if (!done) return err({ kind: "gone" })
    const details = { unitNumber: key.number, name: done.name }
    await recordEvent(tx, { by: actor, action: "unit.check-done", subject: key.productId, details, at })
    return ok(null)
  })
}

export async function removeCheck({ actor, key, id, at = new Date() }: ChosenCheck): Promise<Result<null, Gone>> {
  return transaction(async (tx) => {
    const [removed] = await tx.delete(unitChecks).where(isCheck(key, id)).returning()
    if (!removed) return err({ kind: "gone" })
    const details = { unitNumber: key.number, name: removed.name }
    await recordEvent(tx, { by: actor, action: "unit.check-removed", subject: key.productId, details, at })
    return ok(null)
  })
}

/** The due ones first; without a key those of all units in service. */
export async function listChecks(key: UnitKey | null, at: Date): Promise<UnitCheck[]> {
  const chosen = key
    ? sql`units.product_id = ${key.productId} and units.number = ${key.number}`
    : sql`units.retired_on is null`
  const { rows } = await db.execute<UnitCheck>(sql`
    with checked as materialized (
        select item.*, units.id as unit_id, label, products.name as product_name
        from unit_checks item join units on units.product_id = item.product_id and units.number = unit_number
          join products on products.id = item.product_id
        where ${chosen} and products.archived_at is null),
      rented as materialized (${selectUnitRentals(sql`select unit_id from checked where every_rentals is not null`)}),
      counted as (
        select checked.*, (last_done + make_interval(months => every_months))::date as due_on,
          (select count(*)::integer from rented where rented.unit_id = checked.unit_id
            and last_day > last_done and ends_at <= ${at.toISOString()}::timestamptz) as rentals_since
        from checked)
    select id, product_id as "productId", product_name as "productName", unit_number as unit, label, name,
      every_rentals as "everyRentals", every_months as "everyMonths", last_done as "lastDone",
      rentals_since as "rentalsSince", due_on as "dueOn",
      coalesce(rentals_since >= every_rentals, false) or coalesce(due_on <= ${dayInParis(at)}::date, false) as "isDue"
    from counted order by "isDue" desc, product_name, unit_number, name`)
  return rows
}

export async function listChecksDue(at: Date): Promise<UnitCheck[]> {
  return (await listChecks(null, at)).filter(({ isDue }) => isDue)
}
