import { sql } from "drizzle-orm"
import { type Day, addDays } from "../../../domain/day.ts"
import {
  type MatchReason,
  type PayableBooking,
  bookingNumbersIn,
  rankMatches,
} from "../../../domain/finance/bank-statement.ts"
import { readPaymentReference } from "../../../domain/finance/payment-reference.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { openMatters } from "../../platform/schema/money.ts"
import { type OpenRefund, listOpenRefunds } from "../finance/refunds.ts"
import { matchesAllWords, parseTypedNumber, withoutAccents } from "../../platform/text-search.ts"
import type { BankLine } from "./lines.ts"

type BookingToPay = PayableBooking & { productName: string; firstDay: Day }

type RecordedTransfer = {
  id: Id
  receivedOn: Day
  settled: boolean
}

export type PaymentProposal = {
  booking: BookingToPay
  reasons: MatchReason[]
  recordedTransfer: RecordedTransfer | null
}
type RefundProposal = Pick<OpenRefund, "id" | "number" | "clientName" | "amount" | "dueOn"> & {
  named: boolean
}
export type ReversedLine = {
  id: Id
  bookedOn: Day
  number: number
  clientName: string
  recorded: boolean
  refundId: Id | null
}

export type Proposals = {
  payments: PaymentProposal[]
  refunds: RefundProposal[]
  reversed: ReversedLine[]
  reversedOn: Day | null
  isOneOfMany: boolean
}

export const noProposals: Proposals = {
  payments: [],
  refunds: [],
  reversed: [],
  reversedOn: null,
  isOneOfMany: false,
}

/** An amount alone may be ambiguous; several candidates are read because one may also match by name. */
const MAX_BY_AMOUNT = 16
const MAX_REFUNDS = 3
const MAX_REVERSED = 3

export async function buildProposals(lines: readonly BankLine[], at: Date): Promise<Map<Id, Proposals>> {
  const waiting = lines.filter(({ state }) => state === "open")
  const [reversals, open] = [waiting.filter(({ reversal }) => reversal), waiting.filter(({ reversal }) => !reversal)]
  const [incoming, outgoing] = [open.filter(({ amount }) => amount > 0), open.filter(({ amount }) => amount < 0)]
  const numbers = incoming.flatMap(({ label, reference }) => bookingNumbersIn([reference, label]))
  const amounts = incoming.map(({ amount }) => amount)
  const [candidates, owed, reversed, senders, reversalDays] = await Promise.all([
    incoming.length === 0
      ? []
      : readBookingsToPay(sql`
      number = any(${toSqlArray(numbers)}::bigint[]) or id = any(array(${unpaidBookingsDue(amounts)}))`),
    outgoing.length === 0 ? [] : listOpenRefunds(at),
    findReversedLines(reversals),
    countOpenBySender(incoming),
    findReversalDays(incoming),
  ])
  const matched = incoming.map((line) => ({ line, matches: rankMatches(line, candidates) }))
  const recordedTransfers = await findRecordedTransfers(
    matched.flatMap(({ line, matches }) => matches.map(({ booking }) => ({ line, bookingId: booking.id }))),
  )
  const proposals = new Map<Id, Proposals>()
  for (const { line, matches } of matched)
    proposals.set(line.id, {
      ...noProposals,
      payments: matches.map((match) => ({
        ...match,
        recordedTransfer: recordedTransfers.get(`${line.id}/${match.booking.id}`) ?? null,
      })),
      reversedOn: reversalDays.get(line.id) ?? null,
      isOneOfMany: matches.length === 0 && (senders.get(line.counterparty ?? "") ?? 0) > 1,
    })
  for (const line of outgoing) proposals.set(line.id, { ...noProposals, refunds: matchRefunds(line, owed) })
  for (const line of reversals) proposals.set(line.id, { ...noProposals, reversed: reversed.get(line.id) ?? [] })
  return proposals
}

