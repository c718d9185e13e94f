import { expect, test } from "vitest"
import { bookingSubjects } from "../../../../domain/booking/acts.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import { type Reader, customerEventSentence } from "./history.ts"

const elena = "00000000-0000-4000-8000-00000000000e" as ProfileId
const somebody = "00000000-0000-4000-8000-00000000000f" as ProfileId
const paul = "00000000-0000-4000-8000-000000000010" as ProfileId
const asOwner: Reader = { accountId: elena, readerId: elena, namesOthers: true }
const turn = ({
  action,
  details = {},
  actorName = "Elena",
  actorId = actorName === "Elena" ? elena : somebody,
  reader = asOwner,
}: {
  action: BookingAct["action"]
  details?: Record<string, unknown> | undefined
  actorName?: string | undefined
  actorId?: ProfileId | undefined
  reader?: Reader | undefined
}) =>
  customerEventSentence(
    { action, actorKind: actorName === "Camille" ? "administrator" : "customer", actorId, actorName, details },
    reader,
  )

test("the history reads in plain words, with amounts", () => {
  expect(turn({ action: "booking.placed", details: { total: 25_000 } })).toBe("Demande envoyée, pour 250\u202f€")
  expect(turn({ action: "booking.refused", details: { reason: "En panne" }, actorName: "Camille" })).toBe(
    "Demande refusée. Motif\u00a0: En panne",
  )
  expect(turn({ action: "booking.contract-signed", details: { version: 2, how: "link" } })).toBe(
    "Contrat (version\u00a02) signé par le lien reçu par e-mail",
  )
  expect(turn({ action: "booking.dates-asked", details: { days: ["2027-06-12"] } })).toBe(
    "Autres dates demandées\u00a0: samedi 12 juin 2027",
  )
  expect(
    turn({ action: "booking.payment-recorded", details: { amount: 7_500, means: "transfer" }, actorName: "Camille" }),
  ).toBe("Paiement reçu\u00a0: 75\u202f€ (virement)")
})

test("an invoice shows its amount, as in the list of invoices", () => {
  const final = { number: "F-2026-0003", kind: "final", amount: 44_700, total: 63_800 }
  expect(turn({ action: "booking.invoiced", details: final, actorName: "Camille" })).toBe(
    "Facture F-2026-0003\u00a0: 638\u202f€, soit un solde de 447\u202f€ après acompte",
  )
  const credit = { number: "AV-2026-0001", kind: "credit-note", amount: 19_100, total: 19_100 }
  expect(turn({ action: "booking.invoiced", details: credit, actorName: "Camille" })).toBe(
    "Avoir AV-2026-0001\u00a0: −191\u202f€",
  )
  // Older events have no recorded total.
  expect(turn({ action: "booking.invoiced", details: { ...final, total: undefined }, actorName: "Camille" })).toBe(
    "Facture F-2026-0003\u00a0: 447\u202f€",
  )
})

test("a person acting for the customer is named, the customer and the shop are not", () => {
  expect(turn({ action: "booking.placed", details: {}, actorName: "Lila" })).toBe("Demande envoyée par Lila")
  expect(turn({ action: "booking.placed", details: {}, actorId: somebody })).toBe("Demande envoyée par Elena")
  expect(turn({ action: "booking.placed", details: {}, actorName: "Elena Roux", actorId: elena })).toBe(
    "Demande envoyée",
  )
  for (const action of Object.keys(bookingSubjects) as BookingAct["action"][])
    expect(turn({ action, details: {}, actorName: "Camille" }) ?? "").not.toMatch(/Camille|undefined|null|NaN/)
})

test("a delegate reads their own acts, but not who else acts for the account", () => {
  const asPaul: Reader = { accountId: elena, readerId: paul, namesOthers: false }
  for (const action of Object.keys(bookingSubjects) as BookingAct["action"][])
    expect(
      turn({ action, details: {}, actorName: "Inès Martin", actorId: somebody, reader: asPaul }) ?? "",
    ).not.toContain("Inès")
  expect(
    turn({ action: "booking.placed", details: {}, actorName: "Inès Martin", actorId: somebody, reader: asPaul }),
  ).toBe("Demande envoyée")
  expect(turn({ action: "booking.placed", details: {}, actorName: "Inès Martin", actorId: somebody })).toBe(
    "Demande envoyée par Inès Martin",
  )
  expect(turn({ action: "booking.placed", details: {}, actorName: "Paul", actorId: paul, reader: asPaul })).toBe(
    "Demande envoyée par vous",
  )
  // The holder of a link from a mail is anonymous.
  expect(
    turn({
      action: "booking.placed",
      details: {},
      actorName: "Paul",
      actorId: paul,
      reader: { ...asPaul, readerId: null },
    }),
  ).toBe("Demande envoyée")
})

test("the shop's internal events are left out", () => {
  expect(turn({ action: "booking.noted", details: {}, actorName: "Camille" })).toBeNull()
  expect(turn({ action: "booking.unit-moved", details: { fromUnit: 1, toUnit: 2 }, actorName: "Camille" })).toBeNull()
})
