import { and, eq, isNull, lte, or, sql } from "drizzle-orm"
import type { Id } from "../../domain/id.ts"
import type { MailState } from "../../domain/content/mail-state.ts"
import { followDelivery, lockCarried } from "../contracts/contract-delivery.ts"
import { followAnnouncement } from "../money/deposits/announcement-delivery.ts"
import { db, transaction } from "../platform/database.server.ts"
import { log } from "../platform/log.ts"
import { followNotice } from "./retention/dormant-notice.ts"
import { mailDetails, mails } from "../platform/schema/mails.ts"
import type { MailOrder } from "../platform/mail/mails.ts"
import { emptyOrder } from "../platform/mail/empty-order.ts"
import { enterInLedger } from "../platform/mail/order-mail.ts"

/** In milliseconds. Anyone who tries says so again more often than that (`renewTry`): after it they have died. */
export const TRY_IS_LOST_AFTER = 120_000
const RENEWED_EVERY = 30_000

export type BegunTry =
  /** Ours to make. `number` is 1 for the first; `messageId` is the same in each of them. */
  | { kind: "begun"; number: number; messageId: string }
  /** Nothing is to be done any more. */
  | { kind: "settled"; state: MailState }
  /** Another process is at it. */
  | { kind: "being-tried" }

/**
 * Begins a try, before anything leaves: of two processes that hold the same order one gets it. What the ledger does not
 * know it learns here.
 */
export async function beginTry(order: MailOrder, at: Date): Promise<BegunTry> {
  // The order of what is settled is empty (`emptyOrder`): a process died between that and the end of its job.
  if ("data" in order) await enterInLedger(db, [order])
  const [begun] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, tryingSince: at, lastTriedAt: at })
    .where(
      and(
        eq(mails.id, order.id),
        eq(mails.state, "waiting"),
        or(isNull(mails.tryingSince), lte(mails.tryingSince, new Date(at.getTime() - TRY_IS_LOST_AFTER))),
      ),
    )
    .returning({ number: mails.tries, messageId: mails.messageId })
  if (begun) return { kind: "begun", ...begun }
  const [mail] = await db.select({ state: mails.state }).from(mails).where(eq(mails.id, order.id))
  return mail && mail.state !== "waiting" ? { kind: "settled", state: mail.state } : { kind: "being-tried" }
}

/** While a slow server is listened to, nobody else may think that the try has died. Answers how to stop. */
export function renewTry(id: Id, at: Date): () => void {
  const begun = performance.now()
  const timer = setInterval(() => {
    const now = new Date(at.getTime() + performance.now() - begun)
    db.update(mails)
      .set({ tryingSince: now })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
      .catch((error: unknown) => log.warn("A try of a mail could not be renewed", { mail: id, error }))
  }, RENEWED_EVERY)
  return () => clearInterval(timer)
}

export type Written = { subject: string; body: string }

export type EndedTry = {
  /** `waiting`: another try follows. */
  state: Exclude<MailState, "withdrawn">
  code?: number
  /** What the other side said, or what went wrong. */
  answer: string
  /** What was written, without its secrets. */
  written: Written | null
}

/** Notes how a try ended. What has left needs no data to be written from any more. */
export async function noteTry(id: Id, { state, code, answer, written }: EndedTry, at: Date): Promise<void> {
  await transaction(async (tx) => {
    // Before the mail itself, in the order in which anyone who sends a contract takes them.
    const carried = await lockCarried(tx, id)
    await tx
      .update(mails)
      .set({ state, tryingSince: null, settledAt: state === "waiting" ? null : at, code: code ?? null })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
    await tx
      .update(mailDetails)
      .set({
        answer: answer.slice(0, MAX_ANSWER_LENGTH),
        ...written,
        ...(state === "sent" || state === "kept" ? { data: null } : {}),
      })
      .where(eq(mailDetails.mailId, id))
    if (state !== "waiting") await emptyOrder(tx, sql`select ${id}::uuid`)
    if (carried) await followDelivery(tx, carried, at)
    if (state === "sent" || state === "refused") await followNotice(tx, id, at)
    if (state === "sent") await followAnnouncement(tx, id, at)
  })
}

/** Ends a try with which nothing has left and nothing will: its reader does not want it any more. */
export async function withdrawTry(id: Id, at: Date): Promise<void> {
  await transaction(async (tx) => {
    await tx
      .update(mails)
      .set({ state: "withdrawn", tryingSince: null, settledAt: at })
      .where(and(eq(mails.id, id), eq(mails.state, "waiting")))
    await tx.update(mailDetails).set({ data: null }).where(eq(mailDetails.mailId, id))
    await emptyOrder(tx, sql`select ${id}::uuid`)
  })
}

const MAX_ANSWER_LENGTH = 1000

/** In milliseconds, between one try to write the note and the next. */
const noteWaits = [200, 1000, 3000, 10_000]

/**
 * The same for a mail that has left: a note that cannot be written is tried for some seconds, since without it the mail
 * leaves a second time.
 */
export async function noteForSure(id: Id, ended: EndedTry, at: Date): Promise<void> {
  for (const wait of noteWaits) {
    try {
      return await noteTry(id, ended, at)
    } catch (error) {
      log.warn("A mail has left and the ledger cannot be written; trying again", { mail: id, error })
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  await noteTry(id, ended, at)
}
