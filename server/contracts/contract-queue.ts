import { and, eq, isNull, lt, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { UNDO_TAKEN_FOR_SECONDS } from "../../domain/journal/undo-window.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { openMatters } from "../platform/schema/money.ts"
import { enqueueContract } from "./enqueue-contract.ts"
import { readContractTemplate } from "./template.ts"

/** A confirmed booking to come that nobody was sent a contract of. */
export type ContractToSend = {
  bookingId: BookingId
  number: number
  clientName: string
  productName: string
  firstDay: Day
  /** `to-hand-over`: it is there, and its customer has no mail. `undelivered`: no mail with it could be delivered. */
  kind: "to-send" | "to-hand-over" | "undelivered"
}

/** Of the confirmed bookings, those that nobody has signed are known (`open_matters`): the others are not looked at. */
const unsent = (at: Date) => sql`
  bookings.id in (select booking_id from ${openMatters} where is_unsigned) and bookings.status = 'confirmed' and last_day >= ${dayInParis(at)}::date
  and confirmed_at <= ${new Date(at.getTime() - UNDO_TAKEN_FOR_SECONDS * 1000).toISOString()}::timestamptz
  and not exists (select from contracts live where live.booking_id = bookings.id
    and live.status = 'sent' and (live.due_at is not null or not exists (
      select from contract_evidence stopped where stopped.contract_id = live.id and stopped.kind = 'undelivered')))
  -- One that nobody could be given ends with its first day (D78).
  and (first_day >= ${dayInParis(at)}::date or not exists (select from contracts live
    where live.booking_id = bookings.id and live.status in ('prepared', 'sent')))`

/**
 * Contracts to send, for the owner's day: of what was confirmed before contracts were made, of a customer without a
 * mail, where no mail could be delivered, and where the job could not run (D12). The nearest first, and how many there are in all.
 */
export async function contractsToSend(at: Date, max: number): Promise<{ shown: ContractToSend[]; count: number }> {
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
    shown: rows.map((row) => ({
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

/** How many contracts should have been sent by that moment, and how many signed ones are still to be sealed: for /metrics. */
export async function lateContracts(at: Date): Promise<{ unsent: number; unsealed: number }> {
  const { rows } = await db.execute<{ unsent: string; unsealed: string }>(sql`
    select (select count(*) from bookings where ${unsent(at)}) as unsent,
      (select count(*) from contracts join bookings on bookings.id = booking_id
        where contracts.status = 'signed' and sealed_sha256 is null and not is_example) as unsealed`)
  const [row] = rows
  return { unsent: Number(row?.unsent ?? 0), unsealed: Number(row?.unsealed ?? 0) }
}

/** How long the document of a signature may take before the owner hears of it, in minutes. */
const SEAL_LATE_AFTER = 30

/** How many contracts were signed a while ago and have no sealed document yet: its job is tried again and again. */
export async function lateSeals(at: Date): Promise<number> {
  const before = new Date(at.getTime() - SEAL_LATE_AFTER * 60_000)
  const isReal = sql`not (select is_example from bookings where bookings.id = ${contracts.bookingId})`
  return db.$count(
    contracts,
    and(eq(contracts.status, "signed"), isNull(contracts.sealedSha256), lt(contracts.signedAt, before), isReal),
  )
}

export type SendProblem = { kind: "not-found" } | { kind: "not-confirmed" } | { kind: "no-template" }

/** The owner has the contract of a confirmed booking made and sent now: of one that was confirmed before there were any, say. */
export async function sendContractNow(bookingId: BookingId): Promise<Result<null, SendProblem>> {
  return transaction(async (tx) => {
    const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for("update")
    if (!booking) return err({ kind: "not-found" })
    if (booking.status !== "confirmed" || !booking.confirmedAt) return err({ kind: "not-confirmed" })
    if (!(await readContractTemplate(null, tx))) return err({ kind: "no-template" })
    await enqueueContract(tx, booking)
    return ok(null)
  })
}
