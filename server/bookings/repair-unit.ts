import type { Staff } from "../../domain/accounts/party.ts"
import { type Day, dayInParis, eachDay } from "../../domain/day.ts"
import { rentalPeriods } from "../../domain/rental/periods.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { claimChosenUnits, withClaimRetry } from "../availability/claim.ts"
import { deleteEndedHolds } from "../availability/holds.ts"
import { lockProducts, readRentalHour } from "../availability/ranges.ts"
import { reuseFreeUnits, vacateUnits } from "../availability/rehouse.ts"
import { type UnitHolder, findUnitConflicts } from "../availability/unit-holders.ts"
import {
  type Repair,
  type UnitKey,
  listBookedDays,
  listRepairs,
  listUnitNumbers,
  lockUnit,
  shortenRepair,
} from "../availability/units.ts"
import type { Gone } from "../catalog/product-rows.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { refuseExpiredForProduct } from "./refuse-expired.ts"
import { ConsentMissing, type NeedsConsent, type VacatedBooking, recordVacatedBookings } from "./vacated-units.ts"

export type RepairDays = { firstDay: Day; lastDay: Day }

export type RepairProblem =
  | Gone
  | { kind: "retired" }
  | NeedsConsent
  /** Empty `by`: a race was lost. */
  | UnitTaken

type UnitTaken = { kind: "unit-taken"; days: Day[]; by: UnitHolder[] }

/** Rolls the transaction back. */
class UnitIsTaken extends Error {
  override name = "UnitIsTaken"
  readonly problem: UnitTaken
  constructor(conflicts: Omit<UnitTaken, "kind">) {
    super("The unit is taken")
    this.problem = { kind: "unit-taken", ...conflicts }
  }
}

export type PlannedRepair = RepairDays & { vacated: VacatedBooking[] }

type PlanRepair = {
  actor: Staff
  key: UnitKey
  days: RepairDays
  /** The bookings that the owner accepts to leave without a unit. */
  accepted?: readonly string[]
  at?: Date
}

/**
 * Occupies the unit, so that nobody can have it meanwhile. Its bookings move to other units where these are free; the
 * others have no unit any more (D62). A rental that has begun ends first.
 */
export async function planRepair({
  actor,
  key,
  days,
  accepted = [],
  at = new Date(),
}: PlanRepair): Promise<Result<PlannedRepair, RepairProblem>> {
  const { productId, number } = key
  const requested = eachDay(days.firstDay, days.lastDay)
  try {
    const planned = await withClaimRetry(async (tx): Promise<Result<PlannedRepair, RepairProblem>> => {
      await lockProducts(tx, [productId])
      const unit = await lockUnit(tx, key)
      if (!unit) return err({ kind: "gone" })
      if (unit.retiredOn !== null) return err({ kind: "retired" })
      await deleteEndedHolds(tx, { productId, at })
      await refuseExpiredForProduct(tx, productId, at)
      const toUnits = (await listUnitNumbers(tx, productId)).filter((each) => each !== number)
      const moved = await vacateUnits(tx, {
        productId,
        units: [number],
        toUnits,
        kinds: ["booking", "quote"],
        from: days.firstDay,
        until: days.lastDay,
        at,
      })
      const begun = await listBookedDays(tx, key, requested)
      const free = requested.filter((day) => !begun.includes(day))
      const [firstDay, lastDay] = [free[0], free.at(-1)]
      const hour = await readRentalHour(tx)
      const times = rentalPeriods(firstDay && lastDay ? free : requested, hour)
      const conflicts = await findUnitConflicts(tx, { productId, units: [number], times, bookingId: null, at })
      if (conflicts.days.length > 0 || !firstDay || !lastDay) throw new UnitIsTaken(conflicts)
      const vacated = await recordVacatedBookings(tx, { actor, moved, accepted, at })
      await claimChosenUnits(
        tx,
        { productId, occupant: { kind: "repair" }, customerId: null, at },
        times.map((held) => ({ unit: number, held, rented: null })),
      )
      await reuseFreeUnits(tx, { productIds: [productId], at })
      const details = { unitNumber: number, firstDay, lastDay }
      await recordEvent(tx, { by: actor, action: "unit.repair-planned", subject: productId, details, at })
      return ok({ firstDay, lastDay, vacated })
    })
    return planned === "days-taken" ? err({ kind: "unit-taken", days: requested, by: [] }) : planned
  } catch (error) {
    if (error instanceof UnitIsTaken || error instanceof ConsentMissing) return err(error.problem)
    throw error
  }
}

/** The unit is free from today on. A repair that has not begun goes away whole. */
export async function endRepair(
  actor: Staff,
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
    await reuseFreeUnits(tx, { productIds: [productId], at })
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
