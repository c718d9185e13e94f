import { sql } from "drizzle-orm"
import { type Actor, type Party, isProxy, system } from "../../domain/accounts/party.ts"
import type { Agreement } from "../../domain/booking/agreement.ts"
import { isInstant, toInstantTerms } from "../../domain/booking/instant.ts"
import { dayInParis } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { firstDay } from "../../domain/rental/rental.ts"
import type { RentedBooking } from "../booking-record/rentals.ts"
import { readInstantSettings } from "../catalog/instant-settings.ts"
import { readContractTemplate } from "../contracts/template.ts"
import { addContractVersion } from "../contracts/versions.ts"
import type { Executor, Transaction } from "../platform/database.server.ts"
import { moveInTransaction } from "./answer.ts"

/** Confirms in the transaction that placed it. */
export async function confirmPlaced(
  tx: Transaction,
  {
    actor,
    booking,
    agreement,
    at,
    isInstant,
  }: { actor: Actor; booking: RentedBooking; agreement?: Agreement; at: Date; isInstant?: true },
): Promise<RentedBooking> {
  const move = {
    from: "pending",
    to: "confirmed",
    ...(agreement && { agreement }),
    ...(isInstant && { isInstant }),
  } as const
  const confirmed = await moveInTransaction(tx, { actor, id: booking.id, move, at })
  if (!confirmed) throw new Error(`Booking ${booking.id} was not pending when it was made`)
  const { eventId: _event, ...row } = confirmed
  return { ...row, rentals: booking.rentals }
}

/** The contract is ready to be read in the same sitting; a job mails it (D67). */
export async function confirmInstantly(
  tx: Transaction,
  { party, booking, at }: { party: Party; booking: RentedBooking; at: Date },
): Promise<RentedBooking> {
  if (!(await fitsInstantTerms(tx, booking, at)) || !(await allowsInstant(tx, party, at))) return booking
  const confirmed = await confirmPlaced(tx, { actor: system, booking, at, isInstant: true })
  const contract = await addContractVersion(tx, booking.id, at)
  if (!contract.ok) throw new Error(`The contract of booking ${booking.id} could not be made: ${contract.error.kind}`)
  return confirmed
}

async function fitsInstantTerms(tx: Transaction, booking: RentedBooking, at: Date): Promise<boolean> {
  const settings = await readInstantSettings(
    tx,
    booking.rentals.map(({ productId }) => productId),
  )
  return isInstant({
    today: dayInParis(at),
    rentals: booking.rentals.map((rental) => {
      const product = settings.get(rental.productId)
      return { terms: product ? toInstantTerms(product) : null, firstDay: firstDay(rental) }
    }),
    distanceKm: booking.distanceToConfirm ? null : booking.distance,
    total: booking.total,
  })
}

/** The account's holder alone, with nothing left to sign; null stands for a stranger. */
export async function allowsInstant(executor: Executor, party: Party | null, at: Date): Promise<boolean> {
  if ((await readContractTemplate(null, executor)) === null) return false
  if (party === null) return true
  const isHolder = party.actor.kind === "customer" && !isProxy(party)
  return isHolder && !(await hasUnsignedBooking(executor, party.account.id, at))
}

async function hasUnsignedBooking(executor: Executor, customerId: ProfileId, at: Date): Promise<boolean> {
  const { rows } = await executor.execute(sql`
    select from bookings
    where user_id = ${customerId} and status = 'confirmed' and returns_on >= ${dayInParis(at)}::date
      and (contract_due_at is null or contract_due_at > ${at.toISOString()}::timestamptz)
      and not exists (select from contracts where booking_id = bookings.id and status = 'signed')
    limit 1`)
  return rows.length > 0
}
