import { asc, inArray, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import { type NextPayment, PAYMENT_REACH_DAYS, nextPayment } from "../../domain/finance/next-payment.ts"
import type { InstalmentKind } from "../../domain/finance/payment.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { db } from "../database.server.ts"
import { bookings } from "../schema/bookings.ts"

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

/**
 * The statement says what `nextPayment` in the domain says of one booking; a test holds both to the same answers.
 * Nothing is owed before the signature (D39): only signed versions count, and what was confirmed before there were any.
 */
async function paymentsToCome(now: Date, max: number): Promise<Pick<OpenMatters, "payments" | "later">> {
  const today = dayInParis(now)
  const { rows } = await db.execute<Found>(sql`
    with unpaid as materialized (
      -- By hand what contract_in_force says, and the sums read once for all: a look for each of twenty thousand bookings
      -- takes five times as long.
      select bookings.id, number, first_day, signed.id as contract,
        coalesce(received.amount, 0) - coalesce(back.amount, 0) as paid, coalesce(goodwill.amount, 0) as goodwill
      from bookings
        left join (select distinct on (booking_id) booking_id, id from contracts
          where status = 'signed' order by booking_id, version desc) signed on signed.booking_id = bookings.id
        left join (select booking_id, sum(amount) as amount from payments group by booking_id) received
          on received.booking_id = bookings.id
        left join (select booking_id, sum(amount) as amount from refunds
          where kind = 'refund' and made_at is not null group by booking_id) back on back.booking_id = bookings.id
        left join (select booking_id, sum(amount) as amount from refunds
          where reason = 'goodwill' and dropped_at is null group by booking_id) goodwill on goodwill.booking_id = bookings.id
      where bookings.status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid')
        and (contract_due_at is null or contract_due_at > ${now.toISOString()}::timestamptz)
        and (signed.id is not null or not exists (
          select from contracts waiting where waiting.booking_id = bookings.id and waiting.status in ('sent', 'prepared')))
    ), asked as (
      select id, number, first_day, position, due_on, paid, least(upto, whole) as asked,
        greatest(0, amount - greatest(0, upto - whole)) as amount
      from (
        select unpaid.*, position, instalments.amount, due_on,
          sum(instalments.amount) over (partition by unpaid.id order by position) as upto,
          sum(instalments.amount) over (partition by unpaid.id) - goodwill as whole
        from unpaid
        join instalments on instalments.booking_id = unpaid.id and contract_id is not distinct from contract
        ) agreed
    ), open as (
      select id, number, first_day, position, due_on, least(amount, asked - paid) as amount,
        due_on is null or due_on <= ${today}::date as due
      from asked where asked > paid
    ), next as (
      select id, number, first_day,
        (array_agg(due_on order by position))[1] as due_on,
        case when (array_agg(due order by position))[1] then sum(amount) filter (where due)
          else (array_agg(amount order by position))[1] end as amount,
        (array_agg(due order by position))[1] and coalesce(bool_or(due_on < ${today}::date), false) as late
      from open group by id, number, first_day
    ), judged as (
      select *, due_on is null or due_on <= ${today}::date + ${PAYMENT_REACH_DAYS}::integer as near from next
    )
    select
      coalesce((array_agg(id order by late desc, due_on nulls first, first_day < ${today}::date, first_day, number)
        filter (where near))[1:${max}::integer], '{}') as payments,
      (count(*) filter (where near))::integer as payment_count,
      (count(*) filter (where not near))::integer as later_count,
      coalesce(sum(amount) filter (where not near), 0) as later_amount
    from judged`)
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
