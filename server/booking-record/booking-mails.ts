import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import { ownerAddresses } from "../shop/content/company.ts"
import { and, eq } from "drizzle-orm"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { users } from "../platform/schema/accounts.ts"
import { readBookingFacts } from "./booking-facts.ts"
import {
  type Audience,
  type BookingMailExtras,
  type BookingMailKind,
  type BookingTemplateName,
  bookingTemplates,
  frozen,
  tellsOfSigned,
} from "../platform/mail/booking-mail-kinds.ts"
import type { MailAddress, MailOrder, NewMail } from "../platform/mail/mails.ts"
import { readUrlFor } from "./read-url.ts"
import { type OrderOptions, newOrder, orderMail, orderMails } from "../platform/mail/order-mail.ts"
import { sentencesOf } from "../platform/mail/sentences.ts"

type BookingMailOrder<Kind extends BookingMailKind> = Pick<OrderOptions, "startAfter" | "event"> & {
  kind: Kind
  bookingId: BookingId
  extra: BookingMailExtras[Kind]
  at: Date
}

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
  { kind, bookingId, extra, at, ...options }: BookingMailOrder<Kind>,
): Promise<OrderedBookingMails> {
  const templates: Record<Audience, BookingTemplateName | null> = bookingTemplates[kind]
  const booking = await readBookingFacts(tx, bookingId, { asSigned: tellsOfSigned.has(kind) })
  const { email, name, isVerified, isExample } = booking.client
  // What the demonstration made is mailed to nobody: neither to addresses that do not exist, nor to the owner.
  if (isExample) return { ordered: [], customer: "not-addressed" }
  const orders: { audience: Audience; order: MailOrder }[] = []
  const add = async (audience: Audience, to: readonly MailAddress[], more: object = {}) => {
    const template = templates[audience]
    if (template === null) return
    // The template is the kind's own: the table says so, which the compiler cannot follow through a generic.
    const mail = { template, to, data: { booking, extra: frozen(extra), ...more } } as NewMail
    orders.push({ audience, order: newOrder(mail, await sentencesOf(template, tx), at) })
  }
  if (templates.customer && email !== null) {
    const readUrl = await readUrlFor(tx, kind, booking, extra, at)
    await add("customer", [{ name: isVerified ? name : "", address: email }], readUrl === null ? {} : { readUrl })
  }
  if (templates.owner && concernsOwner(kind, booking, extra)) await add("owner", await ownerAddresses(tx))
  await orderMails(
    tx,
    orders.map(({ order }) => order),
    { ...options, bookingId },
  )
  return {
    ordered: orders.map(({ audience, order: { id } }) => ({ audience, id })),
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
  if (kind === "cancelled") return "by" in extra && extra.by === "customer" && !("noticedOn" in extra)
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
