import { expect, test } from "vitest"
import type { BookingId } from "../domain/id.ts"
import { usualTerms } from "../tests/factories.ts"
import { paymentsForStatus } from "./booking-money.ts"

const booking = {
  id: "0b9f5f8e-9e0a-4c7e-9f43-0d3a3a6b1c11" as BookingId,
  total: 60_000,
  firstDay: "2027-06-12",
  confirmedAt: new Date("2027-05-01T10:00:00Z"),
  agreement: usualTerms,
} as const

const days = (latest: "2027-06-10" | "2027-06-03" | "2027-04-30") =>
  paymentsForStatus(booking, "paid", latest).map(({ receivedOn, recordedAt }) => [
    receivedOn,
    recordedAt?.toISOString(),
  ])

test("a paid example has payments on its agreed days, and none in the future", () => {
  const first = ["2027-05-01", "2027-05-01T10:00:00.000Z"]
  expect(days("2027-06-10")).toEqual([first, ["2027-06-05", "2027-06-04T22:00:00.000Z"]])
  expect(days("2027-06-03")).toEqual([first, ["2027-06-03", "2027-06-02T22:00:00.000Z"]])
  // Nobody pays before the confirmation.
  expect(days("2027-04-30")).toEqual([first, first])
})
