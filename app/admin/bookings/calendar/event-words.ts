import { daysLong } from "../../../../domain/day-words.ts"
import { isDay } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"

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
      return typeof details.for === "string"
        ? `Demande saisie ${by} pour ${details.for}${amount(", pour ", details.total)}`
        : `Demande déposée ${by}${amount(", pour ", details.total)}`
    case "booking.confirmed":
      return `Réservation confirmée ${by}`
    case "booking.refused":
      return `Réservation refusée ${by}${reason}`
    case "booking.cancelled":
      return `Réservation annulée ${by}${reason}`
    case "booking.restored":
      return `Réservation remise en attente ${by}`
    case "booking.confirmation-undone":
      return `Confirmation retirée ${by}\u00a0: de nouveau en attente`
    case "booking.refusal-undone":
      return `Refus retiré ${by}\u00a0: de nouveau en attente${otherUnits(details.units)}`
    case "booking.cancellation-undone":
      return `Annulation retirée ${by}\u00a0: de nouveau ${details.status === "confirmed" ? "confirmée" : "en attente"}${otherUnits(details.units)}`
    case "booking.edited":
      return `Réservation modifiée ${by}${changes(details)}`
    case "booking.noted":
      return `Note ajoutée ${by}`
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

const parts: Readonly<Record<string, string>> = { dates: "dates", options: "options", place: "adresse ou livraison" }

/** ": dates, du 12 juin 2027 au 19 juin 2027, total 636 € au lieu de 500 €. Le client est prévenu par courriel" */
function changes(details: BookingEventView["details"]): string {
  const { changed, mail } = details
  const [was, is] = [partsIn(details.before), partsIn(details.after)]
  // Older records keep days and totals under names of their own.
  const { dates: daysBefore = details.daysBefore, total: totalBefore = details.totalBefore } = was
  const { dates: days = details.days, total = details.total } = is
  const told = Array.isArray(changed) ? changed.map((part) => parts[String(part)] ?? String(part)) : []
  const moved = isDays(days) && isDays(daysBefore) ? [`${daysLong(days)} au lieu de ${daysLong(daysBefore)}`] : []
  const priced =
    typeof total === "number" && typeof totalBefore === "number" && total !== totalBefore
      ? [`total ${formatMoney(total)} au lieu de ${formatMoney(totalBefore)}`]
      : []
  const all = [...told, ...moved, ...priced]
  return `${all.length > 0 ? `\u00a0: ${all.join(", ")}` : ""}${typeof mail === "string" ? ". Le client est prévenu par courriel" : ""}`
}

function partsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {}
}

function isDays(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((day) => typeof day === "string" && isDay(day))
}

/** ", sur l’exemplaire 2, le sien étant pris" */
function otherUnits(units: unknown): string {
  return Array.isArray(units) ? `, sur l’exemplaire ${units.join(" puis ")}, le sien étant pris` : ""
}

function amount(before: string, cents: unknown): string {
  return typeof cents === "number" ? `${before}${formatMoney(cents)}` : ""
}
