import { eq, or } from "drizzle-orm"
import type { Actor } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { closeLinksOfAccount } from "../../access/close-links.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { isUniqueViolation } from "../../platform/database/failures.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { emailChanges, profiles, users } from "../../platform/schema/accounts.ts"
import { signingCodes } from "../../platform/schema/contracts.ts"
import { EMAIL_CHANGE_DAYS } from "./email-change-address.ts"
import { type LinkProblem, forgetMailLink, lockAccount } from "./mail-link.ts"
import { type OwnPasswordProblem, proveOwnPassword } from "./own-password.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "./throttle.ts"
import { type Visitor, actorOf } from "./visitor.ts"

export type EmailSide = "old" | "new"

/** A change that waits: which of the two addresses have been confirmed. */
export type WaitingChange = { newEmail: string; confirmed: Readonly<Record<EmailSide, boolean>>; expiresAt: Date }

export type EmailChangeProblem =
  | OwnPasswordProblem
  /** It is the address already. */
  | { kind: "same" }
  | { kind: "email-taken" }

/** What waits to be confirmed for who is signed in; null for nothing. */
export async function waitingEmailChange({ user }: Visitor, at: Date): Promise<WaitingChange | null> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
  return row && row.expiresAt > at ? waitingOf(row) : null
}

/**
 * Who is signed in, and knows the password, asks for another address (D54). A mail with a link goes to each of the two;
 * nothing changes before both have been confirmed, and an earlier wish stops working. `email` is normalised.
 */
