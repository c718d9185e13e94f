import { and, eq, sql } from "drizzle-orm"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import type { Sentences } from "../../domain/correspondence/sentences.ts"
import type { Day } from "../../domain/day.ts"
import { type Executor, type Transaction, together } from "../database.server.ts"
import { preparedSql } from "../database/prepared.ts"
import { users } from "../schema/accounts.ts"
import { type BookingFacts, readBookingFacts } from "./booking-facts.ts"
import {
  type Audience,
  type BookingMailExtras,
  type BookingMailKind,
  type BookingTemplateName,
  bookingTemplates,
  frozen,
  tellsOfSigned,
} from "./booking-mail-kinds.ts"
import type { MailAddress, MailName, MailOrder, NewMail } from "./mails.ts"
import { readUrlFor } from "./read-link.ts"
import { type OrderOptions, newOrder, orderMail, orderMails, ownerAddresses } from "./order-mail.ts"

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
  const [booking, said] = await together(
    readBookingFacts(tx, bookingId, { asSigned: tellsOfSigned.has(kind) }),
    readCorrespondence(tx, kind),
  )
  const { customer } = bookingTemplates[kind]
  const { email, isExample } = booking.client
  const leads = customer !== null && email !== null && !isExample
  const readUrl = leads ? await readUrlFor(tx, kind, booking, extra, at) : null
  const { send, ...mails } = promisedBookingMails(kind, booking, said, extra, at, { ...options, readUrl })
  await send(tx)
  return mails
}

/** What a kind of mail says in the company's own words, and who reads it there. */
export type Correspondence = { sentences: Record<Audience, Sentences | null>; owners: readonly MailAddress[] }

const correspondence = preparedSql<{
  sentences: Partial<Record<MailName, Sentences>>
  company: MailAddress | null
  administrators: MailAddress[]
}>(
  "correspondence",
  (given) => sql`
    select
      coalesce((select jsonb_object_agg(template, jsonb_build_object(
          'subject', subject, 'greeting', greeting, 'intro', intro, 'closing', closing))
        from mail_sentences where template = any(${given("templates")}::text[])), '{}') as sentences,
      (select jsonb_build_object('name', company_name, 'address', company_email) from site_config limit 1) as company,
      coalesce((select jsonb_agg(jsonb_build_object('name', name, 'address', email) order by created_at)
        from profiles where role = 'admin'), '[]') as administrators`,
)

export async function readCorrespondence(executor: Executor, kind: BookingMailKind): Promise<Correspondence> {
  const { customer, owner }: Record<Audience, BookingTemplateName | null> = bookingTemplates[kind]
  const { rows } = await correspondence(executor).execute({
    templates: [customer, owner].filter((name) => name !== null),
  })
  const [row] = rows
  if (!row) throw new Error("What the mails say could not be read")
  const { sentences, company, administrators } = row
  const saidIn = (name: BookingTemplateName | null) => (name && sentences[name]) ?? null
  return {
    sentences: { customer: saidIn(customer), owner: saidIn(owner) },
    // Of a shop that nobody has opened yet, the first reader makes the row.
    owners: company === null ? await ownerAddresses(executor) : company.address ? [company] : administrators,
  }
}

/**
 * The mails of one turn of a booking as `send` orders them in its transaction, with statements that need no answer
 * (`inOneFlight`). `readUrl`: where the customer reads the booking without a password.
 */
export function promisedBookingMails<Kind extends BookingMailKind>(
  kind: Kind,
  booking: BookingFacts,
  { sentences, owners }: Correspondence,
  extra: BookingMailExtras[Kind],
  at: Date,
  { readUrl = null, ...options }: Pick<OrderOptions, "startAfter" | "event"> & { readUrl?: string | null } = {},
): OrderedBookingMails & { send: (tx: Transaction) => Promise<void> } {
  const templates: Record<Audience, BookingTemplateName | null> = bookingTemplates[kind]
  const { email, isVerified, isExample } = booking.client
  // What the demonstration made is mailed to nobody: neither to addresses that do not exist, nor to the owner.
  if (isExample) return { ordered: [], customer: "not-addressed", send: () => Promise.resolve() }
  const order = (audience: Audience, template: BookingTemplateName, to: readonly MailAddress[]) => {
    const read = audience === "customer" && readUrl !== null ? { readUrl } : {}
    // The template is the kind's own: the table says so, which the compiler cannot follow through a generic.
    const mail = { template, to, data: { booking, extra: frozen(extra), ...read } } as NewMail
    return { audience, order: newOrder(mail, sentences[audience], at) }
  }
  const name = isVerified ? booking.client.name : ""
  const orders: { audience: Audience; order: MailOrder }[] = []
  if (templates.customer && email !== null)
    orders.push(order("customer", templates.customer, [{ name, address: email }]))
  if (templates.owner && concernsOwner(kind, booking, extra)) orders.push(order("owner", templates.owner, owners))
  return {
    ordered: orders.map(({ audience, order: { id } }) => ({ audience, id })),
    customer: templates.customer === null ? "not-addressed" : email === null ? "without-mail" : "ordered",
    send: (tx) =>
      orderMails(
        tx,
        orders.map(({ order: each }) => each),
        { ...options, bookingId: booking.id },
      ),
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
