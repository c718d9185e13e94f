import { readOwnerAddresses } from "../../shop/content/company.ts"
import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { EMAIL_CHANGE_DAYS } from "../../accounts/auth/email-change-address.ts"
import { RESET_LINK_HOURS, INVITATION_LINK_DAYS } from "../../accounts/auth/password-address.ts"
import { VERIFICATION_DAYS } from "../../accounts/auth/verification-link.ts"
import { CODE_MINUTES } from "../../contracts/signing-code.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { mailDetails, mails } from "../../platform/schema/mails.ts"
import type { MailAddress, MailName, MailOrder, NewMail } from "../../platform/mail/mails.ts"
import { orderMails } from "../../platform/mail/order-mail.ts"
import { readSentences } from "../../platform/mail/sentences.ts"

export type ResendProblem =
  | { kind: "not-found" }
  /** Delivered, pending, or already resent. */
  | { kind: "not-undelivered" }
  | { kind: "erased" }
  /** An expired code or link would mislead its reader. */
  | { kind: "out-of-date" }
  | { kind: "without-mail" }

/** Templates not listed never expire. */
const validMinutes: Readonly<Partial<Record<MailName, number>>> = {
  "signing-code": CODE_MINUTES,
  "withdrawal-code": CODE_MINUTES,
  "cancellation-code": CODE_MINUTES,
  "sign-in-link": RESET_LINK_HOURS * 60,
  "password-forgotten": RESET_LINK_HOURS * 60,
  "password-offered": RESET_LINK_HOURS * 60,
  "staff-invitation": INVITATION_LINK_DAYS * 24 * 60,
  "password-invitation": INVITATION_LINK_DAYS * 24 * 60,
  "email-verification": VERIFICATION_DAYS * 24 * 60,
  "email-change-old": EMAIL_CHANGE_DAYS * 24 * 60,
  "email-change-new": EMAIL_CHANGE_DAYS * 24 * 60,
}

/** Idempotent: the old mail is marked as resent. Goes to the customer's current address. */
export async function resendMail(actor: Staff, id: Id, at: Date): Promise<Result<Id, ResendProblem>> {
  return transaction(async (tx) => {
    const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for("update")
    if (!mail) return err({ kind: "not-found" })
    if (!["refused", "failed"].includes(mail.state) || mail.sentAgainAs !== null)
      return err({ kind: "not-undelivered" })
    const template = mail.template as MailName
    const minutes = validMinutes[template]
    if (minutes !== undefined && at.getTime() >= mail.orderedAt.getTime() + minutes * 60_000)
      return err({ kind: "out-of-date" })
    const [details] = await tx.select().from(mailDetails).where(eq(mailDetails.mailId, id))
    if (!details || details.data === null) return err({ kind: "erased" })
    const to = await currentRecipients(tx, mail, details.recipients)
    if (to.length === 0) return err({ kind: "without-mail" })
    const resent = { template, to, data: details.data } as NewMail
    const sentences = await readSentences(template, tx)
    const newId = randomUUID()
    const order: MailOrder = { ...resent, id: newId, at: at.toISOString(), ...(sentences && { sentences }) }
    await orderMails(tx, [order], mail.bookingId === null ? {} : { bookingId: mail.bookingId })
    await tx.update(mails).set({ sentAgainAs: newId }).where(eq(mails.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "mail.retried",
      subject: id,
      details: { template, mail: newId },
      at,
    })
    return ok(newId)
  })
}

/** Most mails fail because of a wrong address, so the current one is used. */
async function currentRecipients(
  tx: Transaction,
  { template, bookingId }: { template: string; bookingId: BookingId | null },
  originalRecipients: readonly MailAddress[],
): Promise<readonly MailAddress[]> {
  if (template.endsWith("-owner") || template === "contact-message") return readOwnerAddresses(tx)
  if (bookingId === null) return originalRecipients
  const customer = await tx
    .select({ name: profiles.name, address: profiles.email })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookings.id, bookingId))
  return customer.filter(({ address }) => address.trim() !== "")
}
