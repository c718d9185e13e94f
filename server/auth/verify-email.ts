import { createHash, randomBytes } from "node:crypto"
import { and, eq, like } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { isId } from "../catalog/queries.ts"
import { type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { orderMail } from "../mail/order-mail.ts"
import { users, verifications } from "../schema/accounts.ts"
import { policies, throttle } from "./throttle.ts"
import { VERIFICATION_DAYS } from "./verification-link.ts"

const PURPOSE = "email-verification"

export type SendProblem =
  | { kind: "gone" }
  | { kind: "already-verified" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }

/**
 * An administrator has the mail sent again by which a person shows that an address is theirs (D17). The links of earlier
 * mails stop working. At most two a day, so that nobody is written to again and again.
 */
export async function resendVerification(
  actor: Administrator,
  id: string,
  at: Date = new Date(),
): Promise<Result<{ email: string }, SendProblem>> {
  if (!isId(id)) return refused({ kind: "gone" })
  const [known] = await db
    .select({ email: users.email, emailVerified: users.emailVerified, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
  if (!known) return refused({ kind: "gone" })
  if (known.disabledAt) return refused({ kind: "disabled" })
  if (known.emailVerified) return refused({ kind: "already-verified" })
  const admission = await throttle(known.email, policies.verificationRecipient, at)
  if (!admission.allowed) return refused({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return transaction(async (tx) => {
    await sendVerification(tx, id, at)
    await recordEvent(tx, {
      by: actor,
      action: "person.verification-sent",
      subject: id,
      personal: { email: known.email },
      at,
    })
    return done({ email: known.email })
  })
}

/** Orders the mail with a new link; the database keeps only its digest. */
export async function sendVerification(tx: Transaction, id: string, at: Date): Promise<void> {
  const [user] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, id))
    .for("update")
  if (!user) throw new Error("The account has gone")
  const token = randomBytes(18).toString("hex")
  const expiresAt = new Date(at.getTime() + VERIFICATION_DAYS * 24 * 60 * 60 * 1000)
  await tx.delete(verifications).where(like(verifications.identifier, `${PURPOSE}:${id}:%`))
  await tx
    .insert(verifications)
    .values({ identifier: `${PURPOSE}:${id}:${user.email}`, value: digest(token), expiresAt })
  await orderMail(
    tx,
    {
      template: "email-verification",
      to: [{ name: user.name, address: user.email }],
      data: { name: user.name, token },
    },
    at,
  )
}

export type LinkProblem = { kind: "unknown-link" } | { kind: "expired-link" }

/** Whether a link is good, without using it. */
export async function readVerification(token: string, at: Date): Promise<Result<{ email: string }, LinkProblem>> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.value, digest(token)))
  return row ? found(row, at) : refused({ kind: "unknown-link" })
}

/** The person who holds the mail says that the address is theirs. A link works once. */
export async function confirmVerification(token: string, at: Date): Promise<Result<{ email: string }, LinkProblem>> {
  return transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(verifications)
      .where(eq(verifications.value, digest(token)))
      .for("update")
    const link = row ? found(row, at) : refused({ kind: "unknown-link" } as const)
    if (!row || !link.ok) return link
    const [, id = ""] = row.identifier.split(":")
    const [user] = await tx
      .update(users)
      .set({ emailVerified: true })
      .where(and(eq(users.id, id), eq(users.email, link.value.email)))
      .returning({ id: users.id, name: users.name })
    await tx.delete(verifications).where(eq(verifications.id, row.id))
    // The address of the account is another one by now.
    if (!user) return refused({ kind: "unknown-link" })
    await recordEvent(tx, {
      by: { kind: "customer", id: user.id, name: user.name },
      action: "person.email-verified",
      subject: user.id,
      at,
    })
    return link
  })
}

function found(row: typeof verifications.$inferSelect, at: Date): Result<{ email: string }, LinkProblem> {
  const [purpose, , ...email] = row.identifier.split(":")
  if (purpose !== PURPOSE) return refused({ kind: "unknown-link" })
  return row.expiresAt > at ? done({ email: email.join(":") }) : refused({ kind: "expired-link" })
}

function digest(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}
