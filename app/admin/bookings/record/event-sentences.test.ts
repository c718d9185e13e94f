import { expect, test } from "vitest"
import { type BookingEventView, eventSentence } from "./event-sentences.ts"

function sentenceOf(action: BookingEventView["action"], values: Partial<BookingEventView> = {}): string {
  const event = { at: new Date(0), action, actorKind: "administrator", actorName: "Camille", details: {}, ...values }
  return eventSentence(event).replaceAll(/[\u00a0\u202f]/g, " ")
}

test("each event of a booking is a sentence that names its author @R-bookings-detail", () => {
  expect(
    sentenceOf("booking.placed", { actorKind: "customer", actorName: "Lila Morel", details: { total: 63_600 } }),
  ).toBe("Demande déposée par Lila Morel, pour 636 €")
  expect(sentenceOf("booking.confirmed")).toBe("Réservation confirmée par Camille")
  expect(sentenceOf("booking.refused", { details: { reason: "En révision" } })).toBe(
    "Réservation refusée par Camille. Motif : En révision",
  )
  expect(sentenceOf("booking.refused")).toBe("Réservation refusée par Camille")
  expect(sentenceOf("booking.contract-signed", { details: { version: 1, how: "paper" } })).toBe(
    "Contrat signé sur papier, noté par Camille",
  )
  expect(sentenceOf("booking.restored")).toBe("Réservation remise en attente par Camille")
  expect(sentenceOf("booking.distance-set", { details: { distanceKm: 24, deliveryFee: 4_800, total: 60_800 } })).toBe(
    "Distance indiquée par Camille : 24 km aller-retour, livraison 48 €, total 608 €",
  )
  expect(sentenceOf("booking.unit-moved", { details: { fromUnit: 1, toUnit: 2 } })).toBe(
    "Déplacée de l’exemplaire 1 à l’exemplaire 2 par Camille",
  )
})

test("a booking placed for somebody else names them, and a change names what it changed", () => {
  expect(sentenceOf("booking.placed", { details: { total: 63_600, for: "Lila Morel" } })).toBe(
    "Demande saisie par Camille pour Lila Morel, pour 636 €",
  )
  expect(sentenceOf("booking.noted")).toBe("Note ajoutée par Camille")
  expect(
    sentenceOf("booking.edited", {
      details: {
        changed: ["dates"],
        before: { dates: ["2027-06-12"], total: 50_000 },
        after: { dates: ["2027-06-19"], total: 50_000 },
        mail: "m",
      },
    }),
  ).toBe(
    "Réservation modifiée par Camille : dates, samedi 19 juin 2027 au lieu du samedi 12 juin 2027, e-mail au client mis à l’envoi",
  )
  expect(
    sentenceOf("booking.edited", {
      details: {
        changed: ["dates"],
        before: { dates: ["2027-06-12"], total: 50_000 },
        after: { dates: ["2027-06-19"], total: 63_600 },
      },
    }),
  ).toBe(
    "Réservation modifiée par Camille : dates, samedi 19 juin 2027 au lieu du samedi 12 juin 2027, total 636 € au lieu de 500 €",
  )
  expect(
    sentenceOf("booking.edited", {
      details: { changed: ["options", "place"], before: { total: 50_000 }, after: { total: 63_600 } },
    }),
  ).toBe("Réservation modifiée par Camille : options, adresse ou livraison, total 636 € au lieu de 500 €")
})

test("an invoice event names the invoice's amounts, not only its balance", () => {
  const details = { number: "F-2026-0003", kind: "final", amount: 44_700, total: 63_800 }
  expect(sentenceOf("booking.invoiced", { details })).toBe(
    "Facture F-2026-0003 établie : 638 €, soit un solde de 447 € après acompte",
  )
})

test("an event without an author happened automatically", () => {
  expect(sentenceOf("booking.cancelled", { actorKind: "system", actorName: "" })).toBe(
    "Réservation annulée automatiquement",
  )
})

test("an event with erased details says so", () => {
  const placed = { details: { total: 63_600 }, actorKind: "customer", actorName: "" }
  expect(sentenceOf("booking.placed", { ...placed, erased: { name: true, details: false } })).toBe(
    "Demande déposée par une personne au nom effacé, pour 636 €",
  )
  expect(sentenceOf("booking.refused", { erased: { name: false, details: true } })).toBe(
    "Réservation refusée par Camille (donnée effacée)",
  )
})

test("an event of a former kind is a sentence too, without a technical word", () => {
  expect(sentenceOf(null)).toBe("Autre changement par Camille")
})
