import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import { type PayableBooking, bookingNumbersIn, rankMatches } from "./bank-statement.ts"
import { paymentReference } from "./payment-reference.ts"

describe("the bookings named in a bank entry", () => {
  const reference = paymentReference(1_042)

  test("a reference is recognised however it is spaced, joined and written", () => {
    const [first, second] = [reference.slice(0, 4), reference.slice(4)]
    for (const text of [
      reference,
      `VIR SEPA ${reference} MERCI`,
      `vir ${first} ${second}`.toLowerCase(),
      `MOTIF${first}-${second}REF`,
      `GU GUGU ${reference}`,
    ])
      expect(bookingNumbersIn([text]), text).toContain(1_042)
  })

  test("a reference with a long number is recognised, also at the end of a text", () => {
    const long = 23 ** 11 - 1
    expect(bookingNumbersIn([`VIR ${paymentReference(long)}`, `${paymentReference(7)} MERCI`])).toEqual([long, 7])
    expect(bookingNumbersIn([paymentReference(7), paymentReference(7), "réservation 7"])).toEqual([7])
  })

  test("a reference with a wrong character names nothing, but a number called a booking does", () => {
    const wrong = reference.slice(0, -1) + (reference.endsWith("A") ? "C" : "A")
    expect(bookingNumbersIn([wrong, null, "GUITARE", ""])).toEqual([])
    expect(bookingNumbersIn(["Réservation n° 1042", "RESERVATION 7 du 3 mai"])).toEqual([1_042, 7])
    for (const text of [
      "RESERVATION1042",
      "RESERVATION  1042",
      "RESERVATION N 1042",
      "RESERVATION N ° 1042",
      "Réservation N°1042",
      "RESERVATION NO  1042",
      "RESERVATION: 1042",
      "Réservation #1042",
      "RESERVATION N. 1042",
    ])
      expect(bookingNumbersIn([text]), text).toEqual([1_042])
    expect(bookingNumbersIn(["RESERVATION 1234567890", "RESERVATION N", "PRESERVATION"])).toEqual([])
    for (const month of ["JAN", "FEV", "MARS", "AVR", "MAI", "JUIN", "JUIL", "AOUT", "SEP", "OCT", "NOV", "DEC"])
      expect(
        bookingNumbersIn([`RESERVATION 12 ${month}`, `RESERVATION 12  ${month}`, `RESERVATION 12${month}`]),
        month,
      ).toEqual([])
    for (const aDay of ["12/06", "12 / 06", "12.06", "12-06", "12  2026", "12 2031"])
      expect(bookingNumbersIn([`RESERVATION ${aDay}`]), aDay).toEqual([])
    expect(bookingNumbersIn(["RESERVATION 12 1999", "RESERVATION 13 20261"])).toEqual([12, 13])
    expect(bookingNumbersIn(["RESERVATION 15/08/2026", "réservation 12 mai", "réservation 3 2027"])).toEqual([])
  })
})

