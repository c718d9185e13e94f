import { and, asc, eq, lte, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { products } from "../../platform/schema/catalog.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { productLetterMails, productLetters } from "../../platform/schema/letters.ts"
import { letterData } from "./letter-text.ts"

/**
 * So many mails of a letter are in the queue at a time: the mails of bookings, which somebody waits for, go between them,
 * and a mail server that counts is not run over.
 */
export const LETTER_MAILS_AT_ONCE = 10
/** In seconds, until the next ones; and while the last ones have not left, or the product is not to be seen. */
const NEXT_AFTER = 10
const LOOK_AGAIN_AFTER = 60
/** A letter says what is new: what has not left by then never does. */
const LETTER_DAYS = 7

/**
 * Orders the next mails of a letter, and itself again while there are more, in one transaction: a worker that dies has
 * ordered all of them or none, and nobody has two. Asked for twice it goes on where it was.
 */
export async function spreadLetter(letterId: Id, at: Date): Promise<string> {
  return transaction(async (tx) => {
    const [letter] = await tx.select().from(productLetters).where(eq(productLetters.id, letterId)).for("update")
    if (!letter) return "stopped before it started"
    if (letter.spreadAt !== null) return "nothing to do: spread"
    const orderAgain = async (seconds: number) =>
      enqueue(tx, "spread-letter", { letterId }, { startAfter: new Date(at.getTime() + seconds * 1000) })

    const [product] = await tx.select().from(products).where(eq(products.id, letter.productId))
    const end = () => tx.update(productLetters).set({ spreadAt: at }).where(eq(productLetters.id, letterId))
    if (!product || at.getTime() > letter.orderedAt.getTime() + LETTER_DAYS * 86_400_000) {
      await end()
      return product ? "ended: it is of last week" : "ended: the product is gone"
    }
    if (!product.isActive || product.archivedAt !== null) {
      await orderAgain(LOOK_AGAIN_AFTER)
      return "waiting: the product is not to be seen"
    }
    const waiting = await tx.$count(
      productLetterMails,
      and(eq(productLetterMails.letterId, letterId), eq(productLetterMails.state, "waiting")),
    )
    const room = LETTER_MAILS_AT_ONCE - waiting
    if (room <= 0) {
      await orderAgain(LOOK_AGAIN_AFTER)
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
          sql`not exists (select from product_letter_mails had
            where had.letter_id = ${letterId} and had.subscription_id = ${newsletterSubscriptions.id})`,
        ),
      )
      .orderBy(asc(confirmedAt), asc(id))
      .limit(room)
    for (const reader of next) {
      const data = letterData(product, letter, reader.token)
      const to = [{ name: "", address: reader.email }]
      const mailId = await orderMail(tx, { template: "product-letter", to, data }, at)
      await tx.insert(productLetterMails).values({ mailId, letterId, subscriptionId: reader.id })
    }
    if (next.length === room) await orderAgain(NEXT_AFTER)
    else await end()
    return `${next.length} mails ordered`
  })
}
