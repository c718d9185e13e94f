import { and, asc, eq, gte, isNull } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { units } from "../../platform/schema/availability.ts"
import { type UnitKey, listRepairs } from "../../availability/units.ts"
import { endRepair, planRepair } from "../repair-unit.ts"
import { daysOff } from "../../platform/schema/day.ts"

export type DaysOff = { id: Id; firstDay: Day; lastDay: Day }

export async function listDaysOff(person: ProfileId, at: Date): Promise<DaysOff[]> {
  return db
    .select({ id: daysOff.id, firstDay: daysOff.firstDay, lastDay: daysOff.lastDay })
    .from(daysOff)
    .where(and(eq(daysOff.personId, person), gte(daysOff.lastDay, dayInParis(at))))
    .orderBy(asc(daysOff.firstDay))
}

/** Their units are not for rent meanwhile; `isStillRented` when a booking holds one that nothing can replace. */
export async function addDaysOff(
  actor: Staff,
  { person, firstDay, lastDay }: { person: ProfileId; firstDay: Day; lastDay: Day },
  at: Date = new Date(),
): Promise<{ isStillRented: boolean }> {
  await transaction(async (tx) => {
    await tx.insert(daysOff).values({ personId: person, firstDay, lastDay })
    const details = { firstDay, lastDay }
    await recordEvent(tx, { by: actor, action: "person.days-off-added", subject: person, details, at })
  })
  let isStillRented = false
  for (const key of await listUnitsOf(person)) {
    const planned = await planRepair({ actor, key, days: { firstDay, lastDay }, at })
    if (!planned.ok) isStillRented = true
  }
  return { isStillRented }
}

/** Accessories that are this person, as "Animateur" n° 2 may be. */
function listUnitsOf(person: ProfileId): Promise<UnitKey[]> {
  return db
    .select({ productId: units.productId, number: units.number })
    .from(units)
    .where(and(eq(units.personId, person), isNull(units.retiredOn)))
}

export async function removeDaysOff(actor: Staff, id: Id, at: Date = new Date()): Promise<void> {
  const removed = await transaction(async (tx) => {
    const [row] = await tx.delete(daysOff).where(eq(daysOff.id, id)).returning()
    if (!row) return null
    const { personId, firstDay, lastDay } = row
    const details = { firstDay, lastDay }
    await recordEvent(tx, { by: actor, action: "person.days-off-removed", subject: personId, details, at })
    return row
  })
  if (!removed) return
  for (const key of await listUnitsOf(removed.personId)) {
    const repairs = await listRepairs(key.productId, at)
    const own = repairs.find(
      ({ unit, firstDay, lastDay }) =>
        unit === key.number && firstDay === removed.firstDay && lastDay === removed.lastDay,
    )
    if (own) await endRepair(actor, key, own.id, at)
  }
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
