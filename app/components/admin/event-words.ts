import { formatMoney } from "../../../domain/money.ts"

export type BookingEventView = {
  at: Date
  action: string
  actorKind: string
  actorName: string
  details: Readonly<Record<string, unknown>>
}

/** What happened to a booking, as one French sentence. */
export function eventSentence({ action, actorKind, actorName, details }: BookingEventView): string {
  const by = actorKind === "system" || actorName === "" ? "automatiquement" : `par ${actorName}`
  const reason = typeof details.reason === "string" && details.reason !== "" ? `. Motif\u00a0: ${details.reason}` : ""
  switch (action) {
    case "booking.placed":
      return `Demande déposée ${by}${amount(", pour ", details.total)}`
    case "booking.confirmed":
      return `Réservation confirmée ${by}`
    case "booking.refused":
      return `Réservation refusée ${by}${reason}`
    case "booking.cancelled":
      return `Réservation annulée ${by}${reason}`
    case "booking.restored":
      return `Réservation remise en attente ${by}`
    case "booking.distance-set":
      return [
        `Distance indiquée ${by}\u00a0: ${String(details.distanceKm)}\u00a0km aller-retour`,
        amount(", livraison ", details.deliveryFee),
        amount(", total ", details.total),
      ].join("")
    case "booking.unit-moved":
      return `Déplacée de l’exemplaire ${String(details.fromUnit)} à l’exemplaire ${String(details.toUnit)} ${by}`
    default:
      // A kind of event that this screen does not know yet is still told.
      return `${action} (${by})`
  }
}

function amount(before: string, cents: unknown): string {
  return typeof cents === "number" ? `${before}${formatMoney(cents)}` : ""
}
