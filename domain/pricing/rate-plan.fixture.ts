import { type BookedHours, type FixedPlan, type HoursPlan, usualDayPlan } from "./rate-plan.ts"

export const eveningPlan: HoursPlan = {
  ...usualDayPlan,
  id: "00000000-0000-4000-8000-00000000000b",
  kind: "hours",
  name: "Soirée 4 h",
  hours: 4,
  price: 59_000,
  startTimes: ["19:00", "20:00"],
  extraHourPrice: 9_000,
  maximumExtraHours: 3,
  setUpMinutes: 60,
  takeDownMinutes: 60,
}

export const weekendPlan: FixedPlan = {
  ...usualDayPlan,
  id: "00000000-0000-4000-8000-00000000000a",
  kind: "fixed",
  name: "Week-end",
  weekdays: [5],
  days: 3,
  price: 39_000,
}

export function bookEvening(values: Partial<BookedHours> = {}): BookedHours {
  return { ...eveningPlan, startTime: "20:00", extraHours: 0, ...values }
}
