import { expect, test } from "vitest"

const modules = import.meta.glob<Record<string, unknown>>(
  ["./**/*.ts", "../isomorphic/**/*.ts", "!**/*.{test,fixture}.ts"],
  { eager: true },
)

function emptyPlaces(value: unknown, place: string): string[] {
  if (typeof value === "string") return value.trim() === "" ? [place] : []
  if (typeof value !== "object" || value === null || value instanceof RegExp) return []
  const parts = value instanceof Map ? [...value] : value instanceof Set ? [...value].entries() : Object.entries(value)
  const inside = [...parts]
  if (inside.length === 0) return [place]
  return inside.flatMap(([name, part]) => emptyPlaces(part, `${place}.${String(name)}`))
}

/** Empty by intention: an address nobody entered, a day without bookings. */
const empty = [
  "./accounts/party.ts anonymousAccount.name",
  ...["street", "zipCode", "city", "instructions"].map((field) => `./booking/booking.ts noAddress.${field}`),
  "./calendar/owner-day.ts emptyDay.bookings",
  "./pricing/rate-plan.ts usualDayPlan.sentence",
  "./pricing/rate-plan.ts usualDayPlan.includes",
]

test("no exported table and no text in it is empty", () => {
  const places = Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => emptyPlaces(value, `${file} ${name}`)),
  )
  expect(Object.keys(modules).length).toBeGreaterThan(100)
  expect(places).toEqual(empty)
})
