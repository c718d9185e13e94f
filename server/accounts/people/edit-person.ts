import { and, eq, isNull, ne } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { endSignInsOf } from "../auth/sessions.ts"
import { lockList } from "../../platform/revisions/edits.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { apiKeys } from "../../platform/schema/api-keys.ts"
import { calendarFeeds } from "../../platform/schema/calendar-feeds.ts"
import type { Role } from "./list.ts"

export type PersonProblem =
  | { kind: "gone" }
  /** Known by their bookings alone: nobody can sign in as them. */
  | { kind: "no-account" }
  | { kind: "oneself" }
  | { kind: "last-administrator" }
  /** Who asks was an administrator when the page was opened, and is one no more. */
  | { kind: "not-administrator" }
  /** It is so already: somebody was faster, or the button was pressed twice. */
  | { kind: "already" }

export type PersonChange = { name: string }

type Target = { id: ProfileId; name: string; role: Role; disabledAt: Date | null }

/**
 * Makes somebody an administrator, or a mere user again: never oneself, never the last administrator. A new administrator
 * signs in again everywhere, because it is at sign-in that a password too short for one is noticed (D16).
 */
export async function changeRole(
  actor: Administrator,
  id: ProfileId,
  role: Role,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return underLock(actor, id, async (tx, person) => {
    if (person.role === role) return err({ kind: "already" })
    if (role === "user" && !(await hasOtherAdministrator(tx, id))) return err({ kind: "last-administrator" })
    await tx.update(profiles).set({ role }).where(eq(profiles.id, id))
    if (role === "admin") await endSignInsOf(tx, id)
    // They do not answer again if somebody is made an administrator again.
    else {
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
    return ok({ name: person.name })
  })
}

/** Ends all sessions of a person at once and lets nobody sign in as them: never oneself, never the last administrator. */
export async function disablePerson(
  actor: Administrator,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return underLock(actor, id, async (tx, person) => {
    if (person.disabledAt) return err({ kind: "already" })
    if (person.role === "admin" && !(await hasOtherAdministrator(tx, id))) return err({ kind: "last-administrator" })
    await tx.update(users).set({ disabledAt: at }).where(eq(users.id, id))
    const ended = await endSignInsOf(tx, id)
    await recordEvent(tx, {
      by: actor,
      action: "person.disabled",
      subject: id,
      details: { sessions: ended },
      personal: { name: person.name },
      at,
    })
    return ok({ name: person.name })
  })
}

/** Lets a disabled person sign in again. The sessions that ended stay ended. */
export async function enablePerson(
  actor: Administrator,
  id: ProfileId,
  at: Date = new Date(),
): Promise<Result<PersonChange, PersonProblem>> {
  return underLock(actor, id, async (tx, person) => {
    if (!person.disabledAt) return err({ kind: "already" })
    await tx.update(users).set({ disabledAt: null }).where(eq(users.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "person.enabled",
      subject: id,
      personal: { name: person.name },
      at,
    })
    return ok({ name: person.name })
  })
}

type Change = (tx: Transaction, person: Target) => Promise<Result<PersonChange, PersonProblem>>

/**
 * Changes of who administrates wait for one another: otherwise two administrators who remove each other would both be
 * right, and nobody would be left.
 */
async function underLock(
  actor: Administrator,
  id: ProfileId,
  change: Change,
): Promise<Result<PersonChange, PersonProblem>> {
  if (id === actor.id) return err({ kind: "oneself" })
  return transaction(async (tx) => {
    await lockList(tx, "administrators")
    const [asking] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.id))
      .where(and(eq(profiles.id, actor.id), eq(profiles.role, "admin"), isNull(users.disabledAt)))
    if (!asking) return err({ kind: "not-administrator" })
    const [found] = await tx
      .select({
        id: profiles.id,
        name: profiles.name,
        role: profiles.role,
        account: users.id,
        disabledAt: users.disabledAt,
      })
      .from(profiles)
      .leftJoin(users, eq(users.id, profiles.id))
      .where(eq(profiles.id, id))
    if (!found) return err({ kind: "gone" })
    if (found.account === null) return err({ kind: "no-account" })
    return change(tx, found)
  })
}

/** Somebody else who can sign in and administrate. */
async function hasOtherAdministrator(tx: Transaction, id: ProfileId): Promise<boolean> {
  const [other] = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id))
    .where(and(eq(profiles.role, "admin"), ne(profiles.id, id), isNull(users.disabledAt)))
    .limit(1)
  return other !== undefined
}
