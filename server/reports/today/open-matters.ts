import { asc, inArray, sql } from "drizzle-orm"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import {
  type NextPayment,
  PAYMENT_REACH_DAYS,
  instalmentKind,
  nextPayment,
} from "../../../domain/finance/next-payment.ts"
import type { InstalmentKind } from "../../../domain/finance/payment.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { openMatters } from "../../platform/schema/money.ts"

type MatterBooking = { id: BookingId; number: number; clientName: string; productName: string; firstDay: Day }

/** `change`: an earlier version was signed and stays in force (D59). */
export type ContractToSign = MatterBooking & { dueAt: Date | null; change: boolean }

/** `kind` is null when several instalments are due together. */
export type PaymentToCome = MatterBooking & { payment: NextPayment; kind: InstalmentKind | null }

export type Matters<Matter> = { items: Matter[]; count: number }

type OpenMatters = {
  contracts: Matters<ContractToSign>
  payments: Matters<PaymentToCome>
  later: { count: number; amount: Cents }
}

/** Counts in the database and reads only the visible rows. */
export async function readOpenMatters(now: Date, max: number): Promise<OpenMatters> {
  const [contracts, { payments, later }] = await Promise.all([
    listContractsToSign(now, max),
    listPaymentsToCome(now, max),
  ])
  return { contracts, payments, later }
}

/** Expired contracts no longer wait (D12, D59), except one sent after the event began. */
async function listContractsToSign(now: Date, max: number): Promise<Matters<ContractToSign>> {
  const { rows } = await db.execute<{
    id: BookingId
    number: string
    name: string
    product_name: string
    first_day: Day
    due_at: Date | null
    change: boolean
    count: string
  }>(sql`
    select booking.id, number, profiles.name, product_name, first_day, due_at, change, count(*) over () as count
    from contracts
    join bookings booking on booking.id = booking_id
    join profiles on profiles.id = user_id
    cross join lateral (
      select exists (select from contracts signed where signed.booking_id = booking.id and signed.status = 'signed') as change
    ) earlier
    where booking.status = 'confirmed' and returns_on >= ${dayInParis(now)}::date
      -- A contract without a deliverable mail is overdue only until its first day (D78).
      and (due_at is not null or first_day >= ${dayInParis(now)}::date)
      and (contracts.status = 'sent' and (due_at is not null or change) or contracts.status = 'prepared' and change)
      and (due_at is null or due_at > ${now.toISOString()}::timestamptz
        or due_at > first_day::timestamp at time zone 'Europe/Paris')
    order by due_at nulls last, first_day, number limit ${max}`)
  return {
    items: rows.map((row) => ({
      id: row.id,
      number: Number(row.number),
      clientName: row.name,
      productName: row.product_name,
      firstDay: row.first_day,
      dueAt: row.due_at && new Date(row.due_at),
      change: row.change,
    })),
    count: Number(rows[0]?.count ?? 0),
  }
}

type PaymentsFigures = { payments: BookingId[]; payment_count: number; later_count: number; later_amount: string }

/** Demonstration money is never collected (D73). */
const isReal = sql`booking_id not in (select id from bookings where is_demonstration)`

/** `open_matters` must agree with `nextPayment` in the domain; a test compares them. */
async function listPaymentsToCome(now: Date, max: number): Promise<Pick<OpenMatters, "payments" | "later">> {
  const today = dayInParis(now)
  const reach = sql`${addDays(today, PAYMENT_REACH_DAYS)}::date`
  const { rows } = await db.execute<PaymentsFigures>(sql`
    with near as materialized (
      select booking_id, payment_due_on as due_on,
        coalesce(payment_due_on <= ${today}::date, true) and coalesce(payment_late_after < ${today}::date, false) as late
      from ${openMatters} where payment_amount is not null and coalesce(payment_due_on <= ${reach}, true) and ${isReal}
    ), soonest as (
      -- Keeps ties on the last visible day: their order depends on their bookings.
      select * from near order by late desc, due_on nulls first fetch first (${max}::integer) rows with ties
    )
    select
      (select coalesce((array_agg(id order by late desc, due_on nulls first, first_day < ${today}::date, first_day, number))[1:${max}::integer], '{}')
        from soonest join bookings on bookings.id = booking_id) as payments,
      (select count(*) from near)::integer as payment_count,
      count(*)::integer as later_count, coalesce(sum(payment_amount), 0) as later_amount
    from ${openMatters} where payment_due_on > ${reach} and ${isReal}`)
  const [figures] = rows
  if (!figures) throw new Error("The payments to come could not be counted")
  const paymentsById = await readPayments(figures.payments, today)
  return {
    payments: { items: figures.payments.flatMap((id) => paymentsById.get(id) ?? []), count: figures.payment_count },
    later: { count: figures.later_count, amount: Number(figures.later_amount) },
  }
}

const netPaid = (booking: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(amount), 0) from payments where booking_id = ${booking})
  - (select coalesce(sum(amount), 0) from refunds where booking_id = ${booking} and kind = 'refund' and dropped_at is null)`

async function readPayments(ids: BookingId[], today: Day): Promise<Map<string, PaymentToCome>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      clientName: sql<string>`(select name from profiles where profiles.id = ${bookings.userId})`,
      productName: bookings.productName,
      firstDay: bookings.firstDay,
      paid: sql<number>`${netPaid(sql`${bookings.id}`)}`.mapWith(Number),
      instalments: sql<{ kind: InstalmentKind; amount: Cents; dueOn: Day | null }[]>`(
        select json_agg(json_build_object('kind', kind, 'amount', amount, 'dueOn', due_on) order by position)
        from instalments_in_force(${bookings.id}))`,
    })
    .from(bookings)
    .where(inArray(bookings.id, ids))
    .orderBy(asc(bookings.number))
  return new Map(
    rows.flatMap(({ paid, instalments, ...row }) => {
      const payment = nextPayment(instalments, paid, today)
      if (!payment) return []
      return [[row.id, { ...row, payment, kind: instalmentKind(payment, { instalments, paid }) }] as const]
    }),
  )
}
