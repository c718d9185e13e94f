import { eq } from "drizzle-orm"
import { type Result, ok, err } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { orderMail } from "../mail/order-mail.ts"
import { newsletterSubscriptions } from "../schema/content.ts"
import { isExpired } from "./queries.ts"

export type ConfirmProblem = { kind: "unknown-link" } | { kind: "expired-link" }

/** The person at that address wants our news. A second press changes nothing; seven days after the request it is too late. */
export async function confirmSubscription(token: string, at: Date): Promise<Result<null, ConfirmProblem>> {
  return transaction(async (tx) => {
    const table = newsletterSubscriptions
    const [row] = await tx.select().from(table).where(eq(table.token, token)).for("update")
    if (!row || row.status === "unsubscribed") return err({ kind: "unknown-link" })
    if (row.status === "confirmed") return ok(null)
    if (isExpired(row, at)) return err({ kind: "expired-link" })
    await tx.update(table).set({ status: "confirmed", confirmedAt: at }).where(eq(table.id, row.id))
    await orderMail(tx, { template: "newsletter-welcome", to: [{ name: "", address: row.email }], data: { token } }, at)
    await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.confirmed", subject: row.id, at })
    return ok(null)
  })
}