export async function askForEmailChange(
  visitor: Visitor,
  { email, password }: { email: string; password: string },
  at: Date = new Date(),
): Promise<Result<null, EmailChangeProblem>> {
  const { user } = visitor
  const known = await proveOwnPassword(user, password, at)
  if (!known.ok) return known
  if (email === user.email) return err({ kind: "same" })
  for (const [subject, policy] of [
    [user.id, policies.emailChange],
    [email, policies.emailChangeRecipient],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }
  return transaction(async (tx) => {
    await lockAccount(tx, user.id)
    if (await isTaken(tx, email)) return err({ kind: "email-taken" })
    await orderEmailChange(tx, { userId: user.id, email, by: actorOf(visitor) }, at)
    return ok(null)
  })
}

/**
 * Writes to both addresses, in the transaction of anyone who asks: the account's owner, or the shop's for them. The address
 * must be nobody else's.
 */
export async function orderEmailChange(
  tx: Transaction,
  { userId, email, by }: { userId: ProfileId; email: string; by: Actor },
  at: Date,
): Promise<void> {
  const { name, email: present } = await lockAccount(tx, userId)
  const tokens = { old: newToken(), new: newToken() }
  const wish = {
    newEmail: email,
    oldDigest: digestOf(tokens.old),
    newDigest: digestOf(tokens.new),
    oldConfirmedAt: null,
    newConfirmedAt: null,
    expiresAt: new Date(at.getTime() + EMAIL_CHANGE_DAYS * 86_400_000),
    createdAt: at,
  }
  await tx
    .insert(emailChanges)
    .values({ userId, ...wish })
    .onConflictDoUpdate({ target: emailChanges.userId, set: wish })
  for (const side of ["old", "new"] as const) {
    const to = [{ name, address: side === "old" ? present : email }]
    const data = { name, newEmail: email, token: tokens[side] }
    await orderMail(tx, { template: `email-change-${side}`, to, data }, at)
  }
  await recordEvent(tx, { by, action: "person.email-change-asked", subject: userId, personal: { email }, at })
}

/** The person who is signed in takes their wish back. True when there was one. */
export async function dropEmailChange({ user }: Visitor): Promise<boolean> {
  const { rowCount } = await db.delete(emailChanges).where(eq(emailChanges.userId, user.id))
  return rowCount === 1
}

/** What a link is about, without using it. */
export async function readEmailChange(
  token: string,
  at: Date,
): Promise<Result<WaitingChange & { side: EmailSide }, LinkProblem>> {
  const found = await findChange(db, token, at)
  return found.ok ? ok({ ...waitingOf(found.value.row), side: found.value.side }) : found
}

export type ConfirmProblem = LinkProblem | { kind: "email-taken" }

/**
 * The reader of one of the two mails says yes. Answers `changed` once both have: the account then signs in by the new
 * address, which is shown to be theirs, links and codes that were mailed to the old one stop working, those of bookings
 * too, and the old one is told. A contract that waits can be signed in the account; its reminder brings a new link.
 */
export async function confirmEmailChange(
  token: string,
  at: Date = new Date(),
): Promise<Result<{ changed: boolean; newEmail: string }, ConfirmProblem>> {
  return confirmIn(token, at).catch((failure: unknown) => {
    // Somebody else has signed up with it, or changed to it, at this very moment.
    if (isUniqueViolation(failure, "users_email")) return err({ kind: "email-taken" })
    throw failure
  })
}

function confirmIn(token: string, at: Date) {
  return transaction(async (tx): Promise<Result<{ changed: boolean; newEmail: string }, ConfirmProblem>> => {
    const seen = await findChange(tx, token, at)
    if (!seen.ok) return seen
    const { userId } = seen.value.row
    // Both links may be used at once: the account's row decides who is second.
    const { name, email: before } = await lockAccount(tx, userId)
    const found = await findChange(tx, token, at)
    if (!found.ok) return found
    const { row, side } = found.value
    const confirmed = { ...waitingOf(row).confirmed, [side]: true }
    if (!confirmed.old || !confirmed.new) {
      await tx
        .update(emailChanges)
        .set(side === "old" ? { oldConfirmedAt: at } : { newConfirmedAt: at })
        .where(eq(emailChanges.userId, userId))
      return ok({ changed: false, newEmail: row.newEmail })
    }
    const email = row.newEmail
    if (await isTaken(tx, email)) return err({ kind: "email-taken" })
    await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
    await forgetMailLink(tx, userId, "password")
    await forgetMailLink(tx, userId, "email-verification")
    await tx.update(users).set({ email, emailVerified: true }).where(eq(users.id, userId))
    const [profile] = await tx
      .update(profiles)
      .set({ email })
      .where(eq(profiles.id, userId))
      .returning({ role: profiles.role })
    const kind = profile?.role === "admin" ? ("administrator" as const) : ("customer" as const)
    const by = { kind, id: userId, name }
    await closeLinksOfAccount(tx, userId, by, at)
    await tx.delete(signingCodes).where(eq(signingCodes.accountId, userId))
    await recordEvent(tx, {
      by,
      action: "person.email-changed",
      subject: userId,
      personal: { before: { email: before }, after: { email } },
      at,
    })
    const to = [{ name, address: before }]
    await orderMail(tx, { template: "email-changed", to, data: { name, newEmail: email } }, at)
    return ok({ changed: true, newEmail: email })
  })
}

/** The reader of one of the two mails says no: neither link works any more. */
export async function refuseEmailChange(token: string, at: Date = new Date()): Promise<Result<null, LinkProblem>> {
  return transaction(async (tx) => {
    const found = await findChange(tx, token, at)
    if (!found.ok) return found
    await tx.delete(emailChanges).where(eq(emailChanges.userId, found.value.row.userId))
    return ok(null)
  })
}

type Row = typeof emailChanges.$inferSelect

async function findChange(
  on: Executor,
  token: string,
  at: Date,
): Promise<Result<{ row: Row; side: EmailSide }, LinkProblem>> {
  const digest = digestOf(token)
  const [row] = await on
    .select()
    .from(emailChanges)
    .where(or(eq(emailChanges.oldDigest, digest), eq(emailChanges.newDigest, digest)))
  if (!row) return err({ kind: "unknown-link" })
  if (row.expiresAt <= at) return err({ kind: "expired-link" })
  return ok({ row, side: row.oldDigest === digest ? "old" : "new" })
}

function waitingOf({ newEmail, oldConfirmedAt, newConfirmedAt, expiresAt }: Row): WaitingChange {
  return { newEmail, expiresAt, confirmed: { old: oldConfirmedAt !== null, new: newConfirmedAt !== null } }
}

async function isTaken(tx: Transaction, email: string): Promise<boolean> {
  const taken = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return taken.length > 0
}
