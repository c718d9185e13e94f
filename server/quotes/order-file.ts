import { eq } from "drizzle-orm"
import type { CertificateType } from "../../domain/booking/insurance.ts"
import { isOrderWaiting } from "../../domain/quotes/follow-up.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type HandInFileProblem, handInFile } from "../bookings/insurance/hand-in-file.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { quotes } from "../platform/schema/quotes.ts"
import { storage } from "../platform/storage/current.server.ts"
import type { OpenObject } from "../platform/storage/storage.ts"
import { type AnswerProblem, lockForAnswer, readerOf } from "./answer.ts"
import { mailAnswerToOwner } from "./mail-answer.ts"
import type { OpenedQuote } from "./open-quote.ts"
import type { QuoteRow } from "./quote-rows.ts"

/** Serve it only behind an access check. */
export const ORDER_BUCKET = "orders"

type HandInOrderProblem = AnswerProblem | HandInFileProblem

/** It waits for the owner and binds nobody (D66); the last file replaces those before. */
export async function handInOrder(
  secret: string,
  body: Uint8Array,
  at: Date = new Date(),
): Promise<Result<null, HandInOrderProblem>> {
  // Refuses before the file is stored.
  const opened = await transaction((tx) => lockForOrder(tx, secret, at))
  if (!opened.ok) return opened
  const { id: subject } = opened.value.quote
  return handInFile<AnswerProblem>({ bucket: ORDER_BUCKET, subject, body, at }, async (tx, file) => {
    const locked = await lockForOrder(tx, secret, at)
    if (!locked.ok) return locked
    const { quote, version } = locked.value
    await tx
      .update(quotes)
      .set({ orderKey: file.fileKey, orderType: file.contentType, orderReceivedAt: at })
      .where(eq(quotes.id, quote.id))
    const by = await readerOf(tx, quote)
    await recordEvent(tx, {
      by,
      action: "quote.order-received",
      subject: quote.id,
      details: { number: quote.number },
      at,
    })
    // Another file for an order that waits mails nobody again.
    if (!isOrderWaiting({ ...quote, sentAt: version.sentAt }))
      await mailAnswerToOwner(tx, quote, { kind: "order-received" }, at)
    return ok(quote.orderKey)
  })
}

async function lockForOrder(tx: Transaction, secret: string, at: Date): Promise<Result<OpenedQuote, AnswerProblem>> {
  const opened = await lockForAnswer(tx, secret, at)
  if (!opened.ok || opened.value.state === "sent") return opened
  return err({ kind: "ended", state: opened.value.state })
}

type OrderColumns = Pick<QuoteRow, "orderKey" | "orderType">

export async function openOrder({
  orderKey,
  orderType,
}: OrderColumns): Promise<(OpenObject & { type: CertificateType }) | null> {
  if (!orderKey || !orderType) return null
  const file = await (await storage()).get(ORDER_BUCKET, orderKey)
  return file && { ...file, type: orderType }
}

export function orderFileName(type: CertificateType, number: string): string {
  return `bon-de-commande-${number}.${type === "application/pdf" ? "pdf" : "jpg"}`
}
