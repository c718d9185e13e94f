import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import { and, eq } from "drizzle-orm"
import type { Sentences } from "../../domain/correspondence/sentences.ts"
import type { Day } from "../../domain/day.ts"
import { type Transaction, together } from "../database.server.ts"
import { users } from "../schema/accounts.ts"
import { type BookingFacts, readBookingFacts } from "./booking-facts.ts"
import {
  type Audience,
  type BookingMailExtras,
  type BookingMailKind,
  type BookingTemplateName,
  bookingTemplates,
  frozen,
} from "./booking-mail-kinds.ts"
import type { MailAddress, NewMail } from "./mails.ts"
import { readUrlFor } from "./read-link.ts"
import { type OrderOptions, orderMailWithSentences, orderMail, ownerAddresses } from "./order-mail.ts"
import { sentencesOf } from "./sentences.ts"

export type OrderedBookingMails = {
  /** The mails that will go, by their ids. */
  ordered: readonly { audience: Audience; id: Id }[]
  /** `without-mail`: the customer has no address, and somebody has to tell them otherwise. */
  customer: "ordered" | "without-mail" | "not-addressed"
}

/**
 * Promises the mails of one turn of a booking, in the transaction that makes it: call it after the booking's row is what
 * the mail shall say. The facts are read here and stand in the order, so that the mail tells what was true then. It
 * decides who reads it. `startAfter` and `event` are for an act that can be undone: see `orderMail`.
 */
export async function orderBookingMail<Kind extends BookingMailKind>(
  tx: Transaction,
  kind: Kind,
  bookingId: BookingId,
  extra: BookingMailExtras[Kind],
  at: Date,
  options: Pick<OrderOptions, "startAfter" | "event"> = {},
): Promise<OrderedBookingMails> {
  const templates: Record<Audience, BookingTemplateName | null> = bookingTemplates[kind]
  const said = (template: BookingTemplateName | null) =>
    template === null ? Promise.resolve(null) : sentencesOf(template, tx)
  const [booking, sentencesToCustomer, sentencesToOwner, owners] = await together(
    readBookingFacts(tx, bookingId),
    said(templates.customer),
    said(templates.owner),
    templates.owner === null ? Promise.resolve([]) : ownerAddresses(tx),
  )
  const sentences: Record<Audience, Sentences | null> = { customer: sentencesToCustomer, owner: sentencesToOwner }
  // What the demonstration made is mailed to nobody: neither to addresses that do not exist, nor to the owner.
  if (booking.client.isExample) return { ordered: [], customer: "not-addressed" }
  const readUrl =
    templates.customer && booking.client.email !== null ? await readUrlFor(tx, kind, booking, extra, at) : null
  const order = async (audience: Audience, template: BookingTemplateName, to: readonly MailAddress[]) => {
    const read = audience === "customer" && readUrl !== null ? { readUrl } : {}
    // The template is the kind's own: the table says so, which the compiler cannot follow through a generic.
    const mail = { template, to, data: { booking, extra: frozen(extra), ...read } } as NewMail
    return { audience, id: await orderMailWithSentences(tx, mail, sentences[audience], at, { ...options, bookingId }) }
  }
  const { email } = booking.client
  const name = booking.client.isVerified ? booking.client.name : ""
  const ordering = []
  if (templates.customer && email !== null)
    ordering.push(order("customer", templates.customer, [{ name, address: email }]))
  if (templates.owner && concernsOwner(kind, booking, extra)) ordering.push(order("owner", templates.owner, owners))
  return {
    ordered: await together(...ordering),
    customer: templates.customer === null ? "not-addressed" : email === null ? "without-mail" : "ordered",
  }
}

/** The mail that goes to the customer; null when none does. */
export function customerMail({ ordered }: OrderedBookingMails): Id | null {
  return ordered.find(({ audience }) => audience === "customer")?.id ?? null
}

/** What the owner did themselves is not told to them. */
function concernsOwner(kind: BookingMailKind, booking: BookingFacts, extra: object): boolean {
  if (kind === "requested" || kind === "cart-requested") return !booking.placedByOwner
  if (kind === "cancelled") return "by" in extra && extra.by === "customer"
  return true
}

/** Tells who has not signed in for long that their account will be erased (D31). */
export async function orderDormantNotice(
  tx: Transaction,
  account: { id: ProfileId; name: string; email: string },
  { erasedOn }: { erasedOn: Day },
  at: Date,
): Promise<string> {
  const { email } = account
  const [unverified] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, account.id), eq(users.emailVerified, false)))
  const name = unverified ? "" : account.name
  return orderMail(tx, { template: "dormant-notice", to: [{ name, address: email }], data: { name, erasedOn } }, at)
}