async function findReversedLines(reversals: readonly BankLine[]): Promise<Map<Id, ReversedLine[]>> {
  if (reversals.length === 0) return new Map()
  const { rows } = await db.execute<{
    reversal_id: Id
    id: Id
    booked_on: Day
    number: string
    name: string
    recorded: boolean
    refund_id: Id | null
  }>(sql`
    select reversal.id as reversal_id, line.id, line.booked_on, bookings.number, profiles.name, line.recorded, line.refund_id
    from bank_lines reversal
      cross join lateral (
        select * from bank_lines_now
        where state = 'settled' and amount = -reversal.amount and booked_on <= reversal.booked_on
        order by booked_on desc, id limit ${MAX_REVERSED}) line
      left join payments on payments.id = line.payment_id
      left join refunds on refunds.id = line.refund_id
      join bookings on bookings.id = coalesce(payments.booking_id, refunds.booking_id)
      join profiles on profiles.id = bookings.user_id
    where reversal.id = any(${toSqlArray(reversals.map(({ id }) => id))}::uuid[])
    order by line.booked_on desc, line.id`)
  const byReversal = new Map<Id, ReversedLine[]>()
  for (const {
    reversal_id: reversalId,
    id,
    booked_on: bookedOn,
    number,
    name,
    recorded,
    refund_id: refundId,
  } of rows) {
    const line = { id, bookedOn, number: Number(number), clientName: name, recorded, refundId }
    byReversal.set(reversalId, [...(byReversal.get(reversalId) ?? []), line])
  }
  return byReversal
}

async function findReversalDays(incoming: readonly BankLine[]): Promise<Map<Id, Day>> {
  if (incoming.length === 0) return new Map()
  const { rows } = await db.execute<{ id: Id; on: Day }>(sql`
    select line.id, min(reversal.booked_on) as on
    from bank_lines line
      join bank_lines reversal on reversal.reversal and reversal.amount = -line.amount
        and reversal.booked_on >= line.booked_on
    where line.id = any(${toSqlArray(incoming.map(({ id }) => id))}::uuid[])
    group by line.id`)
  return new Map(rows.map(({ id, on }) => [id, on]))
}

async function countOpenBySender(incoming: readonly BankLine[]): Promise<Map<string, number>> {
  const names = [...new Set(incoming.flatMap(({ counterparty }) => counterparty ?? []))]
  if (names.length === 0) return new Map()
  const { rows } = await db.execute<{ counterparty: string; lines: number }>(sql`
    select counterparty, count(*)::integer as lines from bank_lines_now
    where state = 'open' and not reversal and amount > 0
      and counterparty in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))
    group by counterparty`)
  return new Map(rows.map(({ counterparty, lines }) => [counterparty, lines]))
}

function matchRefunds({ amount, label, reference }: BankLine, owed: readonly OpenRefund[]): RefundProposal[] {
  const numbers = new Set(bookingNumbersIn([reference, label]))
  return owed
    .filter((refund) => refund.amount === -amount)
    .map(({ id, number, clientName, dueOn, ...refund }) => ({
      id,
      number,
      clientName,
      dueOn,
      amount: refund.amount,
      named: numbers.has(number),
    }))
    .toSorted((a, b) => Number(b.named) - Number(a.named))
    .slice(0, MAX_REFUNDS)
}

const MAX_SEARCH_RESULTS = 12

export async function findBookingsToPay(line: BankLine, search: string): Promise<PaymentProposal[]> {
  const number = parseTypedNumber(search) ?? readPaymentReference(search)
  const condition =
    number === null
      ? sql`user_id in (select id from profiles where ${matchesAllWords(withoutAccents(sql`profiles.name`), search)})`
      : sql`number = ${number}::bigint`
  if (search.trim() === "") return []
  const results = await readBookingsToPay(condition, MAX_SEARCH_RESULTS)
  const recordedTransfers = await findRecordedTransfers(results.map(({ id }) => ({ line, bookingId: id })))
  return results.map((booking) => ({
    booking,
    reasons: [],
    recordedTransfer: recordedTransfers.get(`${line.id}/${booking.id}`) ?? null,
  }))
}

