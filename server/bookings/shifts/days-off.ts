import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Day, addDays, eachDay, startOfDayInParis } from "../../../domain/day.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { listShifts } from "../../booking-record/shifts.ts"
import { withClaimRetry } from "../../availability/claim.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { daysOff } from "../../platform/schema/day.ts"
import { applyDaysOff, listHostUnits } from "./host-units.ts"

/**
 * Their units are not for rent meanwhile; `isStillRented` when a booking holds one that nothing can replace. `bookings`
 * are those whose shifts somebody else must take.
 */
export async function addDaysOff(
  actor: Staff,
  { person, firstDay, lastDay }: { person: ProfileId; firstDay: Day; lastDay: Day },
  at: Date = new Date(),
): Promise<{ isStillRented: boolean; bookings: number[] }> {
  return changeDaysOff(async (tx) => {
    await tx.insert(daysOff).values({ personId: person, firstDay, lastDay })
    const details = { firstDay, lastDay }
    await recordEvent(tx, { by: actor, action: "person.days-off-added", subject: person, details, at })
    let isStillRented = false
    for (const key of await listHostUnits(person, tx)) {
      const isRented = await applyDaysOff(tx, { actor, key, at })
      isStillRented ||= isRented
    }
    const [from, until] = [startOfDayInParis(firstDay), startOfDayInParis(addDays(lastDay, 1))]
    const shifts = (await listShifts({ person, from, until }, tx)).filter(({ answer }) => answer !== "declined")
    return { isStillRented, bookings: [...new Set(shifts.map(({ number }) => number))] }
  })
}

export async function removeDaysOff(actor: Staff, id: Id, at: Date = new Date()): Promise<void> {
  await changeDaysOff(async (tx) => {
    const [removed] = await tx.delete(daysOff).where(eq(daysOff.id, id)).returning()
    if (!removed) return
    const { personId, firstDay, lastDay } = removed
    const details = { firstDay, lastDay }
    await recordEvent(tx, { by: actor, action: "person.days-off-removed", subject: personId, details, at })
    for (const key of await listHostUnits(personId, tx))
      await applyDaysOff(tx, { actor, key, cancelled: eachDay(firstDay, lastDay), at })
  })
}

async function changeDaysOff<Value>(change: (tx: Transaction) => Promise<Value>): Promise<Value> {
  const changed = await withClaimRetry(change)
  if (changed === "days-taken") throw new Error("The days off could not be changed: others kept booking")
  return changed
}

/** Cents an hour; null when it is not known. */
export async function saveHourlyCost({
  actor,
  person,
  hourlyCost,
  at = new Date(),
}: {
  actor: Staff
  person: ProfileId
  hourlyCost: Cents | null
  at?: Date
}): Promise<void> {
  await transaction(async (tx) => {
    await tx.update(profiles).set({ hourlyCost }).where(eq(profiles.id, person))
    await recordEvent(tx, { by: actor, action: "person.cost-saved", subject: person, details: { hourlyCost }, at })
  })
}

export async function readHourlyCost(person: ProfileId): Promise<Cents | null> {
  const [profile] = await db.select({ hourlyCost: profiles.hourlyCost }).from(profiles).where(eq(profiles.id, person))
  return profile?.hourlyCost ?? null
}
