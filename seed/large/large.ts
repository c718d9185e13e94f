import { randomUUID } from "node:crypto"
import { type Table, eq, sql } from "drizzle-orm"
import type { PaymentStatus } from "../../domain/booking/status.ts"
import { dayInParis } from "../../domain/day.ts"
import type { Cents } from "../../domain/money.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Transaction, pool, transaction } from "../../server/platform/database.server.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { closeTakings } from "../../server/money/finance/takings/close.ts"
import { profiles, users } from "../../server/platform/schema/accounts.ts"
import { analyzeOccupancy, insertBookedUnits } from "../../server/availability/seeded-units.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { productOptions, products } from "../../server/platform/schema/catalog.ts"
import { contactMessages, newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { instalments, payments } from "../../server/platform/schema/money.ts"
import { instalmentsOf, paymentsDueBy } from "../booking-money.ts"
import { eventDetails, events } from "../../server/platform/schema/events.ts"
import { daysBefore } from "../days-before.ts"
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

/**
 * What is worked out for each row when rows come one by one, and is the same here for all: a booking's payment status comes
 * with it, its money is no more than what was asked for, what it leaves open is worked out at the end, and the public pages are
 * told once, by its days.
 */
const settledAtOnce = [
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
    // Words are put into their indexes together, by the last VACUUM.
    await tx.execute(sql`set local gin_pending_list_limit = '1GB'`)
    // Two at once would both find nothing.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('seed-large', 0))`)
    const [known] = await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, MARK))
    if (known) return false
    const chance = chanceFrom(1876)
    const customers = await insertCustomers(tx, counts.customers, chance, at)
    const made = largeProducts(counts.products, counts.shown, chance, at)
    await insertParts(
      tx,
      products,
      made.map(({ row }) => row),
    )
    await insertParts(
      tx,
      productOptions,
      made.flatMap(({ optionRows }) => optionRows),
    )
    const booked = largeBookings(
      await numbersOf(tx, counts.bookings),
      made,
      customers.map(({ id }) => id),
      await readFinanceSettings(tx),
      chance,
      at,
    )
    const confirmed = booked.map(({ booking }) => booking).filter(({ confirmedAt }) => confirmedAt !== null)
    const paid = new Map(
      confirmed.map((each, index) => [each.id, index % LATE_PAYER === 0 ? [] : paymentsDueBy(each, dayInParis(at))]),
    )
    for (const [table, trigger] of settledAtOnce)
      await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger ${sql.identifier(trigger)}`)
    await insertParts(
      tx,
      bookings,
      booked.map(({ booking }) => ({
        ...booking,
        paymentStatus: paymentStatusOf(booking, paid.get(booking.id) ?? []),
      })),
    )
    await inParts(
      booked.flatMap(({ occupied }) => occupied),
      (part) => insertBookedUnits(tx, part),
    )
    // PostgreSQL does it by itself within minutes: until then it plans as for an empty shop.
    await tx.execute(sql`analyze profiles, products, bookings`)
    await analyzeOccupancy(tx)
    const contracted = await insertContracts(
      tx,
      confirmed.map(({ id }) => id),
    )
    if (!contracted) await insertParts(tx, instalments, confirmed.flatMap(instalmentsOf))
    await insertParts(
      tx,
      payments,
      // In the order in which they came: the register of takings keeps it.
      [...paid.values()].flat().toSorted((a, b) => (a.recordedAt?.getTime() ?? 0) - (b.recordedAt?.getTime() ?? 0)),
    )
    // What PostgreSQL would check and register at the end: a table of which that is due cannot be altered.
    await tx.execute(sql`analyze contracts, instalments, payments`)
    await tx.execute(sql`set constraints all immediate`)
    for (const [table, trigger] of settledAtOnce)
      await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger ${sql.identifier(trigger)}`)
    await tx.execute(sql`select keep_open_matters(array(select id from bookings))`)
    await insertEvents(tx, booked, new Map(customers.map(({ id, name }) => [id, name])))
    await insertParts(tx, newsletterSubscriptions, largeSubscriptions(counts.subscribers, chance, at))
    await insertParts(tx, contactMessages, largeMessages(counts.messages, chance, at))
    await inParts(largeMails(counts.mails, customers, chance, at), (mails) => insertMails(tx, mails))
    return true
  })
  if (!added) return false
  // As the job of the night does: only what comes today is still open in the register.
  await closeTakings(at)
  await vacuum()
  return true
}

/** What PostgreSQL does by itself within minutes. It takes longer than a page would wait. */
async function vacuum(): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '5min'")
    await client.query("vacuum analyze")
  } finally {
    // Nobody else gets a connection that waits so long.
    client.release(true)
  }
}

/** The next numbers of bookings, which name their transfers. */
async function numbersOf(tx: Transaction, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ number: number }>(sql`
    select nextval(pg_get_serial_sequence('bookings', 'number')) as number from generate_series(1, ${count}::integer)`)
  return rows.map(({ number }) => number)
}

/** What `payment_status_of` says of a booking without refunds; a test compares them. */
function paymentStatusOf(booking: LargeBooking["booking"], paid: readonly { amount: Cents }[]): PaymentStatus {
  const [first] = instalmentsOf(booking)
  if (!first) return "none"
  const sum = paid.reduce((total, { amount }) => total + amount, 0)
  if (sum >= booking.total) return "paid"
  return first.kind === "down-payment" && sum >= first.amount ? "down_payment_paid" : "awaiting"
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
  await insertParts(
    tx,
    users,
    rows.map(({ id, name, email, createdAt }) => ({ id, name, email, createdAt })),
  )
  await insertParts(tx, profiles, rows)
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
        actorId: null,
        action: `booking.${status}`,
        details: { from: "pending" },
      },
    ]
  })
  await inParts(
    told.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
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

function insertParts<Rows extends Table>(
  tx: Transaction,
  table: Rows,
  rows: readonly Rows["$inferInsert"][],
): Promise<void> {
  return inParts(rows, (part) => insertRows(tx, table, part))
}

/** Each part is made while PostgreSQL still does the one before: both are busy. */
async function inParts<Row>(rows: readonly Row[], insert: (rows: Row[]) => Promise<unknown>): Promise<void> {
  let before: Promise<unknown> = Promise.resolve()
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const inserted = Promise.all([before, insert(rows.slice(from, from + ROWS_AT_ONCE))])
    // Heard of when it is waited for, one part later.
    inserted.catch(() => undefined)
    await before
    before = inserted
  }
  await before
}
