import { randomUUID } from "node:crypto"
import { type Table, eq, sql } from "drizzle-orm"
import type { PaymentStatus } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Transaction, pool, transaction } from "../../server/platform/database.server.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { closeTakings } from "../../server/money/finance/takings/close.ts"
import type { PostalAddress } from "../../domain/booking/booking.ts"
import { toHomeColumns } from "../../domain/booking/home.ts"
import { profiles, users } from "../../server/platform/schema/accounts.ts"
import { analyzeOccupancy, insertClaims } from "../../server/availability/ranges.ts"
import { bookings, rentals } from "../../server/platform/schema/bookings.ts"
import { productOptions, products } from "../../server/platform/schema/catalog.ts"
import { contactMessages, newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { instalments, payments } from "../../server/platform/schema/money.ts"
import { instalmentsOf, paymentsDueBy } from "../booking-money.ts"
import { eventDetails, events } from "../../server/platform/schema/events.ts"
import { daysBefore } from "../days-before.ts"
import { toRentalRow } from "../../server/booking-record/rentals.ts"
import { type LargeBooking, largeBookings } from "./bookings.ts"
import { insertContracts } from "./contracts.ts"
import { type Chance, chanceFrom } from "./chance.ts"
import { type DeliveredMail, largeMails, largeMessages, largeSubscriptions } from "./correspondence.ts"
import { insertRows } from "./insert-rows.ts"
import { largeProducts } from "./products.ts"
import { firstNames, lastNames, streets, towns } from "./words.ts"

export type LargeCounts = {
  customers: number
  products: number
  activeProducts: number
  bookings: number
  subscribers: number
  messages: number
  mails: number
}

export const largeCounts: LargeCounts = {
  customers: 3_000,
  products: 300,
  activeProducts: 12,
  bookings: 5_000,
  subscribers: 2_000,
  messages: 1_500,
  mails: 3_000,
}

export const hugeCounts: LargeCounts = {
  customers: 20_000,
  products: 1_000,
  activeProducts: 1_000,
  bookings: 50_000,
  subscribers: 2_000,
  messages: 1_500,
  mails: 3_000,
}

/** Disabled while inserting: their results are written with the rows or computed once at the end. */
const deferredTriggers = [
  ["bookings", "bookings_matters_new"],
  ["bookings", "bookings_payment_status"],
  ["bookings", "bookings_pages_new"],
  ["contracts", "contracts_pages_new"],
  ["contracts", "contracts_settle_new"],
  ["instalments", "instalments_settle"],
  ["instalments", "instalments_total"],
  ["payments", "payments_checked"],
  ["payments", "payments_settle"],
] as const

const MARKER_EMAIL = "grande-demonstration-1@exemple.example"
const ROWS_AT_ONCE = 500
/** One customer in this many pays late. */
const LATE_PAYER = 40

/** All or nothing; false when already seeded. Deterministic except for ids. */
export async function seedLarge(at: Date = new Date(), counts: LargeCounts = largeCounts): Promise<boolean> {
  const added = await transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`set local statement_timeout = '5min'`)
    // The final VACUUM fills the text indexes in one go.
    await tx.execute(sql`set local gin_pending_list_limit = '1GB'`)
    // Two concurrent runs would both find nothing.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed-large', 0))`)
    const [existing] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, MARKER_EMAIL))
    if (existing) return false
    const chance = chanceFrom(1876)
    const customers = await insertCustomers(tx, counts.customers, chance, at)
    const newProducts = largeProducts(counts.products, counts.activeProducts, chance, at)
    await insertRowsInParts(
      tx,
      products,
      newProducts.map(({ row }) => row),
    )
    await insertRowsInParts(
      tx,
      productOptions,
      newProducts.flatMap(({ optionRows }) => optionRows),
    )
    const booked = largeBookings({
      numbers: await nextBookingNumbers(tx, counts.bookings),
      products: newProducts,
      customerIds: customers.map(({ id }) => id),
      terms: await readFinanceSettings(tx),
      chance,
      at,
    })
    const confirmed = booked.map(({ booking }) => booking).filter(({ confirmedAt }) => confirmedAt !== null)
    const paid = new Map(
      confirmed.map((each, index) => [each.id, index % LATE_PAYER === 0 ? [] : paymentsDueBy(each, dayInParis(at))]),
    )
    for (const [table, trigger] of deferredTriggers)
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger ${sql.identifier(trigger)}`)
    await insertRowsInParts(
      tx,
      bookings,
      booked.map(({ booking }) => ({
        ...booking,
        paymentStatus: initialPaymentStatus(booking, paid.get(booking.id) ?? []),
      })),
    )
    await insertRowsInParts(
      tx,
      rentals,
      booked.flatMap(({ booking, rentals: ofBooking }) => ofBooking.map((rental) => toRentalRow(booking.id, rental))),
    )
    await insertEachPart(
      booked.flatMap(({ occupied }) => occupied),
      (part) => insertClaims(tx, part),
    )
    // Autovacuum comes minutes later; until then plans assume an empty shop.
    await tx.execute(sql`analyze profiles, products, bookings, rentals`)
    await analyzeOccupancy(tx)
    const contracted = await insertContracts(
      tx,
      confirmed.map(({ id }) => id),
    )
    if (!contracted) await insertRowsInParts(tx, instalments, confirmed.flatMap(instalmentsOf))
    await insertRowsInParts(
      tx,
      payments,
      // The register of takings requires chronological order.
      [...paid.values()].flat().toSorted((a, b) => (a.recordedAt?.getTime() ?? 0) - (b.recordedAt?.getTime() ?? 0)),
    )
    // A table with pending deferred constraints cannot be altered.
    await tx.execute(sql`analyze contracts, instalments, payments`)
    await tx.execute(sql`set constraints all immediate`)
    for (const [table, trigger] of deferredTriggers)
      await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger ${sql.identifier(trigger)}`)
    await tx.execute(sql`select keep_open_matters(array(select id from bookings))`)
    await insertEvents(tx, booked, new Map(customers.map(({ id, name }) => [id, name])))
    await insertRowsInParts(tx, newsletterSubscriptions, largeSubscriptions(counts.subscribers, chance, at))
    await insertRowsInParts(tx, contactMessages, largeMessages(counts.messages, chance, at))
    await insertEachPart(largeMails(counts.mails, customers, chance, at), (mails) => insertMails(tx, mails))
    return true
  })
  if (!added) return false
  // Like the nightly job, leaves only today open in the register.
  await closeTakings(at)
  await vacuum()
  return true
}

