import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { type Account, type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingEndKind } from "../../domain/booking/booking-end.ts"
import type { Journey } from "../../domain/booking/journey.ts"
import { lastReturnDay } from "../../domain/booking/condition-report.ts"
import { type BookingStatus, effectiveStatus } from "../../domain/booking/status.ts"
import type { Day } from "../../domain/day.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { bookingInForce } from "../booking-record/booking-in-force.ts"
import { type Contract, listContractVersions } from "../contracts/versions.ts"
import { type ConditionReport, listReports } from "../booking-record/condition/record.ts"
import { readDaysTakenBack } from "../booking-record/stop-times.ts"
import { db } from "../platform/database.server.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { readCoveredAmount, readPaidAmount } from "../money/finance/payments.ts"
import { profiles, sharedAccounts } from "../platform/schema/accounts.ts"
import { bookingEnds } from "../platform/schema/booking-ends.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { refunds } from "../platform/schema/money.ts"
import { type DateChangeRequest, listDateChanges } from "./date-change.ts"
import { computeJourney } from "./journey-facts.ts"
import type { Booking } from "../booking-record/booking.ts"
import type { RentedBooking } from "../booking-record/rentals.ts"
import { isGrantActive, isVisibleToAccount } from "../access/account-visibility.ts"

export type BookingAccess = "owner" | "book" | "view"

export type AccessibleBooking = { booking: Booking; party: Party; access: BookingAccess }

/** null without access. */
export async function findAccessibleBooking(person: Account, number: number): Promise<AccessibleBooking | null> {
  const [row] = await db
    .select({ booking: bookings, owner: { id: profiles.id, name: profiles.name } })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.number, number), or(isVisibleToAccount(), eq(bookings.placedBy, person.id))))
  if (!row) return null
  const { booking, owner } = row
  if (owner.id === person.id) return { booking, party: ownAccountParty(person), access: "owner" }
  const [grant] = await db
    .select({ permissions: sharedAccounts.permissions })
    .from(sharedAccounts)
    .where(and(eq(sharedAccounts.ownerId, owner.id), eq(sharedAccounts.sharedWithId, person.id), isGrantActive()))
  if (!grant) return null
  const party: Party = { actor: { kind: "customer", id: person.id, name: person.name }, account: owner }
  if (grant.permissions.includes("book")) return { booking, party, access: "book" }
  return grant.permissions.includes("view") ? { booking, party, access: "view" } : null
}

export type BookingEndSummary = {
  kind: BookingEndKind
  at: Date
  retained: Cents
  refund: Cents
  indemnity: Cents
  reason: string | null
  refundBy: Day | null
  refunded: boolean
}

export type BookingPage = {
  status: BookingStatus
  journey: Journey
  /** The signed version, if any (D59). */
  inForce: RentedBooking
  /** With an unsigned change. */
  rented: RentedBooking
  contracts: Contract[]
  instalments: InstalmentRow[]
  paid: Cents
  covered: Cents
  end: BookingEndSummary | null
  dateChanges: DateChangeRequest[]
  reports: ConditionReport[]
}

export async function readBookingPage(rented: RentedBooking, at: Date): Promise<BookingPage> {
  const { id } = rented
  const [contracts, instalments, paid, covered, end, requests, reports, takenBack] = await Promise.all([
    listContractVersions(id),
    listInstalments(id),
    readPaidAmount(id),
    readCoveredAmount(id),
    readEnd(id),
    listDateChanges(id),
    listReports(id),
    readDaysTakenBack([id]),
  ])
  const status = effectiveStatus(rented, at)
  const datesRequested = requests.some((request) => request.status === "open")
  const inForce = bookingInForce(rented, contracts.findLast((each) => each.status === "signed") ?? null)
  const returnedOn = lastReturnDay(reports, inForce.rentals) ?? takenBack.get(id) ?? null
  const journey = computeJourney(
    inForce,
    { contracts, instalments, paid: covered, end, datesRequested, returnedOn },
    at,
  )
  return {
    status,
    journey,
    inForce,
    rented,
    contracts,
    instalments,
    paid,
    covered,
    end,
    dateChanges: requests,
    reports,
  }
}

async function readEnd(bookingId: BookingId): Promise<BookingEndSummary | null> {
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
  return { kind, at, retained: kept, refund, indemnity, reason, refundBy: owed[0]?.dueOn ?? null, refunded }
}

export async function findBooking(id: BookingId): Promise<Booking | null> {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking ?? null
}

export async function readBookingAccount({ userId }: Booking): Promise<Account> {
  const [account] = await db
    .select({ id: profiles.id, name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, userId))
  if (!account) throw new Error(`Nobody has the account ${userId}`)
  return account
}
