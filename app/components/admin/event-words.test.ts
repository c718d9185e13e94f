import { expect, test } from "vitest"
import { type BookingEventView, eventSentence } from "./event-words.ts"

function told(action: string, values: Partial<BookingEventView> = {}): string {
  const event = { at: new Date(0), action, actorKind: "administrator", actorName: "Camille", details: {}, ...values }
  return eventSentence(event).replaceAll(/[\u00a0\u202f]/g, " ")
}

test("each event of a booking is a sentence that says who", () => {
  expect(told("booking.placed", { actorKind: "customer", actorName: "Lila Morel", details: { total: 63_600 } })).toBe("Demande déposée par Lila Morel, pour 636 €")
  expect(told("booking.confirmed")).toBe("Réservation confirmée par Camille")
  expect(told("booking.refused", { details: { reason: "En révision" } })).toBe("Réservation refusée par Camille. Motif : En révision")
  expect(told("booking.refused")).toBe("Réservation refusée par Camille")
  expect(told("booking.restored")).toBe("Réservation remise en attente par Camille")
  expect(told("booking.distance-set", { details: { distanceKm: 24, deliveryFee: 4_800, total: 60_800 } })).toBe(
    "Distance indiquée par Camille : 24 km aller-retour, livraison 48 €, total 608 €",
  )
  expect(told("booking.unit-moved", { details: { fromUnit: 1, toUnit: 2 } })).toBe("Déplacée de l’exemplaire 1 à l’exemplaire 2 par Camille")
})

test("what nobody did was done by itself", () => {
  expect(told("booking.cancelled", { actorKind: "system", actorName: "" })).toBe("Réservation annulée automatiquement")
})

test("an event that the screen does not know is told all the same", () => {
  expect(told("booking.moved")).toBe("booking.moved (par Camille)")
})
