import { readOwnerAddresses } from "../shop/content/company.ts"
import { and, eq } from "drizzle-orm"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import type { Transaction } from "../platform/database.server.ts"
import { users, credentials } from "../platform/schema/accounts.ts"
import { readBookingFacts } from "./booking-facts.ts"
import {
  type Audience,
  type BookingMailExtras,
  type BookingMailKind,
  type BookingTemplateName,
  bookingTemplates,
  serialize,
  usesSignedVersion,
  type BookingFacts,
  leadsToBooking,
} from "../platform/mail/booking-mail-kinds.ts"
import type { MailAddress, MailOrder, NewMail } from "../platform/mail/mails.ts"
import { type OrderOptions, newOrder, orderMail, orderMails } from "../platform/mail/order-mail.ts"
import { readSentences } from "../platform/mail/sentences.ts"
import { createBookingLink, signingUrl } from "../access/capability-links.ts"
import { bookings } from "../platform/schema/bookings.ts"

type BookingMailOrder<Kind extends BookingMailKind> = Pick<OrderOptions, "startAfter" | "eventId"> & {
  kind: Kind
  bookingId: BookingId
  extra: BookingMailExtras[Kind]
  at: Date
}

export type OrderedBookingMails = {
  ordered: readonly { audience: Audience; id: Id }[]
  customer: "ordered" | "without-mail" | "not-addressed"
}

/** Snapshots the facts: call it after the booking's row has its final state. */
export async function orderBookingMail<Kind extends BookingMailKind>(
  tx: Transaction,
  { kind, bookingId, extra, at, ...options }: BookingMailOrder<Kind>,
): Promise<OrderedBookingMails> {
  const templates: Record<Audience, BookingTemplateName | null> = bookingTemplates[kind]
  const booking = await readBookingFacts(tx, bookingId, { asSigned: usesSignedVersion.has(kind) })
  const { email, name, isVerified, isExample } = booking.client
  // Examples have invented addresses.
  if (isExample) return { ordered: [], customer: "not-addressed" }
  const orders: { audience: Audience; order: MailOrder }[] = []
  const add = async (audience: Audience, to: readonly MailAddress[], more: object = {}) => {
    const template = templates[audience]
    if (template === null) return
    // `bookingTemplates` guarantees the match, which TypeScript cannot follow.
    const mail = { template, to, data: { booking, extra: serialize(extra), ...more } } as NewMail
    orders.push({ audience, order: newOrder(mail, await readSentences(template, tx), at) })
  }
  if (templates.customer && email !== null) {
    const readUrl = await createReadUrl(tx, { kind, booking, extra, at })
    await add("customer", [{ name: isVerified ? name : "", address: email }], readUrl === null ? {} : { readUrl })
  }
  if (templates.owner && concernsOwner(kind, booking, extra)) await add("owner", await readOwnerAddresses(tx))
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

export function customerMailId({ ordered }: OrderedBookingMails): Id | null {
  return ordered.find(({ audience }) => audience === "customer")?.id ?? null
}

/** Owners get no mail about their own acts. */
function concernsOwner(kind: BookingMailKind, booking: BookingFacts, extra: object): boolean {
  if (kind === "requested" || kind === "cart-requested") return !booking.placedByOwner
  if (kind === "cancelled") return "by" in extra && extra.by === "customer" && !("noticedOn" in extra)
  return true
}

/** Warns before the account's erasure (D31). */
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

/** For customers without a password (D56). null when the mail already brings a link. */
async function createReadUrl(
  tx: Transaction,
  { kind, booking, extra, at }: { kind: BookingMailKind; booking: BookingFacts; extra: object; at: Date },
): Promise<string | null> {
  const hasOwnLink = "contract" in extra && extra.contract !== null
  if (!leadsToBooking.has(kind) || hasOwnLink || !booking.placedByOwner) return null
  const [row] = await tx
    .select({ id: bookings.id, returnsOn: bookings.returnsOn, credential: credentials.userId })
    .from(bookings)
    .leftJoin(credentials, eq(credentials.userId, bookings.userId))
    .where(eq(bookings.id, booking.id))
  if (!row || row.credential !== null) return null
  const { secret } = await createBookingLink(tx, {
    booking: row,
    purpose: "read",
    at,
  })
  return signingUrl(secret)
}
