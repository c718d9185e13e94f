import { type SQL, and, asc, eq, gt, inArray, lt } from "drizzle-orm"
import { type ShiftAnswer, type ShiftKind, type ShiftTimes, legOfShift } from "../../domain/booking/shift.ts"
import type { StaffRole } from "../../domain/accounts/staff-roles.ts"
import type { Leg } from "../../domain/booking/route.ts"
import { addDays, dayInParis, startOfDayInParis } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { shifts } from "../platform/schema/day.ts"

export type Shift = ShiftTimes & {
  id: Id
  kind: ShiftKind
  bookingId: BookingId
  number: number
  productName: string
  /** Postcode and town: all that is said of the place before the day before (D72). */
  town: string
  personId: ProfileId
  personName: string
  hourlyCost: number | null
  answer: ShiftAnswer | null
}

type ShiftQuery = { from?: Date; until?: Date; person?: ProfileId | null; bookings?: readonly BookingId[] }

/** Only confirmed bookings have shifts; sorted by time. */
export async function listShifts(query: ShiftQuery, executor: Executor = db): Promise<Shift[]> {
  const { from, until, person } = query
  return listShiftsWhere(
    and(
      from && gt(shifts.endsAt, from),
      until && lt(shifts.startsAt, until),
      person ? eq(shifts.personId, person) : undefined,
      query.bookings && inArray(shifts.bookingId, [...query.bookings]),
      eq(bookings.status, "confirmed"),
    ),
    executor,
  )
}

export async function findShift(where: SQL | undefined, executor: Executor): Promise<Shift | null> {
  return (await listShiftsWhere(where, executor))[0] ?? null
}

export async function listShiftsWhere(where: SQL | undefined, executor: Executor): Promise<Shift[]> {
  const rows = await executor
    .select({
      shift: shifts,
      number: bookings.number,
      productName: bookings.productName,
      address: bookings.address,
      personName: profiles.name,
      hourlyCost: profiles.hourlyCost,
    })
    .from(shifts)
    .innerJoin(bookings, eq(bookings.id, shifts.bookingId))
    .innerJoin(profiles, eq(profiles.id, shifts.personId))
    .where(where)
    .orderBy(asc(shifts.startsAt), asc(shifts.id))
  return rows.map(({ shift, address, ...row }) => {
    const { id, kind, bookingId, startsAt, endsAt, personId, answer } = shift
    const town = `${address.zipCode} ${address.city}`
    return { id, kind, bookingId, startsAt, endsAt, personId, answer, town, ...row }
  })
}

type StopKey = { bookingId: BookingId; leg: Leg }
type StopsQuery = {
  person: { id: ProfileId; staffRole?: StaffRole | null }
  at: Date
  /** A press or report may wait for the network, and come later than the stop can be read. */
  comesLate?: boolean
}

/** Crew works at the stops that it has not declined, from the day before to the day after; everybody else at all (D72). */
export async function findOwnStops(
  { person, at, comesLate = false }: StopsQuery,
  executor: Executor = db,
): Promise<(stop: StopKey) => boolean> {
  if (person.staffRole !== "crew") return () => true
  const today = dayInParis(at)
  const until = startOfDayInParis(addDays(today, 2))
  const from = comesLate ? {} : { from: startOfDayInParis(addDays(today, -1)) }
  const own = (await listShifts({ ...from, until, person: person.id }, executor)).filter(
    ({ answer }) => answer !== "declined",
  )
  return ({ bookingId, leg }) => own.some((shift) => shift.bookingId === bookingId && legOfShift[shift.kind] === leg)
}
