import { and, asc, eq, lte, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { products } from "../../platform/schema/catalog.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { productLetterMails, productLetters } from "../../platform/schema/letters.ts"
import { readLetterProduct, toLetterData } from "./letter-text.ts"

/** Small batches let booking mails pass and respect the mail server's limits. */
export const LETTER_BATCH_SIZE = 10
const NEXT_BATCH_SECONDS = 10
const RETRY_SECONDS = 60
const MAX_LETTER_AGE_DAYS = 7

/** Resumable: each batch and its successor are ordered in one transaction, so that nobody gets two mails. */
export async function sendLetterBatch(letterId: Id, at: Date): Promise<string> {
  return transaction(async (tx) => {
    const [letter] = await tx.select().from(productLetters).where(eq(productLetters.id, letterId)).for("update")
    if (!letter) return "stopped before it started"
    if (letter.spreadAt !== null) return "nothing to do: spread"
    const reschedule = async (seconds: number) =>
      enqueue(tx, "spread-letter", { letterId }, { startAfter: new Date(at.getTime() + seconds * 1000) })

    const [product] = await tx.select().from(products).where(eq(products.id, letter.productId))
    const finish = () => tx.update(productLetters).set({ spreadAt: at }).where(eq(productLetters.id, letterId))
    if (!product || at.getTime() > letter.orderedAt.getTime() + MAX_LETTER_AGE_DAYS * 86_400_000) {
      await finish()
      return product ? "ended: ordered over a week ago" : "ended: the product is gone"
    }
    if (!product.isActive || product.archivedAt !== null) {
      await reschedule(RETRY_SECONDS)
      return "waiting: the product is hidden"
    }
    const waiting = await tx.$count(
      productLetterMails,
      and(eq(productLetterMails.letterId, letterId), eq(productLetterMails.state, "waiting")),
    )
    const capacity = LETTER_BATCH_SIZE - waiting
    if (capacity <= 0) {
      await reschedule(RETRY_SECONDS)
      return "waiting: the last mails have not left"
    }
    const { id, email, token, status, confirmedAt } = newsletterSubscriptions
    const next = await tx
      .select({ id, email, token })
      .from(newsletterSubscriptions)
      .where(
        and(
          eq(status, "confirmed"),
          lte(confirmedAt, letter.orderedAt),
          sql`not exists (select from product_letter_mails sent_mail
            where sent_mail.letter_id = ${letterId} and sent_mail.subscription_id = ${newsletterSubscriptions.id})`,
        ),
      )
      .orderBy(asc(confirmedAt), asc(id))
      .limit(capacity)
    const letterProduct = await readLetterProduct(product, tx)
    for (const reader of next) {
      const data = toLetterData(letterProduct, letter, reader.token)
      const to = [{ name: "", address: reader.email }]
      const mailId = await orderMail(tx, { template: "product-letter", to, data }, at)
      await tx.insert(productLetterMails).values({ mailId, letterId, subscriptionId: reader.id })
    }
    if (next.length === capacity) await reschedule(NEXT_BATCH_SECONDS)
    else await finish()
    return `${next.length} mails ordered`
  })
}
