import { and, eq } from "drizzle-orm"
import { db } from "../database.server.ts"
import type { MailOrder } from "../mail/mails.ts"
import { newsletterSubscriptions } from "../schema/content.ts"

/** Whether its reader still wants that mail. A letter goes to who is subscribed as it leaves, not as it was ordered. */
export async function isStillWanted({ template, data }: MailOrder): Promise<boolean> {
  if (template !== "product-letter" || data.token === "") return true
  const { token, status } = newsletterSubscriptions
  return (await db.$count(newsletterSubscriptions, and(eq(token, data.token), eq(status, "confirmed")))) > 0
}