/** Bookings without an agreement cannot be paid. */
async function readBookingsToPay(
  condition: ReturnType<typeof sql>,
  max: number | null = null,
): Promise<BookingToPay[]> {
  const { rows } = await db.execute<{
    id: BookingId
    number: string
    name: string
    product_name: string
    first_day: Day
    left: string
    expected: Cents[]
    paid: string
  }>(sql`
    with chosen as (
      select * from bookings where agreement is not null and not is_demonstration and (${condition}) order by number desc limit ${max}
    )
    select chosen.id, number, profiles.name, product_name, first_day, greatest(0, expected.amount - ${paidAmount(sql`chosen.id`)}) as left,
      array(select amount from instalments_in_force(chosen.id) order by position) as expected,
      ${paidAmount(sql`chosen.id`)} as paid
    from chosen
      join profiles on profiles.id = user_id
      left join booking_ends ended on ended.booking_id = chosen.id and undone_at is null
      cross join lateral (select case
        when status in ('pending', 'confirmed') then
          coalesce((select total from contracts where id = contract_in_force(chosen.id)), total) - ${goodwillAmount(sql`chosen.id`)}
        else coalesce(greatest(0, kept - goodwill_of(chosen.id, ended.at)), 0) end as amount) expected
    order by number desc`)
  return rows.map((row) => ({
    id: row.id,
    number: Number(row.number),
    clientName: row.name,
    productName: row.product_name,
    firstDay: row.first_day,
    left: Number(row.left),
    expected: [...row.expected, ...remainders(row.expected, Number(row.paid))],
  }))
}

function remainders(instalments: readonly Cents[], paid: Cents): Cents[] {
  let due = 0
  return instalments.flatMap((amount) => {
    due += amount
    return due > paid && due - paid < amount ? [due - paid] : []
  })
}

/** Matches an instalment, its remainder, or everything left. */
const unpaidBookingsDue = (amounts: readonly Cents[]) => sql`
  select id from (
    select id, row_number() over (partition by amount order by id) as nth
    from (
      select unpaid.id, array_agg(amount) || array_agg((least(due, whole) - paid)::integer) as amounts
      from (select booking_id as id, contract_in_force(booking_id) as contract, ${paidAmount(sql`${openMatters.bookingId}`)} as paid
          from ${openMatters}
          where payment_amount is not null or is_unsigned and exists (
            select from bookings where id = booking_id and payment_status in ('none', 'awaiting', 'down_payment_paid'))) unpaid
        cross join lateral (
          select amount, sum(amount) over (order by position) as due,
            sum(amount) over () - ${goodwillAmount(sql`unpaid.id`)} as whole
          from instalments where booking_id = unpaid.id and contract_id is not distinct from contract) instalments
      group by unpaid.id) expected
      cross join lateral (select distinct unnest(amounts) as amount) each_amount
    where amount = any(${toSqlArray(amounts)}::integer[])) candidates
  where nth <= ${MAX_BY_AMOUNT}`

const paidAmount = (booking: ReturnType<typeof sql>) => sql`
  ((select coalesce(sum(amount), 0) from payments where booking_id = ${booking})
    - (select coalesce(sum(amount), 0) from refunds where booking_id = ${booking} and kind = 'refund' and dropped_at is null))`

const goodwillAmount = (booking: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(amount), 0) from refunds
    where booking_id = ${booking} and reason = 'goodwill' and dropped_at is null)`

const TRANSFER_TOLERANCE_DAYS = 10

type Pair = { line: BankLine; bookingId: BookingId }

async function findRecordedTransfers(pairs: readonly Pair[]): Promise<Map<string, RecordedTransfer>> {
  if (pairs.length === 0) return new Map()
  const { rows } = await db.execute<{
    id: Id
    booking_id: BookingId
    amount: Cents
    received_on: Day
    settled: boolean
  }>(sql`
    select payment.id, booking_id, payment.amount, received_on,
      exists (select from bank_lines where payment_id = payment.id) as settled
    from payments payment
    where booking_id = any(${toSqlArray(pairs.map(({ bookingId }) => bookingId))}::uuid[])
      and means = 'transfer' and corrects is null and provider is null
      and not exists (select from payments correction where correction.corrects = payment.id)
    order by settled, received_on`)
  const transfers = new Map<string, RecordedTransfer>()
  for (const { line, bookingId } of pairs) {
    const [from, to] = [-TRANSFER_TOLERANCE_DAYS, TRANSFER_TOLERANCE_DAYS].map((days) => addDays(line.bookedOn, days))
    const match = rows.find(
      (row) =>
        row.booking_id === bookingId &&
        row.amount === line.amount &&
        from !== undefined &&
        to !== undefined &&
        row.received_on >= from &&
        row.received_on <= to,
    )
    if (match)
      transfers.set(`${line.id}/${bookingId}`, { id: match.id, receivedOn: match.received_on, settled: match.settled })
  }
  return transfers
}

function toSqlArray(values: readonly (number | string)[]): string {
  return `{${values.join(",")}}`
}
