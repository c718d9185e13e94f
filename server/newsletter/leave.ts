import { and, eq, ne } from "drizzle-orm"
import type { Visitor } from "../auth/visitor.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { newsletterSubscriptions } from "../schema/content.ts"

/** Who is signed in wants no more news at an address that is shown to be theirs. A second time changes nothing. */
export async function leaveNewsletter({ user }: Visitor, at: Date = new Date()): Promise<void> {
  if (!user.emailVerified) return
  await transaction(async (tx) => {
    const left = await tx
      .update(newsletterSubscriptions)
      .set({ status: "unsubscribed", unsubscribedAt: at })
      .where(and(eq(newsletterSubscriptions.email, user.email), ne(newsletterSubscriptions.status, "unsubscribed")))
      .returning({ id: newsletterSubscriptions.id })
    for (const { id } of left)
      await recordEvent(tx, { by: { kind: "visitor" }, action: "newsletter.unsubscribed", subject: id, at })
  })
}
