import { and, asc, eq, isNotNull, isNull, notInArray } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { dayRuns } from "../../../domain/day-runs.ts"
import { type Day, dayInParis, eachDay } from "../../../domain/day.ts"
import type { ProductId, ProfileId } from "../../../domain/id.ts"
import { rentalPeriods } from "../../../domain/rental/periods.ts"
import { claimChosenUnits } from "../../availability/claim.ts"
import { deleteEndedHolds } from "../../availability/holds.ts"
import { lockProducts, readRentalHour } from "../../availability/ranges.ts"
import { reuseFreeUnits, vacateUnits } from "../../availability/rehouse.ts"
import { findUnitConflicts } from "../../availability/unit-holders.ts"
import { type UnitKey, listRepairs, listUnitNumbers, lockUnit, shortenRepair } from "../../availability/units.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { units } from "../../platform/schema/availability.ts"
import { refuseExpiredForProduct } from "../refuse-expired.ts"
import { recordVacatedBookings } from "../vacated-units.ts"
import { listStaffMembers } from "./assign-shift.ts"
import { listDaysOff } from "./list-days-off.ts"

/** Accessories that are this person, as "Animateur" n° 2 may be. */
export function listHostUnits(person: ProfileId, executor: Executor = db): Promise<UnitKey[]> {
  return executor
    .select({ productId: units.productId, number: units.number })
    .from(units)
    .where(and(eq(units.personId, person), isNull(units.retiredOn)))
    .orderBy(asc(units.productId), asc(units.number))
}

/** While the product was removed, a host may have left the team or taken days off. */
export async function restoreHostUnits(
  tx: Transaction,
  { actor, productId, at }: { actor: Staff; productId: ProductId; at: Date },
): Promise<void> {
  const members = (await listStaffMembers(tx)).map(({ id }) => id)
  await tx
    .update(units)
    .set({ personId: null })
    .where(and(eq(units.productId, productId), notInArray(units.personId, members)))
  const hosts = await tx
    .select({ productId: units.productId, number: units.number })
    .from(units)
    .where(and(eq(units.productId, productId), isNotNull(units.personId)))
  for (const key of hosts) await applyDaysOff(tx, { actor, key, at })
}

type HostUnit = {
  actor: Staff
  key: UnitKey
  /** Days off of before, which the unit is for rent on again. */
  cancelled?: readonly Day[]
  at: Date
}

/**
 * Takes the unit out of service while its person is off. Its bookings move to other units, or wait for one (D62); true
 * where a rental does, or has begun. Run it in `withClaimRetry`.
 */
export async function applyDaysOff(tx: Transaction, { actor, key, cancelled = [], at }: HostUnit): Promise<boolean> {
  const { productId, number } = key
  await lockProducts(tx, [productId])
  const unit = await lockUnit(tx, key)
  if (!unit || unit.retiredOn !== null) return false
  const today = dayInParis(at)
  const ahead = (days: readonly Day[]) => days.filter((day) => day >= today)
  const off = unit.personId ? await listDaysOff(unit.personId, at, tx) : []
  const daysOff = new Set(ahead(off.flatMap(({ firstDay, lastDay }) => eachDay(firstDay, lastDay))))
  const own = new Set([...daysOff, ...cancelled])
  for (const repair of await listRepairs(productId, at, tx))
    if (repair.unit === number && ahead(eachDay(repair.firstDay, repair.lastDay)).every((day) => own.has(day)))
      await shortenRepair(tx, repair, today)
  await deleteEndedHolds(tx, { productId, at })
  await refuseExpiredForProduct(tx, productId, at)
  const toUnits = (await listUnitNumbers(tx, productId)).filter((each) => each !== number)
  const hour = await readRentalHour(tx)
  let isStillRented = false
  for (const { first, last } of dayRuns(daysOff)) {
    const moved = await vacateUnits(tx, {
      productId,
      units: [number],
      toUnits,
      kinds: ["booking", "quote"],
      from: first,
      until: last,
      at,
    })
    const vacated = await recordVacatedBookings(tx, { actor, moved, accepted: "all", at })
    const days = eachDay(first, last)
    const times = rentalPeriods(days, hour)
    const taken = await findUnitConflicts(tx, { productId, units: [number], times, bookingId: null, at })
    isStillRented ||= vacated.some(({ toUnit }) => toUnit === null) || taken.by.some(({ kind }) => kind === "booking")
    const free = days.filter((day) => !taken.days.includes(day))
    if (free.length === 0) continue
    await claimChosenUnits(
      tx,
      { productId, occupant: { kind: "repair" }, customerId: null, at },
      rentalPeriods(free, hour).map((held) => ({ unit: number, held, rented: null })),
    )
  }
  await reuseFreeUnits(tx, { productIds: [productId], at })
  return isStillRented
}
