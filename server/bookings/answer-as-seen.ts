import { type SQLWrapper, eq, sql } from "drizzle-orm"
import type { Actor } from "../../domain/accounts/party.ts"
import type { Claim } from "../../domain/availability/units.ts"
import { agreementFor } from "../../domain/booking/agreement.ts"
import { noHours } from "../../domain/booking/hours.ts"
import { statusAt } from "../../domain/booking/status.ts"
import { companyCancellation } from "../../domain/finance/cancellation-settlement.ts"
import type { BookingId } from "../../domain/id.ts"
import { afterUndoing } from "../../domain/journal/undo-window.ts"
import { freeSeenDays } from "../availability/release.ts"
import { contractPromise } from "../contracts/enqueue-contract.ts"
import { refuseProfileChanged } from "../customers/lock-profile.ts"
import { type Transaction, inOneFlight, readTogether } from "../database.server.ts"
import { placeholders, prepared, preparedSql } from "../database/prepared.ts"
import { recordEvent } from "../events/record.ts"
import { type FinanceSettings, readFinanceSettings } from "../finance/queries.ts"
import { promised } from "../jobs/queue.ts"
import { type Client, clientColumns, factsOf } from "../mail/booking-facts.ts"
import { type Correspondence, promisedBookingMails, readCorrespondence } from "../mail/booking-mails.ts"
import { profiles, users } from "../schema/accounts.ts"
import { bookingEnds } from "../schema/booking-ends.ts"
import { bookings } from "../schema/bookings.ts"
import { products } from "../schema/catalog.ts"
import { hoursOf } from "./hours.ts"
import { type Move, type MovedBooking, actOfMove } from "./move.ts"
import type { Booking } from "./place.ts"

/**
 * Nothing has come to a request since it was placed: no money, no contract, no wish for other days. What its answer writes
 * is then known beforehand.
 */
const isUntouched = (bookingId: SQLWrapper) => sql<boolean>`(
  not exists (select from payments where booking_id = ${bookingId})
  and not exists (select from refunds where booking_id = ${bookingId})
  and not exists (select from card_payments where booking_id = ${bookingId})
  and not exists (select from contracts where booking_id = ${bookingId})
  and not exists (select from booking_ends where booking_id = ${bookingId})
  and not exists (select from date_change_requests where booking_id = ${bookingId} and status = 'open'))`

