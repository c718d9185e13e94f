import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { type Account, type Party, onOwnAccount } from "../../domain/accounts/party.ts"
import type { BookingEndKind } from "../../domain/booking/booking-end.ts"
import type { Journey } from "../../domain/booking/journey.ts"
import { returnDay } from "../../domain/booking/condition-report.ts"
import { type BookingStatus, statusAt } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { bookingInForce } from "../booking-record/booking-in-force.ts"
import { type Contract, contractVersions } from "../contracts/versions.ts"
import { reportsOf } from "../booking-record/condition/record.ts"
import { db } from "../platform/database.server.ts"
import { instalmentsOf } from "../money/finance/instalments.ts"
import { paidOf } from "../money/finance/payments.ts"
import { interestTakenOff } from "../money/invoicing/received.ts"
import { profiles, sharedAccounts } from "../platform/schema/accounts.ts"
import { bookingEnds } from "../platform/schema/booking-ends.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { refunds } from "../platform/schema/money.ts"
import { type DateChangeRequest, dateChanges } from "./date-change.ts"
import { journeyIn } from "./journey-facts.ts"
import type { Booking } from "../booking-record/booking.ts"
import { type DistanceEntered, distancesEntered } from "../booking-record/queries.ts"
import { grantCounts, shownToAccount } from "../access/shown-to-account.ts"
import { type BookingEvent, bookingTimeline } from "../booking-record/timeline.ts"

/** What somebody may do with a booking (D55): all of it, what a `book` or a `view` grant allows. */
export type BookingAccess = "owner" | "book" | "view"

export type SeenBooking = { booking: Booking; party: Party; access: BookingAccess }

/** The booking of that number for somebody signed in: their own, or one of an account that is shared with them. Null for all others. */
export async function bookingSeenBy(person: Account, number: number): Promise<SeenBooking | null> {
  const [found] = await db
    .select({ booking: bookings, owner: { id: profiles.id, name: profiles.name } })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.number, number), or(shownToAccount(), eq(bookings.placedBy, person.id))))
  if (!found) return null
  const { booking, owner } = found
  if (owner.id === person.id) return { booking, party: onOwnAccount(person), access: "owner" }
  const [grant] = await db
    .select({ permissions: sharedAccounts.permissions })
    .from(sharedAccounts)
    .where(and(eq(sharedAccounts.ownerId, owner.id), eq(sharedAccounts.sharedWithId, person.id), grantCounts()))
  if (!grant) return null
  const party: Party = { actor: { kind: "customer", id: person.id, name: person.name }, account: owner }
  if (grant.permissions.includes("book")) return { booking, party, access: "book" }
  return grant.permissions.includes("view") ? { booking, party, access: "view" } : null
}

/** How a booking ended, and what goes back: `refundBy` and `refunded` are of the money that is owed or was given back. */
export type EndShown = {
  kind: BookingEndKind
  at: Date
  kept: Cents
  refund: Cents
  indemnity: Cents
  reason: string | null
  refundBy: Day | null
  refunded: boolean
}

/** Everything that a booking's page tells, for its customer and for its owner, as it stands at that moment. */
export type BookingPage = {
  status: BookingStatus
  journey: Journey
  /** As the parties are held to it: what was signed, while a change of it is not (D59). */
  inForce: Booking
  /** Every version of the contract, the first first. */
  contracts: Contract[]
  instalments: InstalmentRow[]
  /** What is left of what came in; with it, the interest that was taken off the balance. */
  paid: Cents
  interest: Cents
  end: EndShown | null
  /** All that was asked and answered, the latest first. */
  dateChanges: DateChangeRequest[]
  distanceEntered: DistanceEntered | null
  events: BookingEvent[]
}

export async function readBookingPage(booking: Booking, at: Date): Promise<BookingPage> {
  const { id } = booking
  const [contracts, instalments, paid, interest, end, asked, entered, events, reports] = await Promise.all([
    contractVersions(id),
    instalmentsOf(id),
    paidOf(id),
    interestTakenOff(id),
    endOf(id),
    dateChanges(id),
    distancesEntered([id]),
    bookingTimeline(id),
    reportsOf(id),
  ])
  const status = statusAt(booking, at)
  const datesAsked = asked.some((request) => request.status === "open")
  const inForce = bookingInForce(booking, contracts.findLast((each) => each.status === "signed") ?? null)
  const returnedOn = returnDay(reports, inForce)
  const journey = journeyIn(inForce, { contracts, instalments, paid, end, datesAsked, returnedOn }, at)
  const distanceEntered = entered.get(id) ?? null
  return {
    status,
    journey,
    inForce,
    contracts,
    instalments,
    paid,
    interest,
    end,
    dateChanges: asked,
    distanceEntered,
    events,
  }
}

async function endOf(bookingId: BookingId): Promise<EndShown | null> {
  const [end] = await db
    .select()
    .from(bookingEnds)
    .where(and(eq(bookingEnds.bookingId, bookingId), isNull(bookingEnds.undoneAt)))
    .orderBy(desc(bookingEnds.at))
    .limit(1)
  if (!end) return null
  const owed = await db
    .select({ dueOn: refunds.dueOn, madeAt: refunds.madeAt })
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        inArray(refunds.reason, ["cancelled", "withdrawn"]),
        isNull(refunds.droppedAt),
        sql`${refunds.createdAt} >= ${end.at.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(refunds.dueOn))
  const { kind, at, kept, refund, indemnity, reason } = end
  const refunded = owed.length > 0 && owed.every(({ madeAt }) => madeAt !== null)
  return { kind, at, kept, refund, indemnity, reason, refundBy: owed[0]?.dueOn ?? null, refunded }
}

/** The booking of an id that is known to be one; null when it is not there. */
export async function bookingById(id: BookingId): Promise<Booking | null> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

/** Whose booking it is. */
export async function accountOfBooking({ userId }: Booking): Promise<Account> {
  const [account] = await db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, userId))
  if (!account) throw new Error(`Nobody has the account ${userId}`)
  return account
}
