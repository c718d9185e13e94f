import { and, eq, gt, isNull, ne } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type AccountRole, roleColumns } from "../../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { endSessions } from "../../accounts/auth/sessions.ts"
import { lockByName } from "../../platform/revisions/edits.ts"
import { withClaimRetry } from "../../availability/claim.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { accountRole } from "../../accounts/people/list.ts"
import { shifts } from "../../platform/schema/day.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"
import { retireHostUnits } from "../unit-service.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"

export type PersonProblem =
  | { kind: "gone" }
  | { kind: "no-account" }
  | { kind: "oneself" }
  | { kind: "last-administrator" }
  | { kind: "not-administrator" }
  | { kind: "already" }

/** `isStillHost` when a unit that is this person could not be retired. */
export type PersonChange = { name: string; isStillHost: boolean }

type Target = { id: ProfileId; name: string; role: AccountRole; disabledAt: Date | null }

/** Ends the sessions: they belong to the old role, and only sign-in notices a short password (D16). */
export async function changeRole(
  actor: Staff,
  id: ProfileId,
  role: AccountRole,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return changePersonUnderLock(actor, id, async (tx, person) => {
    if (person.role === role) return err({ kind: "already" })
    if (person.role === "admin" && !(await hasOtherAdministrator(tx, id))) return err({ kind: "last-administrator" })
    await tx.update(profiles).set(roleColumns(role)).where(eq(profiles.id, id))
    await endSessions(tx, id)
    const leaves = role === "user" || role === "accountant"
    const isStillHost = leaves && !(await leaveTeam(tx, { actor, person, at }))
    // Feeds and keys must not revive with the role.
    if (role !== "admin") {
      await tx.delete(calendarFeeds).where(and(eq(calendarFeeds.userId, id), eq(calendarFeeds.scope, "shop")))
      await tx.delete(apiKeys).where(eq(apiKeys.userId, id))
    }
    await recordEvent(tx, {
      by: actor,
      action: "person.role-changed",
      subject: id,
      details: { before: { role: person.role }, after: { role } },
      personal: { name: person.name },
      at,
    })
    return ok({ name: person.name, isStillHost })
  })
}

export async function disablePerson(
  actor: Staff,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return changePersonUnderLock(actor, id, async (tx, person) => {
    if (person.disabledAt) return err({ kind: "already" })
    if (person.role === "admin" && !(await hasOtherAdministrator(tx, id))) return err({ kind: "last-administrator" })
    await tx.update(users).set({ disabledAt: at }).where(eq(users.id, id))
    const isStillHost = !(await leaveTeam(tx, { actor, person, at }))
    const ended = await endSessions(tx, id)
    await recordEvent(tx, {
      by: actor,
      action: "person.disabled",
      subject: id,
      details: { sessions: ended },
      personal: { name: person.name },
      at,
    })
    return ok({ name: person.name, isStillHost })
  })
}

export async function enablePerson(
  actor: Staff,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return changePersonUnderLock(actor, id, async (tx, person) => {
    if (!person.disabledAt) return err({ kind: "already" })
    await tx.update(users).set({ disabledAt: null }).where(eq(users.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "person.enabled",
      subject: id,
      personal: { name: person.name },
      at,
    })
    return ok({ name: person.name, isStillHost: false })
  })
}

/** Somebody else must be given the shifts; false when a unit that is this person stays for rent. */
async function leaveTeam(
  tx: Transaction,
  { actor, person, at }: { actor: Staff; person: Target; at: Date },
): Promise<boolean> {
  const dropped = await tx
    .delete(shifts)
    .where(and(eq(shifts.personId, person.id), gt(shifts.endsAt, at)))
    .returning()
  for (const { bookingId, kind } of dropped)
    await recordEvent(tx, {
      by: actor,
      action: "booking.shift-removed",
      subject: bookingId,
      details: { shift: kind },
      personal: { name: person.name },
      at,
    })
  return retireHostUnits(tx, { actor, person: person.id, at })
}

type Change = (tx: Transaction, person: Target) => Promise<Result<PersonChange, PersonProblem>>

/** Serialised, so that two administrators cannot remove each other. */
async function changePersonUnderLock(
  actor: Staff,
  id: ProfileId,
  change: Change,
): Promise<Result<PersonChange, PersonProblem>> {
  if (id === actor.id) return err({ kind: "oneself" })
  const changed = await withClaimRetry(async (tx): Promise<Result<PersonChange, PersonProblem>> => {
    await lockByName(tx, "administrators")
    const [administrator] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .where(and(eq(profiles.id, actor.id), eq(profiles.role, "admin"), isNull(users.disabledAt)))
    if (!administrator) return err({ kind: "not-administrator" })
    const [target] = await tx
      .select({
        id: profiles.id,
        name: profiles.name,
        role: accountRole,
        account: users.id,
        disabledAt: users.disabledAt,
      })
      .from(profiles)
      .leftJoin(users, eq(users.id, profiles.id))
      .where(eq(profiles.id, id))
    if (!target) return err({ kind: "gone" })
    if (target.account === null) return err({ kind: "no-account" })
    return change(tx, target)
  })
  if (changed === "days-taken") throw new Error("The person could not be changed: others kept booking")
  return changed
}

async function hasOtherAdministrator(tx: Transaction, id: ProfileId): Promise<boolean> {
  const [other] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.role, "admin"), ne(profiles.id, id), isNull(users.disabledAt)))
    .limit(1)
  return other !== undefined
}
