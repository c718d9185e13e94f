import { and, eq, isNull, lt, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { UNDO_ACCEPTED_SECONDS } from "../../domain/journal/undo-window.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { openMatters } from "../platform/schema/money.ts"
import { enqueueContract } from "./enqueue-contract.ts"
import { readContractTemplate } from "./template.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export type ContractToSend = {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  firstDay: Day
  kind: "to-send" | "to-hand-over" | "undelivered"
}

const unsent = (at: Date) => sql`
  bookings.id in (select booking_id from ${openMatters} where is_unsigned) and bookings.status = 'confirmed' and returns_on >= ${dayInParis(at)}::date
  and confirmed_at <= ${new Date(at.getTime() - UNDO_ACCEPTED_SECONDS * 1000).toISOString()}::timestamptz
  and not exists (select from contracts live where live.booking_id = bookings.id
    and live.status = 'sent' and (live.due_at is not null or not exists (
      select from contract_evidence stopped where stopped.contract_id = live.id and stopped.kind = 'undelivered')))
  -- A contract without a deliverable mail is overdue only until its first day (D78).
  and (first_day >= ${dayInParis(at)}::date or not exists (select from contracts live
    where live.booking_id = bookings.id and live.status in ('prepared', 'sent')))`

export async function listContractsToSend(at: Date, max: number): Promise<{ items: ContractToSend[]; count: number }> {
  const { rows } = await db.execute<{
    id: BookingId
    number: string
    name: string
    product_name: string
    first_day: Day
    kind: ContractToSend["kind"]
    count: string
  }>(sql`
    select bookings.id, number, profiles.name, product_name, first_day, count(*) over () as count,
      case
        when (btrim(profiles.email) = '' or profiles.is_example) and exists (
          select from contracts live where live.booking_id = bookings.id and live.status in ('prepared', 'sent')) then 'to-hand-over'
        when exists (select from contracts live where live.booking_id = bookings.id and live.status = 'sent') then 'undelivered'
        else 'to-send' end as kind
    from bookings join profiles on profiles.id = user_id
    where ${unsent(at)}
    order by first_day, number limit ${max}`)
  return {
    items: rows.map((row) => ({
      bookingId: row.id,
      number: Number(row.number),
      clientName: row.name,
      productName: row.product_name,
      firstDay: row.first_day,
      kind: row.kind,
    })),
    count: Number(rows[0]?.count ?? 0),
  }
}

export async function countLateContracts(at: Date): Promise<{ unsent: number; unsealed: number }> {
  const { rows } = await db.execute<{ unsent: string; unsealed: string }>(sql`
    select (select count(*) from bookings where ${unsent(at)}) as unsent,
      (select count(*) from contracts join bookings on bookings.id = booking_id
        where contracts.status = 'signed' and sealed_sha256 is null
          and signed_how is distinct from 'notice' and not is_example) as unsealed`)
  const [row] = rows
  return { unsent: Number(row?.unsent ?? 0), unsealed: Number(row?.unsealed ?? 0) }
}

const SEAL_LATE_AFTER_MINUTES = 30

export function countLateSeals(at: Date) {
  const before = new Date(at.getTime() - SEAL_LATE_AFTER_MINUTES * 60_000)
  const isReal = sql`not (select is_example from bookings where bookings.id = ${contracts.bookingId})`
  return db.$count(
    contracts,
    and(
      eq(contracts.status, "signed"),
      isNull(contracts.sealedSha256),
      sql`${contracts.signedHow} is distinct from 'notice'`,
      lt(contracts.signedAt, before),
      isReal,
    ),
  )
}

export type SendProblem = { kind: "not-found" } | { kind: "not-confirmed" } | { kind: "no-template" }

export async function sendContractNow(bookingId: BookingId): Promise<Result<null, SendProblem>> {
  return transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return err({ kind: "not-found" })
    if (booking.status !== "confirmed" || !booking.confirmedAt) return err({ kind: "not-confirmed" })
    if (!(await readContractTemplate(null, tx))) return err({ kind: "no-template" })
    await enqueueContract(tx, booking)
    return ok(null)
  })
}
