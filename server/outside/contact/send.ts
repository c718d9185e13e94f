import { and, eq, gt, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { addressGroup } from "../../platform/request/client-address.ts"
import { type Suspicion, suspicionOf } from "../../accounts/auth/form-stamp.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { ownerAddresses } from "../../shop/content/company.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import { type ContactForm, contactPurpose } from "./form.ts"

export type ContactProblem =
  | { kind: "throttled"; retryAfterSeconds: number }
  /** It looks as if a program had sent it. Sent again by a person, it passes. */
  | { kind: "suspicious"; why: Suspicion }

/** Two presses of one button, or a page that is loaded again, make one message. */
const SAME_MINUTES = 10

/**
 * Keeps a visitor's message and promises a mail to the owner, whose answer goes to the visitor: both or neither.
 * `address` is the visitor's network address. Answers the message's id.
 */
export async function sendContactMessage(
  form: ContactForm,
  { address, at }: { address: string; at: Date },
): Promise<Result<{ id: Id }, ContactProblem>> {
  const why = await suspicionOf(contactPurpose, { trap: form.remarque, stamp: form.affichage }, at)
  if (why) return err({ kind: "suspicious", why })
  const admission = await throttle(addressGroup(address), policies.contactAddress, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return ok({ id: await transaction((tx) => keep(tx, form, at)) })
}

async function keep(tx: Transaction, { name, email, phone, message }: ContactForm, at: Date): Promise<Id> {
  // One after the other for one person, or two requests of one double click would both find nothing.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${email}`}, 0))`)
  const [known] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        eq(contactMessages.email, email),
        eq(contactMessages.message, message),
        gt(contactMessages.createdAt, new Date(at.getTime() - SAME_MINUTES * 60_000)),
      ),
    )
  if (known) return known.id
  const [kept] = await tx
    .insert(contactMessages)
    .values({ name, email, phone, message, createdAt: at })
    .returning({ id: contactMessages.id })
  if (!kept) throw new Error("The message was not kept")
  await orderMail(
    tx,
    { template: "contact-message", to: await ownerAddresses(tx), data: { name, email, phone, message } },
    at,
  )
  return kept.id
}
