import type { Administrator } from "../../domain/accounts/party.ts"
import { type Day, dayInParis, eachDay, sortedDays } from "../../domain/day.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { claimChosenUnits, withClaimRetry } from "../availability/claim.ts"
import { placeOutsideEvents } from "../availability/outside.ts"
import { lockProducts } from "../availability/ranges.ts"
import { type UnitHolder, findUnitConflicts } from "../availability/unit-holders.ts"
import { type Repair, type UnitKey, listRepairs, lockUnit, shortenRepair } from "../availability/units.ts"
import type { Gone } from "../catalog/product-rows.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { refuseExpired } from "./refuse-expired.ts"

export type RepairDays = { firstDay: Day; lastDay: Day }

export type RepairProblem =
  | Gone
  | { kind: "retired" }
  /** Empty `by`: a race was lost. */
  | { kind: "unit-taken"; days: Day[]; by: UnitHolder[] }

/** Occupies the unit, so that nobody can have it meanwhile (D62). */
export async function planRepair(
  actor: Administrator,
  key: UnitKey,
  { firstDay, lastDay }: RepairDays,
  at: Date = new Date(),
): Promise<Result<null, RepairProblem>> {
  const { productId, number } = key
  const days = eachDay(firstDay, lastDay)
  const planned = await withClaimRetry(async (tx): Promise<Result<null, RepairProblem>> => {
    await lockProducts(tx, [productId])
    const unit = await lockUnit(tx, key)
    if (!unit) return err({ kind: "gone" })
    if (unit.retiredOn !== null) return err({ kind: "retired" })
    const conflicts = await findUnitConflicts(tx, { productId, units: [number], days, bookingId: null, at })
    if (conflicts.days.length > 0) return err({ kind: "unit-taken", ...conflicts })
    const expiredIds = await claimChosenUnits(
      tx,
      { productId, occupant: { kind: "repair" }, customerId: null, at },
      days.map((day) => ({ unit: number, day, role: "rental" })),
    )
    await refuseExpired(tx, expiredIds, at)
    const details = { unitNumber: number, firstDay, lastDay }
    await recordEvent(tx, { by: actor, action: "unit.repair-planned", subject: productId, details, at })
    return ok(null)
  })
  return planned === "days-taken" ? err({ kind: "unit-taken", days: sortedDays(days), by: [] }) : planned
}

/** The unit is free from today on. A repair that has not begun goes away whole. */
export async function endRepair(
  actor: Administrator,
  key: UnitKey,
  repairId: number,
  at: Date = new Date(),
): Promise<Result<Repair, Gone>> {
  const { productId, number } = key
  const today = dayInParis(at)
  return transaction(async (tx) => {
    await lockProducts(tx, [productId])
    const repairs = await listRepairs(productId, at, tx)
    const repair = repairs.find(({ id, unit }) => id === repairId && unit === number)
    if (!repair) return err({ kind: "gone" })
    await shortenRepair(tx, repair, today)
    const { firstDay, lastDay } = repair
    await placeOutsideEvents(tx, [productId], eachDay(firstDay > today ? firstDay : today, lastDay))
    await recordEvent(tx, {
      by: actor,
      action: firstDay < today ? "unit.repair-ended" : "unit.repair-removed",
      subject: productId,
      details: { unitNumber: number, firstDay, lastDay },
      at,
    })
    return ok(repair)
  })
}
