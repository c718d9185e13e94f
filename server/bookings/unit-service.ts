import { sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { dayInParis, eachDay } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import {
  type UnitDetails,
  type UnitKey,
  listUnitNumbers,
  lockUnit,
  setRetired,
  updateUnit,
} from "../availability/units.ts"
import type { Gone } from "../catalog/product-rows.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { changedFields, editDetails } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { type StillBooked, StockTooLow, changeUnitsInService } from "./change-stock.ts"
import { listStaffMembers } from "./shifts/assign-shift.ts"
import { applyDaysOff, listHostUnits } from "./shifts/host-units.ts"
import { listDaysOff } from "./shifts/list-days-off.ts"
import { ConsentMissing, type NeedsConsent, type VacatedBooking, recordVacatedBookings } from "./vacated-units.ts"

type SaveProblem = Gone | Stale | { kind: "no-such-person" }

type SaveUnit = {
  actor: Staff
  key: UnitKey
  typed: UnitDetails
  loaded: LoadedForm | Date | null
  at?: Date
}

export async function saveUnit({
  actor,
  key,
  typed,
  loaded,
  at = new Date(),
}: SaveUnit): Promise<Result<null, SaveProblem>> {
  const done = await withClaimRetry(async (tx): Promise<Result<null, SaveProblem>> => {
    await lockProducts(tx, [key.productId])
    const row = await lockUnit(tx, key)
    if (!row) return err({ kind: "gone" })
    const { label, serialNumber, acquiredOn, personId, updatedAt } = row
    const stored = { label, serialNumber, acquiredOn, personId }
    const checked = await checkVersion(tx, {
      kind: "product",
      id: key.productId,
      stored,
      version: updatedAt,
      typed,
      loaded,
    })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const host = checked.value.personId
    if (host && host !== personId && !(await listStaffMembers(tx)).some(({ id }) => id === host))
      return err({ kind: "no-such-person" })
    const saved = await updateUnit(tx, key, checked.value)
    const edit = editDetails(changed, saved.updatedAt, { before: stored, after: checked.value })
    await recordEvent(tx, {
      by: actor,
      action: "unit.saved",
      subject: key.productId,
      ...edit,
      details: { ...edit.details, unitNumber: key.number },
      at,
    })
    if (changed.includes("personId")) {
      const before = personId ? await listDaysOff(personId, at, tx) : []
      const cancelled = before.flatMap(({ firstDay, lastDay }) => eachDay(firstDay, lastDay))
      await applyDaysOff(tx, { actor, key, cancelled, at })
    }
    return ok(null)
  })
  if (done === "days-taken") throw new Error("The unit could not be saved: others kept booking")
  return done
}

type ServiceProblem = Gone | { kind: "unchanged" } | { kind: "last-unit" } | StillBooked | NeedsConsent

type ServiceRequest = {
  actor: Staff
  key: UnitKey
  /** The bookings that the owner accepts to leave without a unit. */
  accepted?: readonly string[] | "all"
  at?: Date
}

/** Its bookings move to other units where these are free; the others have no unit any more (D62). */
export async function retireUnit(request: ServiceRequest): Promise<Result<VacatedBooking[], ServiceProblem>> {
  return changeService(request, true)
}

export async function returnUnit(request: ServiceRequest): Promise<Result<VacatedBooking[], ServiceProblem>> {
  return changeService(request, false)
}

/** A person who leaves hosts nobody any more; a unit that is the last of its product, or still needed, stays. */
export async function retireHostUnits(
  tx: Transaction,
  { actor, person, at }: { actor: Staff; person: ProfileId; at: Date },
): Promise<boolean> {
  let areAllRetired = true
  for (const key of await listHostUnits(person, tx)) {
    await tx.execute(sql`savepoint host_unit`)
    try {
      const retired = await changeServiceIn(tx, { actor, key, accepted: "all", at }, true)
      if (!retired.ok) areAllRetired = false
    } catch (error) {
      if (!(error instanceof StockTooLow)) throw error
      await tx.execute(sql`rollback to savepoint host_unit`)
      areAllRetired = false
    }
  }
  return areAllRetired
}

async function changeService(
  request: ServiceRequest,
  retired: boolean,
): Promise<Result<VacatedBooking[], ServiceProblem>> {
  try {
    const done = await withClaimRetry((tx) => changeServiceIn(tx, request, retired))
    if (done === "days-taken") throw new Error("The unit could not be changed: others kept booking")
    return done
  } catch (error) {
    if (error instanceof StockTooLow) return err(error.blockers)
    if (error instanceof ConsentMissing) return err(error.problem)
    throw error
  }
}

/** Throws StockTooLow and ConsentMissing. */
async function changeServiceIn(
  tx: Transaction,
  { actor, key, accepted = [], at = new Date() }: ServiceRequest,
  retired: boolean,
): Promise<Result<VacatedBooking[], Gone | { kind: "unchanged" } | { kind: "last-unit" }>> {
  const { productId, number } = key
  await lockProducts(tx, [productId])
  const unit = await lockUnit(tx, key)
  if (!unit) return err({ kind: "gone" })
  if (retired === (unit.retiredOn !== null)) return err({ kind: "unchanged" })
  if (retired && (await listUnitNumbers(tx, productId)).length === 1) return err({ kind: "last-unit" })
  const moved = await changeUnitsInService(tx, {
    productId,
    stillInService: (numbers) => (retired ? numbers.filter((each) => each !== number) : numbers),
    change: setRetired(key, retired ? dayInParis(at) : null),
    mayLackUnit: ({ bookingId }) => bookingId !== null,
    at,
  })
  const vacated = await recordVacatedBookings(tx, { actor, moved, accepted, at })
  if (!retired && unit.personId) await applyDaysOff(tx, { actor, key, at })
  await recordEvent(tx, {
    by: actor,
    action: retired ? "unit.retired" : "unit.returned",
    subject: productId,
    details: { unitNumber: number },
    at,
  })
  return ok(vacated)
}
