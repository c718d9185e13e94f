import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { shiftTimesLabel } from "../../../domain/booking/shift.ts"
import { type Day, type Month, dayInParis, isMonth, monthOf, startOfDayInParis } from "../../../domain/day.ts"
import { type ProfileId, isId } from "../../../domain/id.ts"
import { type StaffMember, listStaffMembers } from "../../../server/bookings/shifts/assign-shift.ts"
import { type Shift, listShifts } from "../../../server/booking-record/shifts.ts"
import { readHourlyCost } from "../../../server/bookings/shifts/days-off.ts"
import { listDaysOff } from "../../../server/bookings/shifts/list-days-off.ts"

/** Crew sees itself alone; null is everybody. */
export function shownPerson({ role, profile }: Visitor, requested: string | null): ProfileId | null {
  if (role === "crew") return profile.id
  return requested !== null && isId(requested) ? requested : null
}

export function requestedMonth(values: URLSearchParams, today: Day): Month {
  const month = values.get("mois") ?? ""
  return isMonth(month) ? month : monthOf(today)
}

export async function readShiftsScreen(visitor: Visitor, values: URLSearchParams, now: Date) {
  const today = dayInParis(now)
  const isCrew = visitor.role === "crew"
  const people: StaffMember[] = isCrew ? [] : await listStaffMembers()
  const requested = shownPerson(visitor, values.get("personne"))
  const person = isCrew ? requested : (people.find(({ id }) => id === requested)?.id ?? null)
  const [upcoming, off, hourlyCost] = await Promise.all([
    listShifts({ from: startOfDayInParis(today), person }),
    person ? listDaysOff(person, now) : [],
    person && !isCrew ? readHourlyCost(person) : null,
  ])
  return {
    today,
    month: requestedMonth(values, today),
    isCrew,
    people,
    person,
    hourlyCost,
    daysOff: off,
    shifts: upcoming.map((shift) => toView(shift, { today, now, own: shift.personId === visitor.profile.id })),
  }
}

function toView(shift: Shift, { today, now, own }: { today: Day; now: Date; own: boolean }) {
  const { id, kind, number, productName, town, personName, answer, startsAt, endsAt } = shift
  return {
    id,
    kind,
    number,
    productName,
    town,
    personName,
    answer,
    day: dayInParis(startsAt),
    times: shiftTimesLabel(shift, today),
    canAnswer: own && endsAt > now,
  }
}

export type ShiftsScreenView = Awaited<ReturnType<typeof readShiftsScreen>>
