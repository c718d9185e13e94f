import { type SQL, and, asc, eq, gt, inArray, lt } from "drizzle-orm"
import { type ShiftAnswer, type ShiftKind, type ShiftTimes, legOfShift } from "../../domain/booking/shift.ts"
import type { Staff } from "../../domain/accounts/party.ts"
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

/** The stops that somebody works at and has not declined, from the day before to the day after (D72). */
export async function listOwnStops(
  person: ProfileId,
  at: Date,
  executor: Executor = db,
): Promise<{ bookingId: BookingId; leg: Leg }[]> {
  const today = dayInParis(at)
  const period = { from: startOfDayInParis(addDays(today, -1)), until: startOfDayInParis(addDays(today, 2)) }
  const own = await listShifts({ ...period, person }, executor)
  return own
    .filter(({ answer }) => answer !== "declined")
    .map(({ bookingId, kind }) => ({ bookingId, leg: legOfShift[kind] }))
}

/** Only crew is bound to its own stops; what waited for the network comes later than they can be read. */
export async function isStopForActor(
  executor: Executor,
  { actor, stop, at }: { actor: Staff; stop: { bookingId: BookingId; leg: Leg }; at: Date },
): Promise<boolean> {
  if (actor.staffRole !== "crew") return true
  const until = startOfDayInParis(addDays(dayInParis(at), 2))
  const own = await listShifts({ until, person: actor.id, bookings: [stop.bookingId] }, executor)
  return own.some(({ kind, answer }) => answer !== "declined" && legOfShift[kind] === stop.leg)
}
