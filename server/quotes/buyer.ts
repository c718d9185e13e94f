import { eq } from "drizzle-orm"
import type { QuoteBuyer } from "../../domain/quotes/buyer.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { quotes } from "../platform/schema/quotes.ts"
import { type AnswerProblem, lockForAnswer, readerOf } from "./answer.ts"

/** The contract's text names it, so it is kept before anything is signed. */
export async function saveBuyer(
  secret: string,
  typed: QuoteBuyer,
  at: Date = new Date(),
): Promise<Result<null, AnswerProblem>> {
  return transaction(async (tx) => {
    const opened = await lockForAnswer(tx, secret, at)
    if (!opened.ok) return opened
    const { quote, state } = opened.value
    if (state !== "sent") return err({ kind: "ended", state })
    await tx
      .update(quotes)
      .set({ buyer: { ...quote.buyer, ...typed } })
      .where(eq(quotes.id, quote.id))
    await recordEvent(tx, {
      by: await readerOf(tx, quote),
      action: "quote.buyer-saved",
      subject: quote.id,
      details: { number: quote.number },
      at,
    })
    return ok(null)
  })
}
