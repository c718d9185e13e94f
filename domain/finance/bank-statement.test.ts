import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { type PayableBooking, bookingNumbersIn, matchesOf } from "./bank-statement.ts"
import { paymentReference } from "./payment-reference.ts"

describe("the bookings that a bank's texts name", () => {
  const reference = paymentReference(1_042)

  test("a reference is found however it is spaced, joined and written", () => {
    const [first, second] = [reference.slice(0, 4), reference.slice(4)]
    for (const text of [
      reference,
      `VIR SEPA ${reference} MERCI`,
      `vir ${first} ${second}`.toLowerCase(),
      `MOTIF${first}-${second}REF`,
    ])
      expect(bookingNumbersIn([text]), text).toContain(1_042)
  })

  test("a reference with a wrong sign names nothing; a number that is called a booking does", () => {
    const wrong = reference.slice(0, -1) + (reference.endsWith("A") ? "C" : "A")
    expect(bookingNumbersIn([wrong, null, "GUITARE", ""])).toEqual([])
    expect(bookingNumbersIn(["Réservation n° 1042", "RESERVATION 7 du 3 mai"])).toEqual([1_042, 7])
    expect(bookingNumbersIn(["RESERVATION 15/08/2026", "réservation 12 mai", "réservation 3 2027"])).toEqual([])
  })
})

describe("the bookings that an entry may pay", () => {
  const booking = (number: number, values: Partial<PayableBooking> = {}): PayableBooking => ({
    id: randomUUID(),
    number,
    clientName: "Jeanne Petit",
    left: 25_000,
    expected: [7_500, 17_500],
    ...values,
  })
  const entry = { amount: 7_500, label: "VIREMENT", counterparty: null, reference: null }
  const numbers = (found: { booking: PayableBooking }[]) => found.map((match) => match.booking.number)

  test("a reference stands first, then a name with the amount", () => {
    const named = { ...entry, label: `VIR ${paymentReference(3)}`, counterparty: "MME PETIT JEANNE" }
    const others = { clientName: "Paul Grand" }
    const found = matchesOf(named, [booking(1, others), booking(2), booking(3, { ...others, expected: [] })])
    expect(found.map((match) => [match.booking.number, match.reasons])).toEqual([
      [3, ["reference"]],
      [2, ["name", "amount"]],
    ])
  })

  test("an amount alone counts where one booking asks for it, and nowhere else", () => {
    expect(numbers(matchesOf(entry, [booking(1), booking(2, { left: 100, expected: [100] })]))).toEqual([1])
    expect(matchesOf(entry, [booking(1), booking(2)])).toEqual([])
  })

  test("a name without its amount proposes nothing, nor does what is paid already", () => {
    expect(matchesOf({ ...entry, amount: 1, counterparty: "Jeanne Petit" }, [booking(1)])).toEqual([])
    expect(matchesOf(entry, [booking(1, { left: 0 })])).toEqual([])
    expect(numbers(matchesOf({ ...entry, reference: paymentReference(1) }, [booking(1, { left: 0 })]))).toEqual([1])
  })
})