const toAnswer = prepared((executor) =>
  executor
    .select({
      booking: bookings,
      version: sql<string>`bookings.xmin::text`,
      securityDeposit: products.securityDeposit,
      client: clientColumns,
      clientVersion: sql<string>`profiles.xmin::text`,
      isUntouched: isUntouched(bookings.id),
      claims: sql<Claim[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('unit', unit, 'day', day, 'role', role) order by day, unit), '[]')
        from occupancy where booking_id = ${bookings.id})`,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(products, eq(products.id, bookings.productId))
    .leftJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, sql.placeholder("id")))
    .prepare("booking_to_answer"),
)

type Seen = {
  booking: Booking
  version: string
  securityDeposit: number
  client: Client
  clientVersion: string
  claims: Claim[]
  settings: FinanceSettings
  said: Correspondence
  hours: Awaited<ReturnType<typeof hoursOf>>
}

/**
 * The confirmation or the refusal of a request in one flight (decision 74), or null where what was seen of it does not
 * decide: it is not where the move begins, something has come to it, or others travel with it.
 */
export async function answerAsSeen(
  actor: Actor,
  id: BookingId,
  move: Move,
  at: Date,
): Promise<(() => Promise<MovedBooking>) | null> {
  const { from, to } = move
  if (from !== "pending" || (to !== "confirmed" && to !== "refused")) return null
  const [[found], settings, said, hours] = await readTogether((executor) => [
    toAnswer(executor).execute({ id }),
    readFinanceSettings(executor),
    readCorrespondence(executor, "refused"),
    hoursOf([id], executor),
  ])
  if (!found?.isUntouched || statusAt(found.booking, at) !== from) return null
  const { booking } = found
  const seen = { ...found, settings, said, hours }
  if (to === "confirmed")
    return booking.isDelivery && booking.distanceToConfirm ? null : () => confirm(actor, move, seen, at)
  const travelsAlone = booking.orderId === null || !booking.isDelivery
  // Whom the owner noted has no password: the mail brings a link, which is made inside.
  return travelsAlone && booking.placedBy === null ? () => refuse(actor, move, seen, at) : null
}

async function confirm(actor: Actor, move: Move, seen: Seen, at: Date): Promise<MovedBooking> {
  const { booking, securityDeposit, settings } = seen
  const { id } = booking
  const agreement = agreementFor({ number: booking.number, securityDeposit }, settings)
  const promiseContract = await contractPromise({ id, confirmedAt: at }, at)
  const [, , [moved], , eventId] = await inOneFlight((tx) => [
    lockAsSeen(tx, seen),
    refuseTouched(tx, id),
    writeMove(tx).execute({ id, status: "confirmed", agreement, confirmedAt: at }),
    promiseContract(tx),
    recordEvent(tx, { by: actor, ...actOfMove(booking, move, [], null), subject: id, at }),
  ])
  if (!moved) throw new Error(`Booking ${id} was locked, then gone`)
  return { ...moved, eventId }
}

async function refuse(actor: Actor, move: Move, seen: Seen, at: Date): Promise<MovedBooking> {
  const { booking, securityDeposit, client, clientVersion, claims, said, hours } = seen
  const { id, userId, total, dates, firstDay, confirmedAt } = booking
  const reason = move.reason ?? null
  const unpaid = { total, dates, firstDay, signed: false, paid: 0, dueByThen: 0, tiers: [] }
  const { kept, refund, indemnity } = companyCancellation(unpaid, { at, forceMajeure: false })
  const facts = factsOf(
    { ...booking, status: "refused", agreement: null },
    client,
    securityDeposit,
    hours.get(id) ?? noHours,
  )
  const startAfter = afterUndoing(at)
  const mails = promisedBookingMails("refused", facts, said, { reason }, at, {
    startAfter,
    event: "just-recorded",
  })
  const promiseEnd = await promised("close-ended-booking", [{ payload: { bookingId: id }, startAfter }])
  const [, , , [moved], , , , eventId] = await inOneFlight((tx) => [
    lockAsSeen(tx, seen),
    refuseTouched(tx, id),
    refuseProfileChanged(tx, userId, clientVersion),
    writeMove(tx).execute({ id, status: "refused", agreement: null, confirmedAt }),
    freeSeenDays(tx, booking, claims),
    insertEnd(tx).execute({
      bookingId: id,
      kind: "refused",
      at,
      by: "id" in actor ? actor.id : null,
      kept,
      refund,
      indemnity,
      reason,
    }),
    promiseEnd(tx),
    recordEvent(tx, {
      by: actor,
      ...actOfMove(booking, move, claims, null),
      subject: id,
      ...(reason ? { personal: { reason } } : {}),
      at,
    }),
    mails.send(tx),
  ])
  if (!moved) throw new Error(`Booking ${id} was locked, then gone`)
  return { ...moved, eventId }
}

const lockBooking = preparedSql(
  "lock_booking_as_seen",
  (given) => sql`
    with locked as materialized (
      select xmin::text as version from bookings where id = ${given("id")} for no key update)
    select refuse('booking-changed') where ${given("version")} is distinct from (select version from locked)`,
)

/** Fails where the booking's row is not the one that was seen, and locks it. */
async function lockAsSeen(tx: Transaction, { booking, version }: Seen): Promise<void> {
  await lockBooking(tx).execute({ id: booking.id, version })
}

const refuseIfTouched = preparedSql(
  "refuse_touched_booking",
  (given) => sql`select refuse('booking-changed') where not ${isUntouched(given("id"))}`,
)

async function refuseTouched(tx: Transaction, id: BookingId): Promise<void> {
  await refuseIfTouched(tx).execute({ id })
}

const given = (name: string) => sql`${sql.placeholder(name)}`

const writeMove = prepared((executor) =>
  executor
    .update(bookings)
    .set({ status: given("status"), agreement: given("agreement"), confirmedAt: given("confirmedAt") })
    .where(eq(bookings.id, sql.placeholder("id")))
    .returning()
    .prepare("write_answer"),
)

const insertEnd = prepared((executor) =>
  executor
    .insert(bookingEnds)
    .values(placeholders(["bookingId", "kind", "at", "by", "kept", "refund", "indemnity", "reason"]))
    .prepare("insert_booking_end"),
)
