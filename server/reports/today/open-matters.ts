import { asc, inArray, sql } from "drizzle-orm"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import { type NextPayment, PAYMENT_REACH_DAYS, nextPayment } from "../../../domain/finance/next-payment.ts"
import type { InstalmentKind } from "../../../domain/finance/payment.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { openMatters as kept } from "../../platform/schema/money.ts"

type Concerned = { id: BookingId; number: number; clientName: string; productName: string; firstDay: Day }

/** A contract that waits for its customer. `change`: an earlier version was signed and stays in force (D59). */
export type ContractToSign = Concerned & { dueAt: Date | null; change: boolean }

/** What a confirmed booking is to pay next; `kind` is that of the first instalment in it, null when there are several. */
export type PaymentToCome = Concerned & { payment: NextPayment; kind: InstalmentKind | null }

/** The first of them, in their order, and how many there are in all. */
export type Matters<Matter> = { shown: Matter[]; count: number }

export type OpenMatters = {
  /** Contracts that nobody has signed, the nearest deadline first. */
  contracts: Matters<ContractToSign>
  /** Payments that are late, then those that are near, each by its day. */
  payments: Matters<PaymentToCome>
  /** Payments that are further away than the list reaches. */
  later: { count: number; amount: Cents }
}

/**
 * What confirmed bookings wait for at that moment, counted where they are: however many there are, only those that are
 * shown are read.
 */
export async function openMatters(now: Date, max: number): Promise<OpenMatters> {
  const [contracts, { payments, later }] = await Promise.all([contractsToSign(now, max), paymentsToCome(now, max)])
  return { contracts, payments, later }
}

/**
 * A first contract past its time has ended its booking, and a change past its own has lapsed (D12, D59): neither waits.
 * What was sent once the event had begun ends nothing, and stands here until the event is over.
 */
async function contractsToSign(now: Date, max: number): Promise<Matters<ContractToSign>> {
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
    where booking.status = 'confirmed' and last_day >= ${dayInParis(now)}::date
      -- One that nobody could be given ends with its first day (D78).
      and (due_at is not null or first_day >= ${dayInParis(now)}::date)
      and (contracts.status = 'sent' and (due_at is not null or change) or contracts.status = 'prepared' and change)
      and (due_at is null or due_at > ${now.toISOString()}::timestamptz
        or due_at > first_day::timestamp at time zone 'Europe/Paris')
    order by due_at nulls last, first_day, number limit ${max}`)
  return {
    shown: rows.map((row) => ({
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

type Found = { payments: BookingId[]; payment_count: number; later_count: number; later_amount: string }

/** Nobody is to collect play money (D73). */
const isReal = sql`booking_id not in (select id from bookings where is_demonstration)`

/** What the database keeps of each booking (`open_matters`) is what `nextPayment` in the domain says of it; a test holds both to the same answers. */
async function paymentsToCome(now: Date, max: number): Promise<Pick<OpenMatters, "payments" | "later">> {
  const today = dayInParis(now)
  const reach = sql`${addDays(today, PAYMENT_REACH_DAYS)}::date`
  const { rows } = await db.execute<Found>(sql`
    with near as materialized (
      select booking_id, payment_due_on as due_on,
        coalesce(payment_due_on <= ${today}::date, true) and coalesce(payment_late_after < ${today}::date, false) as late
      from ${kept} where payment_amount is not null and coalesce(payment_due_on <= ${reach}, true) and ${isReal}
    ), soonest as (
      -- Of the last day that is shown, all of them: which come first is for their bookings to say.
      select * from near order by late desc, due_on nulls first fetch first (${max}::integer) rows with ties
    )
    select
      (select coalesce((array_agg(id order by late desc, due_on nulls first, first_day < ${today}::date, first_day, number))[1:${max}::integer], '{}')
        from soonest join bookings on bookings.id = booking_id) as payments,
      (select count(*) from near)::integer as payment_count,
      count(*)::integer as later_count, coalesce(sum(payment_amount), 0) as later_amount
    from ${kept} where payment_due_on > ${reach} and ${isReal}`)
  const [found] = rows
  if (!found) throw new Error("The payments to come could not be counted")
  const known = await readPayments(found.payments, today)
  return {
    payments: { shown: found.payments.flatMap((id) => known.get(id) ?? []), count: found.payment_count },
    later: { count: found.later_count, amount: Number(found.later_amount) },
  }
}

const netPaid = (booking: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(amount), 0) from payments where booking_id = ${booking})
  - (select coalesce(sum(amount), 0) from refunds where booking_id = ${booking} and kind = 'refund' and made_at is not null)`

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
      return [[row.id, { ...row, payment, kind: kindOf(payment, instalments, paid) }] as const]
    }),
  )
}

/** Whose amount it is: an instalment that is open as a whole. */
function kindOf(
  { amount }: NextPayment,
  instalments: readonly { kind: InstalmentKind; amount: Cents }[],
  paid: Cents,
): InstalmentKind | null {
  let asked = 0
  for (const instalment of instalments) {
    if (asked === paid && instalment.amount === amount) return instalment.kind
    asked += instalment.amount
  }
  return null
}