/** Exceeds the default statement timeout. */
async function vacuum(): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '5min'")
    await client.query("vacuum analyze")
  } finally {
    // Destroys the connection, because its timeout was raised.
    client.release(true)
  }
}

async function nextBookingNumbers(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ number: number }>(sql`
    select nextval(pg_get_serial_sequence('bookings', 'number')) as number from generate_series(1, ${count}::integer)`)
  return rows.map(({ number }) => number)
}

/** Must match the SQL function `payment_status_of`; a test compares them. */
function initialPaymentStatus(booking: LargeBooking["booking"], paid: readonly { amount: Cents }[]): PaymentStatus {
  const [first] = instalmentsOf(booking)
  if (!first) return "none"
  const sum = paid.reduce((total, { amount }) => total + amount, 0)
  if (sum >= booking.total) return "paid"
  return first.kind === "down-payment" && sum >= first.amount ? "down_payment_paid" : "awaiting"
}

function savedAndHome(address: PostalAddress) {
  return { ...address, ...toHomeColumns(address) }
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
      email: index === 0 ? MARKER_EMAIL : `grande-demonstration-${index + 1}@exemple.example`,
      ...savedAndHome({ street: `${chance.between(1, 120)} ${chance.pick(streets)}`, zipCode, city }),
      createdAt,
      isExample: true,
      phone: `06 39 98 ${chance.between(10, 99)} ${chance.between(10, 99)}`,
      lastSignInAt: chance.next() < 0.8 ? createdAt : null,
    }
  })
  // Without a password, nobody can sign in as one of them.
  await insertRowsInParts(
    tx,
    users,
    rows.map(({ id, name, email, createdAt }) => ({ id, name, email, createdAt })),
  )
  await insertRowsInParts(tx, profiles, rows)
  return rows
}

async function insertEvents(
  tx: Transaction,
  booked: readonly LargeBooking[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const eventRows = booked.flatMap(({ booking: { id, userId, status, total, dates, createdAt } }) => {
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
        actorId: null,
        action: `booking.${status}`,
        details: { from: "pending" },
      },
    ]
  })
  await insertEachPart(
    eventRows.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    async (rows) => {
      const ids = await insertRows(tx, events, rows)
      await insertRows(
        tx,
        eventDetails,
        rows.map(({ actorId }, index) => ({ eventId: Number(ids[index]), actorName: names.get(actorId ?? "") ?? "" })),
      )
    },
  )
}

/** Writes the ledger only: nothing is sent. */
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

function insertRowsInParts<Rows extends Table>(
  tx: Transaction,
  table: Rows,
  rows: readonly Rows["$inferInsert"][],
): Promise<void> {
  return insertEachPart(rows, (part) => insertRows(tx, table, part))
}

/** Prepares each part while PostgreSQL inserts the one before. */
async function insertEachPart<Row>(rows: readonly Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> {
  let previous: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const inserted = Promise.all([previous, insert(rows.slice(from, from + ROWS_AT_ONCE))])
    // Prevents an unhandled rejection: it is awaited one iteration later.
    inserted.catch(() => undefined)
    await previous
    previous = inserted
  }
  await previous
}
