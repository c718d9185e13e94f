import { and, eq, isNull, lte, or, sql } from "drizzle-orm"
import type { Id } from "../../domain/id.ts"
import type { MailState } from "../../domain/content/mail-state.ts"
import { followDelivery, lockBookingOfContractMail } from "../contracts/contract-delivery.ts"
import { startAnswerPeriod } from "../money/deposits/announcement-delivery.ts"
import { db, transaction } from "../platform/database.server.ts"
import { log } from "../platform/log.ts"
import { startNoticePeriod } from "./retention/dormant-notice.ts"
import { mailDetails, mails } from "../platform/schema/mails.ts"
import type { MailOrder } from "../platform/mail/mails.ts"
import { clearMailJobs } from "../platform/mail/clear-mail-jobs.ts"
import { recordMails } from "../platform/mail/order-mail.ts"

/** Must exceed the renewal interval of `renewTry`. */
export const TRY_TIMEOUT_MS = 120_000
const RENEW_EVERY_MS = 30_000

export type TryStart =
  | { kind: "begun"; number: number; messageId: string }
  | { kind: "settled"; state: MailState }
  | { kind: "being-tried" }

/** Claims the mail first, so that only one process sends it. */
export async function beginTry(order: MailOrder, at: Date): Promise<TryStart> {
  // An order emptied by `clearMailJobs` was settled before a crash, so nothing is left to record.
  if ("data" in order) await recordMails(db, [order])
  const [begun] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, tryingSince: at, lastTriedAt: at })
    .where(
      and(
        eq(mails.id, order.id),
        eq(mails.state, "waiting"),
        or(isNull(mails.tryingSince), lte(mails.tryingSince, new Date(at.getTime() - TRY_TIMEOUT_MS))),
      ),
    )
    .returning({ number: mails.tries, messageId: mails.messageId })
  if (begun) return { kind: "begun", ...begun }
  const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.id, order.id))
  return mail && mail.state !== "waiting" ? { kind: "settled", state: mail.state } : { kind: "being-tried" }
}

/** Returns a function that stops renewing. */
export function renewTry(id: Id, at: Date): () => void {
  const begun = performance.now()
  const timer = setInterval(() => {
    const now = new Date(at.getTime() + performance.now() - begun)
    db.update(mails)
      .set({ tryingSince: now })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
      .catch((error: unknown) => log.warn("A try of a mail could not be renewed", { mail: id, error }))
  }, RENEW_EVERY_MS)
  return () => clearInterval(timer)
}

export type MailText = { subject: string; body: string }

export type TryOutcome = {
  state: Exclude<MailState, "withdrawn">
  code?: number
  answer: string
  /** Without secrets. */
  text: MailText | null
}

export async function recordOutcome(id: Id, { state, code, answer, text }: TryOutcome, at: Date): Promise<void> {
  await transaction(async (tx) => {
    // Locks the contract before the mail, as sending a contract does.
    const contractBooking = await lockBookingOfContractMail(tx, id)
    await tx
      .update(mails)
      .set({ state, tryingSince: null, settledAt: state === "waiting" ? null : at, code: code ?? null })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
    await tx
      .update(mailDetails)
      .set({
        answer: answer.slice(0, MAX_ANSWER_LENGTH),
        ...text,
        ...(state === "sent" || state === "kept" ? { data: null } : {}),
      })
      .where(eq(mailDetails.mailId, id))
    if (state !== "waiting") await clearMailJobs(tx, sql`select ${id}::uuid`)
    if (contractBooking) await followDelivery(tx, contractBooking, at)
    if (state === "sent" || state === "refused") await startNoticePeriod(tx, id, at)
    if (state === "sent") await startAnswerPeriod(tx, id, at)
  })
}

export async function withdrawTry(id: Id, at: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ state: "withdrawn", tryingSince: null, settledAt: at })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
    await tx.update(mailDetails).set({ data: null }).where(eq(mailDetails.mailId, id))
    await clearMailJobs(tx, sql`select ${id}::uuid`)
  })
}

const MAX_ANSWER_LENGTH = 1000

const retryDelaysMs = [200, 1000, 3000, 10_000]

/** Retries: an unrecorded mail would be sent a second time. */
export async function recordOutcomeWithRetry(id: Id, outcome: TryOutcome, at: Date): Promise<void> {
  for (const wait of retryDelaysMs) {
    try {
      return await recordOutcome(id, outcome, at)
    } catch (error) {
      log.warn("A mail has left and the ledger cannot be written; trying again", { mail: id, error })
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  await recordOutcome(id, outcome, at)
}
