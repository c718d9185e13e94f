import { and, eq, isNull, or } from "drizzle-orm"
import type { Party } from "../../../domain/accounts/party.ts"
import { MAX_GRANTS, type SharingPermission, sharingPermissions } from "../../../domain/accounts/sharing.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { addressGroup } from "../../platform/request/client-address.ts"
import { policies, throttle } from "../auth/throttle.ts"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { lockProfile } from "../../access/lock-profile.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { mailSharingChange } from "./sharing-mails.ts"

export type SharingProblem =
  | { kind: "throttled"; retryAfterSeconds: number }
  | { kind: "user-not-found" }
  | { kind: "oneself" }
  | { kind: "already-shared" }
  | { kind: "too-many"; max: number }

type ShareRequest = {
  /** Normalised. */
  email: string
  permissions: readonly SharingPermission[]
}

/** Throttled, so that nobody lists accounts with it (D19, D55). */
export async function shareAccount(
  visitor: Visitor,
  { email, permissions }: ShareRequest,
  { address, at = new Date() }: { address: string; at?: Date },
): Promise<Result<null, SharingProblem>> {
  const { user, profile } = visitor
  for (const [subject, policy] of [
    [user.id, policies.sharing],
    [addressGroup(address), policies.sharingAddress],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  if (email === user.email) return err({ kind: "oneself" })
  return transaction(async (tx) => {
    await lockProfile(tx, profile.id)
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(and(eq(users.email, email), isNull(users.disabledAt)))
    if (!person) return err({ kind: "user-not-found" })
    const grantCount = await tx.$count(sharedAccounts, eq(sharedAccounts.ownerId, profile.id))
    if (grantCount >= MAX_GRANTS) return err({ kind: "too-many", max: MAX_GRANTS })
    const [created] = await tx
      .insert(sharedAccounts)
      .values({
        ownerId: profile.id,
        sharedWithId: person.id,
        permissions: sortPermissions(permissions),
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: sharedAccounts.id })
    if (!created) return err({ kind: "already-shared" })
    await recordEvent(tx, {
      by: partyFor(visitor, profile.id),
      action: "sharing.granted",
      subject: profile.id,
      details: { person: person.id, permissions: sortPermissions(permissions) },
      at,
    })
    await mailSharingChange(tx, { ownerId: profile.id, personId: person.id, turn: "granted", permissions }, at)
    return ok(null)
  })
}

type SharingChangeProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "no-access" }

export async function changeSharing(
  visitor: Visitor,
  id: Id,
  permissions: readonly SharingPermission[],
  at: Date = new Date(),
): Promise<Result<null, SharingChangeProblem>> {
  const { user, profile } = visitor
  const admission = await throttle(user.id, policies.sharingChange, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    const [grant] = await tx
      .select()
      .from(sharedAccounts)
      .where(and(eq(sharedAccounts.id, id), eq(sharedAccounts.ownerId, profile.id)))
      .for("update")
    if (!grant) return err({ kind: "no-access" })
    const [before, after] = [sortPermissions(grant.permissions), sortPermissions(permissions)]
    if (before.join() === after.join()) return ok(null)
    await tx.update(sharedAccounts).set({ permissions: after }).where(eq(sharedAccounts.id, id))
    await recordEvent(tx, {
      by: partyFor(visitor, profile.id),
      action: "sharing.changed",
      subject: profile.id,
      details: { person: grant.sharedWithId, before: { permissions: before }, after: { permissions: after } },
      at,
    })
    await mailSharingChange(
      tx,
      { ownerId: profile.id, personId: grant.sharedWithId, turn: "changed", permissions: after },
      at,
    )
    return ok(null)
  })
}

export async function endSharing(visitor: Visitor, id: Id, at: Date = new Date()): Promise<void> {
  const { profile } = visitor
  await transaction(async (tx) => {
    const [ended] = await tx
      .delete(sharedAccounts)
      .where(
        and(
          eq(sharedAccounts.id, id),
          or(eq(sharedAccounts.ownerId, profile.id), eq(sharedAccounts.sharedWithId, profile.id)),
        ),
      )
      .returning()
    if (!ended) return
    const { ownerId, sharedWithId: personId, permissions } = ended
    await recordEvent(tx, {
      by: partyFor(visitor, ownerId),
      action: "sharing.ended",
      subject: ownerId,
      details: { person: personId },
      at,
    })
    const turn = ownerId === profile.id ? "ended" : "given-up"
    await mailSharingChange(tx, { ownerId, personId, turn, permissions }, at)
  })
}

function partyFor(visitor: Visitor, ownerId: ProfileId): Party {
  return { actor: actorOf(visitor), account: { id: ownerId, name: "" } }
}

function sortPermissions(permissions: readonly SharingPermission[]): SharingPermission[] {
  return sharingPermissions.filter((each) => permissions.includes(each))
}
