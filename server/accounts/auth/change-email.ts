import { eq, or } from "drizzle-orm"
import type { Actor } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { closeAccountLinks } from "../../access/close-links.ts"
import { type Executor, type Transaction, db, transaction } from "../../platform/database.server.ts"
import { isUniqueViolation } from "../../platform/database/failures.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { emailChanges, profiles, users } from "../../platform/schema/accounts.ts"
import { signingCodes } from "../../platform/schema/contracts.ts"
import { EMAIL_CHANGE_DAYS } from "./email-change-address.ts"
import { type MailLinkProblem, deleteMailLink, lockAccount } from "./mail-link.ts"
import { type OwnPasswordProblem, verifyOwnPassword } from "./own-password.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"
import { policies, throttle } from "./throttle.ts"
import { type Visitor, accountActor, actorOf } from "./visitor.ts"

export type EmailSide = "old" | "new"

export type PendingEmailChange = { newEmail: string; confirmed: Readonly<Record<EmailSide, boolean>>; expiresAt: Date }

type EmailChangeProblem = OwnPasswordProblem | { kind: "same" } | { kind: "email-taken" }

export async function findPendingEmailChange({ user }: Visitor, at: Date): Promise<PendingEmailChange | null> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
  return row && row.expiresAt > at ? toPendingChange(row) : null
}

export async function requestEmailChange(
  visitor: Visitor,
  { email, password }: { email: string; password: string },
  at: Date = new Date(),
): Promise<Result<null, EmailChangeProblem>> {
  const { user } = visitor
  const verified = await verifyOwnPassword(user, password, at)
  if (!verified.ok) return verified
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
    if (await isEmailInUse(tx, email)) return err({ kind: "email-taken" })
    await startEmailChange(tx, { userId: user.id, email, by: actorOf(visitor) }, at)
    return ok(null)
  })
}

/** The caller checks that the address is free. */
export async function startEmailChange(
  tx: Transaction,
  { userId, email, by }: { userId: ProfileId; email: string; by: Actor },
  at: Date,
): Promise<void> {
  const { name, email: currentEmail } = await lockAccount(tx, userId)
  const tokens = { old: newToken(), new: newToken() }
  const change = {
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
    .values({ userId, ...change })
    .onConflictDoUpdate({ target: emailChanges.userId, set: change })
  for (const side of ["old", "new"] as const) {
    const to = [{ name, address: side === "old" ? currentEmail : email }]
    const data = { name, newEmail: email, token: tokens[side] }
    await orderMail(tx, { template: `email-change-${side}`, to, data }, at)
  }
  await recordEvent(tx, { by, action: "person.email-change-asked", subject: userId, personal: { email }, at })
}

export async function cancelEmailChange({ user }: Visitor): Promise<boolean> {
  const { rowCount } = await db.delete(emailChanges).where(eq(emailChanges.userId, user.id))
  return rowCount === 1
}

export async function readEmailChange(
  token: string,
  at: Date,
): Promise<Result<PendingEmailChange & { side: EmailSide }, MailLinkProblem>> {
  const change = await findChange(db, token, at)
  return change.ok ? ok({ ...toPendingChange(change.value.row), side: change.value.side }) : change
}

export type ConfirmEmailChangeProblem = MailLinkProblem | { kind: "email-taken" }

/** Revokes links and codes mailed to the old address. */
export async function confirmEmailChange(
  token: string,
  at: Date = new Date(),
): Promise<Result<{ changed: boolean; newEmail: string }, ConfirmEmailChangeProblem>> {
  return confirmInTransaction(token, at).catch((failure: unknown) => {
    if (isUniqueViolation(failure, "users_email")) return err({ kind: "email-taken" })
    throw failure
  })
}

function confirmInTransaction(token: string, at: Date) {
  return transaction(async (tx): Promise<Result<{ changed: boolean; newEmail: string }, ConfirmEmailChangeProblem>> => {
    const unlocked = await findChange(tx, token, at)
    if (!unlocked.ok) return unlocked
    const { userId } = unlocked.value.row
    // The account's lock decides which of two concurrent uses is second.
    const { name, email: before } = await lockAccount(tx, userId)
    const locked = await findChange(tx, token, at)
    if (!locked.ok) return locked
    const { row, side } = locked.value
    const confirmed = { ...toPendingChange(row).confirmed, [side]: true }
    if (!confirmed.old || !confirmed.new) {
      await tx
        .update(emailChanges)
        .set(side === "old" ? { oldConfirmedAt: at } : { newConfirmedAt: at })
        .where(eq(emailChanges.userId, userId))
      return ok({ changed: false, newEmail: row.newEmail })
    }
    const email = row.newEmail
    if (await isEmailInUse(tx, email)) return err({ kind: "email-taken" })
    await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
    await deleteMailLink(tx, userId, "password")
    await deleteMailLink(tx, userId, "email-verification")
    await tx.update(users).set({ email, emailVerified: true }).where(eq(users.id, userId))
    const [profile] = await tx
      .update(profiles)
      .set({ email })
      .where(eq(profiles.id, userId))
      .returning({ role: profiles.role })
    const by = accountActor({ id: userId, name, role: profile?.role ?? "user" })
    await closeAccountLinks(tx, userId, by, at)
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

export async function refuseEmailChange(token: string, at: Date = new Date()): Promise<Result<null, MailLinkProblem>> {
  return transaction(async (tx) => {
    const change = await findChange(tx, token, at)
    if (!change.ok) return change
    await tx.delete(emailChanges).where(eq(emailChanges.userId, change.value.row.userId))
    return ok(null)
  })
}

type Row = typeof emailChanges.$inferSelect

async function findChange(
  executor: Executor,
  token: string,
  at: Date,
): Promise<Result<{ row: Row; side: EmailSide }, MailLinkProblem>> {
  const digest = digestOf(token)
  const [row] = await executor
    .select()
    .from(emailChanges)
    .where(or(eq(emailChanges.oldDigest, digest), eq(emailChanges.newDigest, digest)))
  if (!row) return err({ kind: "unknown-link" })
  if (row.expiresAt <= at) return err({ kind: "expired-link" })
  return ok({ row, side: row.oldDigest === digest ? "old" : "new" })
}

function toPendingChange({ newEmail, oldConfirmedAt, newConfirmedAt, expiresAt }: Row): PendingEmailChange {
  return { newEmail, expiresAt, confirmed: { old: oldConfirmedAt !== null, new: newConfirmedAt !== null } }
}

async function isEmailInUse(tx: Transaction, email: string): Promise<boolean> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return rows.length > 0
}
