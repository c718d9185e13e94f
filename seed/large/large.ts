import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { dayInParis } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { type Transaction, db, transaction } from "../../server/database.server.ts"
import { readFinanceSettings } from "../../server/finance/queries.ts"
import { profiles, users } from "../../server/schema/accounts.ts"
import { occupancy } from "../../server/schema/availability.ts"
import { bookings } from "../../server/schema/bookings.ts"
import { productOptions, products } from "../../server/schema/catalogue.ts"
import { contactMessages, newsletterSubscriptions } from "../../server/schema/content.ts"
import { instalments, payments } from "../../server/schema/money.ts"
import { instalmentsOf, paymentsDueBy } from "../booking-money.ts"
import { eventDetails, events } from "../../server/schema/events.ts"
import { daysBefore } from "../days-before.ts"
import { type LargeBooking, largeBookings } from "./bookings.ts"
import { insertContracts } from "./contracts.ts"
import { type Chance, chanceFrom } from "./chance.ts"
import { type DeliveredMail, largeMails, largeMessages, largeSubscriptions } from "./correspondence.ts"
import { knowAfter } from "./know-after.ts"
import { largeProducts } from "./products.ts"
import { firstNames, lastNames, streets, towns } from "./words.ts"

export type LargeCounts = {
  customers: number
  products: number
  /** How many of the products the public sees: the others are there for the owner's lists. */
  shown: number
  bookings: number
  subscribers: number
  messages: number
  mails: number
}

/** As many as the lists of the back office are measured with. */
export const largeCounts: LargeCounts = {
  customers: 3_000,
  products: 300,
  shown: 12,
  bookings: 5_000,
  subscribers: 2_000,
  messages: 1_500,
  mails: 3_000,
}

/** As many as no shop of this kind will have: what is slow here grows with the shop. */
export const hugeCounts: LargeCounts = {
  customers: 20_000,
  products: 1_000,
  shown: 1_000,
  bookings: 50_000,
  subscribers: 2_000,
  messages: 1_500,
  mails: 3_000,
}

/** Known by its first customer. */
const MARK = "grande-demonstration-1@exemple.example"
const ROWS_AT_ONCE = 500
/** What has come due is paid, but by one customer in so many. */
const LATE_PAYER = 40

/**
 * Adds the customers, products, bookings and letters of a large company, all marked as examples or at addresses that
 * cannot exist, the same at every run but for their ids. All or nothing. Answers false when they are there already.
 */
export async function seedLarge(at: Date = new Date(), counts: LargeCounts = largeCounts): Promise<boolean> {
  const added = await transaction(async (tx) => {
    // An operator waits for it; a page would not.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`set local statement_timeout = '5min'`)
    // Two at once would both find nothing.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed-large', 0))`)
    const [known] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, MARK))
    if (known) return false
    const chance = chanceFrom(1876)
    const customers = await insertCustomers(tx, counts.customers, chance, at)
    const made = largeProducts(counts.products, counts.shown, chance, at)
    await inParts(
      made.map(({ row }) => row),
      (rows) => tx.insert(products).values(rows),
    )
    await inParts(
      made.flatMap(({ optionRows }) => optionRows),
      (rows) => tx.insert(productOptions).values(rows),
    )
    const booked = largeBookings(
      counts.bookings,
      made,
      customers.map(({ id }) => id),
      await readFinanceSettings(tx),
      chance,
      at,
    )
    await inParts(
      booked.map(({ booking }) => booking),
      (rows) => tx.insert(bookings).values(rows),
    )
    await nameTransfers(tx)
    await inParts(
      booked.flatMap(({ occupied }) => occupied),
      (rows) => tx.insert(occupancy).values(rows),
    )
    // What PostgreSQL does by itself within minutes: until then it plans as for an empty shop.
    await tx.execute(sql`analyze profiles, products, bookings, occupancy`)
    // What is due and what is paid changes a booking's payment status, a row with many indexes: it is settled with what is
    // paid, and once at the end where nothing is. Nobody else writes instalments meanwhile.
    await tx.execute(sql`alter table instalments disable trigger instalments_settle`)
    const agreed = booked.map(({ booking }) => agreedOf(booking))
    const confirmed = agreed.filter(({ confirmedAt }) => confirmedAt !== null)
    const contracted = await insertContracts(
      tx,
      confirmed.map(({ id }) => id),
    )
    if (!contracted) {
      await inParts(
        agreed.flatMap(instalmentsOf),
        (rows) => tx.insert(instalments).values(rows),
        (parts) => knowAfter(tx, parts, "instalments"),
      )
    }
    await inParts(
      // In the order in which they came: the register of takings keeps it.
      confirmed
        .flatMap((each, index) => (index % LATE_PAYER === 0 ? [] : paymentsDueBy(each, dayInParis(at))))
        .toSorted((a, b) => (a.recordedAt?.getTime() ?? 0) - (b.recordedAt?.getTime() ?? 0)),
      (rows) => tx.insert(payments).values(rows),
      (parts) => knowAfter(tx, parts, "payments"),
    )
    await tx.execute(sql`select settle_bookings(array(select id from bookings where status = 'confirmed'))`)
    // The sums of the contracts, which PostgreSQL would check at the end: a table with checks due cannot be altered.
    await tx.execute(sql`set constraints all immediate`)
    await tx.execute(sql`alter table instalments enable trigger instalments_settle`)
    await insertEvents(tx, booked, new Map(customers.map(({ id, name }) => [id, name])))
    await inParts(largeSubscriptions(counts.subscribers, chance, at), (rows) =>
      tx.insert(newsletterSubscriptions).values(rows),
    )
    await inParts(largeMessages(counts.messages, chance, at), (rows) => tx.insert(contactMessages).values(rows))
    await inParts(largeMails(counts.mails, customers, chance, at), (mails) => insertMails(tx, mails))
    return true
  })
  if (added) await db.execute(sql`vacuum analyze`)
  return added
}

