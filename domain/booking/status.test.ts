import { describe, expect, test } from "vitest"
import {
  type BookingStatus,
  bookingStatuses,
  canTransition,
  occupiesDays,
  paymentStatusLabels,
  paymentStatuses,
  effectiveStatus,
  statusLabels,
} from "./status.ts"

/** Rows are the old status, columns the new one: pending, confirmed, refused, cancelled (D10). */
const table: Record<BookingStatus, [boolean, boolean, boolean, boolean]> = {
  pending: [false, true, true, true],
  confirmed: [false, false, false, true],
  refused: [true, false, false, false],
  cancelled: [true, false, false, false],
}
const pairs = bookingStatuses.flatMap((from) =>
  bookingStatuses.map((to, column) => ({ from, to, allowed: table[from][column] })),
)

describe("a booking's status (D10)", () => {
  test.each(pairs)(
    "the change from $from to $to: $allowed @S-status-values @S-status-transitions",
    ({ from, to, allowed }) => {
      expect(canTransition(from, to)).toBe(allowed)
    },
  )

  test("a booking holds its days while pending or confirmed, and frees them once refused or cancelled (D7) @S-blocking", () => {
    expect(bookingStatuses.filter(occupiesDays)).toEqual(["pending", "confirmed"])
  })

  test("a request is refused once its time has run out, and never before (D12)", () => {
    const expiresAt = new Date("2027-05-08T09:00:00Z")
    const [before, after] = [new Date(expiresAt.getTime() - 1), new Date(expiresAt.getTime() + 1)]
    expect(
      [before, expiresAt, after].map((at) =>
        effectiveStatus({ status: "pending", expiresAt, contractDueAt: null }, at),
      ),
    ).toEqual(["pending", "refused", "refused"])
    expect(effectiveStatus({ status: "pending", expiresAt: null, contractDueAt: null }, after)).toBe("pending")
    for (const status of ["confirmed", "refused", "cancelled"] as const)
      expect(effectiveStatus({ status, expiresAt, contractDueAt: null }, after)).toBe(status)
  })

  test("a booking is cancelled once its contract's deadline has passed, only when confirmed (D12)", () => {
    const contractDueAt = new Date("2027-05-08T09:00:00Z")
    const [before, after] = [new Date(contractDueAt.getTime() - 1), new Date(contractDueAt.getTime() + 1)]
    const read = (status: BookingStatus, at: Date) => effectiveStatus({ status, expiresAt: null, contractDueAt }, at)
    expect([before, contractDueAt, after].map((at) => read("confirmed", at))).toEqual([
      "confirmed",
      "cancelled",
      "cancelled",
    ])
    expect(effectiveStatus({ status: "confirmed", expiresAt: null, contractDueAt: null }, after)).toBe("confirmed")
    for (const status of ["pending", "refused", "cancelled"] as const) expect(read(status, after)).toBe(status)
  })

  test("every status leads back to every other: no administrator's act is final", () => {
    const reachable = (from: BookingStatus, visited = new Set<BookingStatus>()): Set<BookingStatus> => {
      for (const to of bookingStatuses) if (canTransition(from, to) && !visited.has(to)) reachable(to, visited.add(to))
      return visited
    }
    for (const from of bookingStatuses) expect(reachable(from).size).toBe(bookingStatuses.length)
  })

  test("a status has the specification's label @S-status-values @S-labels", () => {
    expect(bookingStatuses.map((status) => statusLabels[status])).toEqual([
      "En attente",
      "Confirmée",
      "Refusée",
      "Annulée",
    ])
  })
})

describe("a booking's payment status (D10)", () => {
  test("a payment status is one of six, and paid is labelled “complété” @S-payment-word", () => {
    expect([...paymentStatuses]).toEqual([
      "none",
      "awaiting",
      "down_payment_paid",
      "paid",
      "refunded",
      "partially_refunded",
    ])
    expect(paymentStatusLabels.paid).toBe("complété")
    expect(new Set(paymentStatuses.map((status) => paymentStatusLabels[status])).size).toBe(6)
  })
})