describe("the bookings that a bank entry may pay", () => {
  const booking = (number: number, values: Partial<PayableBooking> = {}): PayableBooking => ({
    id: randomUUID(),
    number,
    clientName: "Jeanne Petit",
    left: 25_000,
    expected: [7_500, 17_500],
    ...values,
  })
  const entry = { amount: 7_500, label: "VIREMENT", counterparty: null, reference: null }
  const numbers = (matches: { booking: PayableBooking }[]) => matches.map((match) => match.booking.number)

  test("a reference ranks first, then a name with the amount", () => {
    const named = { ...entry, label: `VIR ${paymentReference(3)}`, counterparty: "MME PETIT JEANNE" }
    const others = { clientName: "Paul Grand" }
    const matches = rankMatches(named, [booking(1, others), booking(2), booking(3, { ...others, expected: [] })])
    expect(matches.map((match) => [match.booking.number, match.reasons])).toEqual([
      [3, ["reference"]],
      [2, ["name", "amount"]],
    ])
  })

  test("a number called a booking ranks between a reference and an amount, and names no booking twice", () => {
    const label = `VIR ${paymentReference(3)} RESERVATION 3 RESERVATION 2`
    const matches = rankMatches({ ...entry, label }, [booking(1), booking(2), booking(3)])
    expect(matches.map((match) => [match.booking.number, match.reasons])).toEqual([
      [3, ["reference", "amount"]],
      [2, ["number", "amount"]],
    ])
  })

  test("a mere amount comes last, and matches an expected instalment too", () => {
    const reasonsFor = (amount: number) =>
      rankMatches({ ...entry, amount, label: "RESERVATION 1" }, [booking(1)]).map(({ reasons }) => reasons)
    expect([25_000, 17_500, 1].map(reasonsFor)).toEqual([[["number", "amount"]], [["number", "amount"]], [["number"]]])
  })

  test("a name matches with all its words but initials, and more than three letters", () => {
    const isKnown = (clientName: string, written: string) =>
      rankMatches({ ...entry, counterparty: written, label: "RESERVATION 1" }, [booking(1, { clientName })]).some(
        ({ reasons }) => reasons.includes("name"),
      )
    expect(isKnown("Jeanne Petit", "MME. PETIT  (JEANNE)")).toBe(true)
    expect(isKnown("Jeanne É. Petit", "PETIT JEANNE")).toBe(true)
    expect(isKnown("Jeanne Petit", "M PETIT PAUL")).toBe(false)
    expect(isKnown("Li Po", "LI PO")).toBe(true)
    expect(isKnown("Li P", "LI P")).toBe(false)
    expect(isKnown("Ève", "EVE")).toBe(false)
    expect(isKnown("", "PETIT")).toBe(false)
    expect(isKnown("Réservation", "PETIT")).toBe(true)
  })

  test.each([
    ["Sinéad O'Brien", "M OBRIEN SINEAD", true],
    ["Sinéad O’Brien", "O BRIEN SINEAD", true],
    ["Lætitia Cœurdacier", "MME LAETITIA COEURDACIER", true],
    ["Jean-Baptiste Legrand", "JEANBAPTISTE LE GRAND", true],
    ["Anne de La Tour", "DELATOUR ANNE", true],
    ["L’Épicerie d’Œuvres", "VIR LEPICERIE DOEUVRES", true],
    ["Łukasz Strauß", "STRAUSS LUKASZ", true],
    ["Marie-Ève D'Aoust", "DAOUST MARIE EVE", true],
    ["Anne Durand", "ANNE DURANDEAU", false],
    ["Anne Le Bris", "ANNE BRIS", false],
    ["O'Brien", "OB RIENNE", false],
  ])("the name %s is read in %s: %s", (clientName, written, isNamed) => {
    const named = rankMatches({ ...entry, counterparty: written }, [booking(1, { clientName })])
    expect(named.some(({ reasons }) => reasons.includes("name"))).toBe(isNamed)
  })

  test("at most three are proposed, the older ones first when equally likely", () => {
    const named = { ...entry, counterparty: "Jeanne Petit" }
    expect(
      numbers(
        rankMatches(
          named,
          [5, 2, 4, 3].map((number) => booking(number)),
        ),
      ),
    ).toEqual([2, 3, 4])
  })

  test("a mere amount counts only where exactly one booking expects it", () => {
    expect(numbers(rankMatches(entry, [booking(1), booking(2, { left: 100, expected: [100] })]))).toEqual([1])
    expect(rankMatches(entry, [booking(1), booking(2)])).toEqual([])
  })

  test("a name without its amount proposes nothing, nor does a paid booking", () => {
    expect(rankMatches({ ...entry, amount: 1, counterparty: "Jeanne Petit" }, [booking(1)])).toEqual([])
    expect(rankMatches(entry, [booking(1, { left: 0 })])).toEqual([])
    expect(numbers(rankMatches({ ...entry, reference: paymentReference(1) }, [booking(1, { left: 0 })]))).toEqual([1])
  })
})
