import { eq, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { LETTER_DELAY_MINUTES, type LetterText } from "../../../domain/correspondence/letter.ts"
import type { Id, ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { canDeliverMail } from "../mails/ledger.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { products } from "../../platform/schema/catalog.ts"
import { newsletterSubscriptions } from "../../platform/schema/content.ts"
import { productLetterMails, productLetters } from "../../platform/schema/letters.ts"
import { readLetterProduct, toLetterData } from "./letter-text.ts"

type LetterCounts = { waiting: number; sent: number; failed: number; left: number }

type Letter = LetterText & {
  id: Id
  by: string
  orderedAt: Date
  startsAt: Date
  /** null while mails are still being ordered. */
  spreadAt: Date | null
  counts: LetterCounts
}

export async function readLetter(productId: ProductId): Promise<Letter | null> {
  const countMails = (states: string) =>
    sql<number>`(select count(*)::integer from product_letter_mails
      where letter_id = ${productLetters.id} and state = any(${states}::text[]))`
  const [row] = await db
    .select({
      id: productLetters.id,
      subject: productLetters.subject,
      body: productLetters.body,
      by: sql<string>`coalesce(${profiles.name}, '')`,
      orderedAt: productLetters.orderedAt,
      startsAt: productLetters.startsAt,
      spreadAt: productLetters.spreadAt,
      waiting: countMails("{waiting}"),
      unwritten: sql<number>`(select count(*)::integer from newsletter_subscriptions reader
        where ${productLetters.spreadAt} is null and status = 'confirmed' and confirmed_at <= ${productLetters.orderedAt}
          and not exists (select from product_letter_mails had
            where had.letter_id = ${productLetters.id} and had.subscription_id = reader.id))`,
      sent: countMails("{sent,kept}"),
      failed: countMails("{refused,failed}"),
      left: countMails("{withdrawn}"),
    })
    .from(productLetters)
    .leftJoin(profiles, eq(profiles.id, productLetters.orderedBy))
    .where(eq(productLetters.productId, productId))
  if (!row) return null
  const { waiting, unwritten, sent, failed, left, ...letter } = row
  return { ...letter, counts: { waiting: waiting + unwritten, sent, failed, left } }
}

export async function countSubscribers(executor: Executor = db): Promise<number> {
  return executor.$count(newsletterSubscriptions, eq(newsletterSubscriptions.status, "confirmed"))
}

export type LetterProblem =
  | { kind: "gone" }
  | { kind: "not-visible" }
  | { kind: "no-mail-server" }
  | { kind: "nobody" }
  | { kind: "ordered"; by: string; at: Date }

/** Once per product (decision 56). Starts after some minutes, so that it can still be stopped. */
export async function orderLetter({
  actor,
  productId,
  subject,
  body,
  at,
  canDeliver = canDeliverMail(),
}: LetterText & { actor: Staff; productId: ProductId; at: Date; canDeliver?: boolean }): Promise<
  Result<{ startsAt: Date }, LetterProblem>
> {
  const outcome = await transaction(async (tx): Promise<Result<{ startsAt: Date }, LetterProblem>> => {
    const sendable = await findSendableProduct(tx, productId, canDeliver)
    if (!sendable.ok) return sendable
    const recipients = await countSubscribers(tx)
    if (recipients === 0) return err({ kind: "nobody" })
    const startsAt = new Date(at.getTime() + LETTER_DELAY_MINUTES * 60_000)
    const [letter] = await tx
      .insert(productLetters)
      .values({ productId, subject, body, orderedBy: actor.id, orderedAt: at, startsAt })
      .onConflictDoNothing({ target: productLetters.productId })
      .returning({ id: productLetters.id })
    if (!letter) return err({ kind: "ordered", by: "", at })
    await enqueue(tx, "spread-letter", { letterId: letter.id }, { startAfter: startsAt })
    await recordEvent(tx, {
      by: actor,
      action: "product.letter-ordered",
      subject: productId,
      details: { recipients },
      at,
    })
    return ok({ startsAt })
  })
  if (outcome.ok || outcome.error.kind !== "ordered") return outcome
  const letter = await readLetter(productId)
  return err({ kind: "ordered", by: letter?.by ?? "", at: letter?.orderedAt ?? at })
}

export async function stopLetter(
  actor: Staff,
  productId: ProductId,
  at: Date,
): Promise<Result<LetterText, { kind: "gone" | "started" }>> {
  return transaction(async (tx) => {
    const [letter] = await tx.select().from(productLetters).where(eq(productLetters.productId, productId)).for("update")
    if (!letter) return err({ kind: "gone" })
    const written = await tx.$count(productLetterMails, eq(productLetterMails.letterId, letter.id))
    if (written > 0 || letter.spreadAt !== null) return err({ kind: "started" })
    await tx.delete(productLetters).where(eq(productLetters.id, letter.id))
    await recordEvent(tx, { by: actor, action: "product.letter-stopped", subject: productId, at })
    return ok({ subject: letter.subject, body: letter.body })
  })
}

export async function sendTestLetter({
  to,
  productId,
  text,
  at,
  canDeliver = canDeliverMail(),
}: {
  to: { name: string; address: string }
  productId: ProductId
  text: LetterText
  at: Date
  canDeliver?: boolean | undefined
}): Promise<Result<null, LetterProblem>> {
  return transaction(async (tx) => {
    const sendable = await findSendableProduct(tx, productId, canDeliver)
    if (!sendable.ok) return sendable
    const data = toLetterData(await readLetterProduct(sendable.value, tx), text, "")
    await orderMail(tx, { template: "product-letter", to: [to], data }, at)
    return ok(null)
  })
}

async function findSendableProduct(
  executor: Executor,
  productId: ProductId,
  canDeliver: boolean,
): Promise<Result<typeof products.$inferSelect, LetterProblem>> {
  if (!canDeliver) return err({ kind: "no-mail-server" })
  const [product] = await executor.select().from(products).where(eq(products.id, productId))
  if (!product) return err({ kind: "gone" })
  return product.isActive && product.archivedAt === null ? ok(product) : err({ kind: "not-visible" })
}
