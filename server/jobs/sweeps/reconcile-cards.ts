import { eq, sql } from "drizzle-orm"
import { db } from "../../platform/database.server.ts"
import { settleCardPayment } from "../../money/payments/settle-card-payment.ts"
import { cardPayments } from "../../platform/schema/card-payments.ts"
import { type Sweep, instant } from "../../platform/queue/sweep.ts"

const EVERY_MINUTES = 10
/** A session that is still opening after this time is closed, since nobody received its address. */
const ABANDONED_MINUTES = 60

export const reconcileCards: Sweep = {
  schedule: "*/5 * * * *",
  description: "Asks the provider what became of card payments that are open: what its messages did not tell is found.",
  lateAfterMinutes: 60,
  due: (at) => sql`
    select id from card_payments
    where status in ('opening', 'open') and coalesce(looked_at, made_at) <= ${instant(at)} - ${EVERY_MINUTES} * interval '1 minute'`,
  async run(id, at) {
    const [payment] = await db.select().from(cardPayments).where(eq(cardPayments.id, id))
    const isAbandoned =
      payment?.status === "opening" && payment.madeAt.getTime() <= at.getTime() - ABANDONED_MINUTES * 60_000
    const settled = await settleCardPayment(id, { at, close: isAbandoned })
    await db.update(cardPayments).set({ lookedAt: at }).where(eq(cardPayments.id, id))
    return settled?.status ?? "unknown"
  },
}
