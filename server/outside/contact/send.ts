import { and, eq, gt, sql } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { eventFacts } from "../../../domain/leads/event-facts.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { addressGroup } from "../../platform/request/client-address.ts"
import { type SpamReason, spamReason } from "../../accounts/auth/form-stamp.ts"
import { policies, throttle } from "../../accounts/auth/throttle.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { readOwnerAddresses } from "../../shop/content/company.ts"
import { leads } from "../../platform/schema/leads.ts"
import { contactMessages } from "../../platform/schema/content.ts"
import { type ContactForm, contactPurpose } from "./form.ts"

type ContactProblem = { kind: "throttled"; retryAfterSeconds: number } | { kind: "suspicious"; why: SpamReason }

const DUPLICATE_WINDOW_MINUTES = 10

/** `address` is the network address, for throttling. */
export async function sendContactMessage(
  form: ContactForm,
  { address, at }: { address: string; at: Date },
): Promise<Result<{ id: Id }, ContactProblem>> {
  const why = await spamReason(contactPurpose, { trap: form.remarque, stamp: form.affichage }, at)
  if (why) return err({ kind: "suspicious", why })
  const admission = await throttle(addressGroup(address), policies.contactAddress, at)
  if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  return ok({ id: await transaction((tx) => storeMessage(tx, form, at)) })
}

async function storeMessage(tx: Transaction, form: ContactForm, at: Date): Promise<Id> {
  const { name, email, phone, message, heardFrom, provenance: campaign } = form
  const { eventDay, place, eventKind, guests } = form
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${email}`}, 0))`)
  const [duplicate] = await tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(
      and(
        eq(contactMessages.email, email),
        eq(contactMessages.message, message),
        gt(contactMessages.createdAt, new Date(at.getTime() - DUPLICATE_WINDOW_MINUTES * 60_000)),
      ),
    )
  if (duplicate) return duplicate.id
  const [stored] = await tx
    .insert(contactMessages)
    .values({ name, email, phone, message, eventDay, place, eventKind, guests, createdAt: at })
    .returning({ id: contactMessages.id })
  if (!stored) throw new Error("The message was not stored")
  await tx.insert(leads).values({ kind: "message", messageId: stored.id, heardFrom, campaign, createdAt: at })
  const event = eventFacts({ eventDay, place, eventKind, guests })
  const data = { name, email, phone, message, ...(event.length > 0 && { event }) }
  await orderMail(tx, { template: "contact-message", to: await readOwnerAddresses(tx), data }, at)
  return stored.id
}