function agreedOf({ id, total, firstDay, confirmedAt, agreement }: LargeBooking["booking"]) {
  return { id, total, firstDay, confirmedAt: confirmedAt ?? null, agreement: agreement ?? null }
}

async function insertCustomers(
  tx: Transaction,
  count: number,
  chance: Chance,
  at: Date,
): Promise<{ id: ProfileId; name: string; email: string }[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const [zipCode, city] = chance.pick(towns)
    const name = `${firstNames[index % firstNames.length]} ${lastNames[Math.floor(index / firstNames.length) % lastNames.length]}`
    const createdAt = daysBefore(at, chance.between(1, 700))
    return {
      id: randomUUID(),
      name,
      email: index === 0 ? MARK : `grande-demonstration-${index + 1}@exemple.example`,
      street: `${chance.between(1, 120)} ${chance.pick(streets)}`,
      zipCode,
      city,
      createdAt,
      isExample: true,
      phone: `06 39 98 ${chance.between(10, 99)} ${chance.between(10, 99)}`,
      lastSignInAt: chance.next() < 0.8 ? createdAt : null,
    }
  })
  // They have no password: nobody can sign in as one of them.
  await inParts(rows, (part) =>
    tx.insert(users).values(part.map(({ id, name, email, createdAt }) => ({ id, name, email, createdAt }))),
  )
  await inParts(rows, (part) => tx.insert(profiles).values(part))
  return rows
}

async function insertEvents(
  tx: Transaction,
  booked: readonly LargeBooking[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const told = booked.flatMap(({ booking: { id, userId, status, total, dates, createdAt } }) => {
    const subject = { subjectKind: "booking", subjectId: id, bookingId: id }
    const placed = {
      ...subject,
      at: createdAt,
      actorKind: "customer" as const,
      actorId: userId,
      accountId: userId,
      action: "booking.placed",
      details: { total, days: dates },
    }
    if (status === "pending") return [placed]
    const answeredAt = new Date(createdAt.getTime() + 7_200_000)
    return [
      placed,
      {
        ...subject,
        at: answeredAt,
        actorKind: "system" as const,
        action: `booking.${status}`,
        details: { from: "pending" },
      },
    ]
  })
  await inParts(
    told.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    async (rows) => {
      const inserted = await tx.insert(events).values(rows).returning({ eventId: events.id, actorId: events.actorId })
      await tx
        .insert(eventDetails)
        .values(inserted.map(({ eventId, actorId }) => ({ eventId, actorName: names.get(actorId ?? "") ?? "" })))
    },
  )
}

/** As the ledger keeps what a mail server has taken: nothing of it is sent. */
async function insertMails(tx: Transaction, mails: readonly DeliveredMail[]): Promise<void> {
  const rows = mails.map(({ id, data, at }) => ({ id, data, at: at.toISOString() }))
  await tx.execute(sql`
    with delivered as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as mail (id uuid, data jsonb, at timestamptz)),
      entered as (
        insert into mails (id, template, message_id, ordered_at, state, tries, last_tried_at, settled_at)
        select id, data ->> 'template', id || '@exemple.example', at, 'sent', 1, at, at + interval '2 seconds' from delivered)
    insert into mail_details (mail_id, recipients, data, answer, words)
    select id, data -> 'to', data -> 'data', '250 2.0.0 Ok: queued',
      without_accents(jsonb_path_query_array(data, '$.to[*].*')::text || ' ' || jsonb_path_query_array(data, '$.data.*')::text)
    from delivered`)
}

/** `after` hears how many parts have been sent. Each is made while PostgreSQL still does the one before: both are busy. */
async function inParts<Row>(
  rows: readonly Row[],
  insert: (rows: Row[]) => PromiseLike<unknown>,
  after?: (parts: number) => Promise<void>,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const sent = insert(rows.slice(from, from + ROWS_AT_ONCE)).then(() => undefined)
    const inserted = Promise.all([before, sent])
    // Heard of when it is waited for, one part later.
    inserted.catch(() => undefined)
    await before
    await after?.(from / ROWS_AT_ONCE + 1)
    before = inserted
  }
  await before
}

/** A booking's number is known once it is there: what its transfers are named by follows. */
async function nameTransfers(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ id: string; number: number }>(sql`
    select id, number from bookings where agreement #>> '{transfer,reference}' = ${paymentReference(0)}`)
  const named = rows.map(({ id, number }) => ({ id, reference: paymentReference(number) }))
  await inParts(named, (part) =>
    tx.execute(sql`
      update bookings set agreement = jsonb_set(agreement, '{transfer,reference}', to_jsonb(reference))
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as named (id uuid, reference text) where bookings.id = named.id`),
  )
}
