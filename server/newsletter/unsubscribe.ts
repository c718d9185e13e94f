import { eq } from "drizzle-orm"
import { type Result, ok, err } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { newsletterSubscriptions } from "../schema/content.ts"

/** We write no more to the address behind a mail's link. A second time changes nothing. */
export async function unsubscribe(token: string, at: Date): Promise<Result<null, { kind: "unknown-link" }>> {
  return transaction(async (tx) => {
    const table = newsletterSubscriptions
    const [row] = await tx.select().from(table).where(eq(table.token, token)).for("update")
    if (!row) return err({ kind: "unknown-link" })
    if (row.status === "unsubscribed") return ok(null)
    await tx.update(table).set({ status: "unsubscribed", unsubscribedAt: at }).where(eq(table.id, row.id))
    await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.unsubscribed", subject: row.id, at })
    return ok(null)
  })
}
