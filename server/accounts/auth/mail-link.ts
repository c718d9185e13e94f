import { and, eq, gt } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { mailLinks, users } from "../../platform/schema/accounts.ts"
import { digestOf, newToken } from "../../platform/secrets/secret-token.ts"

type MailLinkPurpose = (typeof mailLinks.$inferSelect)["purpose"]

type MailLink = { userId: ProfileId; email: string }

export type MailLinkProblem = { kind: "unknown-link" } | { kind: "expired-link" }

/** Whatever changes an account or its links must hold this lock. */
export async function lockAccount(
  tx: Transaction,
  userId: ProfileId,
): Promise<{ name: string; email: string; emailVerified: boolean }> {
  const [user] = await tx
    .select({ name: users.name, email: users.email, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
    .for("update")
  if (!user) throw new Error("The account has gone")
  return user
}

/** Only the latest mail's link works. */
export async function createMailLink(
  tx: Transaction,
  { userId, email }: MailLink,
  purpose: MailLinkPurpose,
  expiresAt: Date,
): Promise<string> {
  const token = newToken()
  const link = { digest: digestOf(token), email, expiresAt }
  await tx
    .insert(mailLinks)
    .values({ userId, purpose, ...link })
    .onConflictDoUpdate({ target: [mailLinks.userId, mailLinks.purpose], set: link })
  return token
}

export async function hasLinkValidForTwentyMinutes(
  tx: Transaction,
  userId: ProfileId,
  purpose: MailLinkPurpose,
  at: Date,
): Promise<boolean> {
  const soon = new Date(at.getTime() + 20 * 60_000)
  const rows = await tx
    .select({ userId: mailLinks.userId })
    .from(mailLinks)
    .where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose), gt(mailLinks.expiresAt, soon)))
  return rows.length > 0
}

export async function findMailLink(
  token: string,
  purpose: MailLinkPurpose,
  at: Date,
  executor: Executor = db,
): Promise<Result<MailLink, MailLinkProblem>> {
  const [link] = await executor
    .select()
    .from(mailLinks)
    .where(and(eq(mailLinks.digest, digestOf(token)), eq(mailLinks.purpose, purpose)))
  if (!link) return err({ kind: "unknown-link" })
  return link.expiresAt > at ? ok({ userId: link.userId, email: link.email }) : err({ kind: "expired-link" })
}

/** Reads again under lock: the link may be used meanwhile. */
export async function lockMailLink(
  tx: Transaction,
  token: string,
  purpose: MailLinkPurpose,
  at: Date,
): Promise<Result<MailLink, MailLinkProblem>> {
  const unlocked = await findMailLink(token, purpose, at, tx)
  if (!unlocked.ok) return unlocked
  await lockAccount(tx, unlocked.value.userId)
  return findMailLink(token, purpose, at, tx)
}

export async function deleteMailLink(tx: Transaction, userId: ProfileId, purpose: MailLinkPurpose): Promise<void> {
  await tx.delete(mailLinks).where(and(eq(mailLinks.userId, userId), eq(mailLinks.purpose, purpose)))
}
