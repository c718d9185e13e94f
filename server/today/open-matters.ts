import { eq, inArray, sql } from "drizzle-orm"
import type { Agreement } from "../../domain/booking/agreement.ts"
import type { PaymentStatus } from "../../domain/booking/status.ts"
import { type Day, dayInParis } from "../../domain/day.ts"
import { PAYMENT_REACH_DAYS } from "../../domain/finance/payment-due.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { db } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { bookings } from "../schema/bookings.ts"

/** A confirmed booking that is not paid in full. */
export type UnpaidBooking = {
  id: BookingId
  number: number
  clientName: string
  productName: string
  firstDay: Day
  total: Cents
  paymentStatus: PaymentStatus
  confirmedAt: Date | null
  contractDueAt: Date | null
  agreement: Agreement
  hasContract: boolean
}

/** The first of them, in their order, and how many there are in all. */
export type Matters = { shown: UnpaidBooking[]; count: number }

export type OpenMatters = {
  /** Contracts that nobody has signed, the nearest deadline first. */
  contracts: Matters
  /** Payments that are late, then those that are near, each by its day. */
  payments: Matters
  /** Payments that are further away than the list reaches. */
  later: { count: number; amount: Cents }
}

type Found = {
  contracts: BookingId[]
  contract_count: number
  payments: BookingId[]
  payment_count: number
  later_count: number
  later_amount: string
}

/**
 * What confirmed bookings wait for, by what was agreed with each, counted where they are: however many there are, only
 * those that are shown are read.
 * The statement says what `paymentDue` in the domain says of one booking; a test holds both to the same answers.
 */
export async function openMatters(now: Date, most: number): Promise<OpenMatters> {
  const today = dayInParis(now)
  const { rows } = await db.execute<Found>(sql`
    with unpaid as (
      select id, number, first_day, total, payment_status, contract_due_at,
        (coalesce(confirmed_at, ${now.toISOString()}::timestamptz) at time zone 'Europe/Paris')::date as agreed_on,
        first_day - balance_days_before as balance_on,
        (total * down_payment_percent::bigint + 50) / 100 as down
      from bookings
      where status = 'confirmed' and payment_status in ('none', 'awaiting', 'down_payment_paid')
    ), next as (
      select *, payment_status <> 'down_payment_paid' as unsigned,
        case when payment_status = 'down_payment_paid' then balance_on
          when balance_on > least(agreed_on, first_day) and down <= 0 then balance_on
          else least(agreed_on, first_day) end as asked_on,
        case when payment_status = 'down_payment_paid' then total - down
          when balance_on <= least(${today}::date, first_day) or balance_on <= least(agreed_on, first_day) or down >= total or down <= 0 then total
          else down end as amount
      from unpaid
    ), due as (
      select *, unsigned and asked_on <= agreed_on as at_signature,
        case when unsigned and asked_on <= agreed_on
          then coalesce((contract_due_at at time zone 'Europe/Paris')::date, greatest(balance_on, agreed_on))
          else asked_on end as due_on
      from next
    ), judged as (
      select *, amount > 0 as to_pay, at_signature or due_on <= ${today}::date + ${PAYMENT_REACH_DAYS}::integer as near,
        unsigned and contract_due_at is not null and first_day >= ${today}::date as to_sign
      from due
    )
    select
      coalesce((array_agg(id order by contract_due_at, first_day, number) filter (where to_sign))[1:${most}::integer], '{}') as contracts,
      (count(*) filter (where to_sign))::integer as contract_count,
      coalesce((array_agg(id order by due_on < ${today}::date desc, due_on, first_day < ${today}::date, first_day, number)
        filter (where to_pay and near))[1:${most}::integer], '{}') as payments,
      (count(*) filter (where to_pay and near))::integer as payment_count,
      (count(*) filter (where to_pay and not near))::integer as later_count,
      coalesce(sum(amount) filter (where to_pay and not near), 0) as later_amount
    from judged`)
  const [found] = rows
  if (!found) throw new Error("The open matters could not be counted")
  const known = await readUnpaid([...new Set([...found.contracts, ...found.payments])])
  const shown = (ids: readonly BookingId[]) => ids.flatMap((id) => known.get(id) ?? [])
  return {
    contracts: { shown: shown(found.contracts), count: found.contract_count },
    payments: { shown: shown(found.payments), count: found.payment_count },
    later: { count: found.later_count, amount: Number(found.later_amount) },
  }
}

async function readUnpaid(ids: BookingId[]): Promise<Map<string, UnpaidBooking>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: bookings.id,
      number: bookings.number,
      clientName: profiles.name,
      productName: bookings.productName,
      firstDay: bookings.firstDay,
      total: bookings.total,
      paymentStatus: bookings.paymentStatus,
      confirmedAt: bookings.confirmedAt,
      contractDueAt: bookings.contractDueAt,
      agreement: bookings.agreement,
      hasContract: sql<boolean>`exists (select from contracts where booking_id = ${bookings.id})`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(inArray(bookings.id, ids))
  return new Map(rows.flatMap(({ agreement, ...row }) => (agreement ? [[row.id, { ...row, agreement }] as const] : [])))
}
