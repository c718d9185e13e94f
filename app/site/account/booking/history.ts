import {
  amountPhrase,
  versionLabel,
  invoicedAmount,
  isDayList,
  lineName,
  meansLabel,
  toRecord,
  reasonSuffix,
  signingWayText,
  stopPhrases,
} from "../../../../domain/journal/event-phrases.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"
import { isDay } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { invoiceName } from "../../../../domain/invoicing/invoice.ts"
import { windowLabel } from "../../../../domain/booking/hours.ts"
import { hourInLabel, isClockTime, isWindow } from "../../../../domain/clock.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import type { RecordedDetails } from "../../../../domain/journal/acts.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"

type RecordedEvent = {
  action: BookingAct["action"] | null
  actorKind: string
  actorId: ProfileId | null
  actorName: string
  details: RecordedDetails
}

/** Compares ids, because names repeat and change. Only the owner reads who else acted (D19). */
export type Reader = { accountId: ProfileId; readerId: ProfileId | null; namesOthers: boolean }

type Sentence = (details: RecordedDetails, proxySuffix: string) => string | null

/** null for internal events. */
export function customerEventSentence(
  { action, actorKind, actorId, actorName, details }: RecordedEvent,
  reader: Reader,
): string | null {
  if (action === null) return null
  const proxy = actorKind === "customer" && actorId !== reader.accountId
  return sentences[action](details, proxy ? describeProxy(actorId, actorName, reader) : "")
}

function describeProxy(actorId: ProfileId | null, actorName: string, { readerId, namesOthers }: Reader): string {
  if (actorId !== null && actorId === readerId) return " par vous"
  return namesOthers && actorName !== "" ? ` par ${actorName}` : ""
}

/** An end caused by the customer and recorded by the shop (D68). */
function customerCausedEnd(cause: unknown, noticedOn: unknown): string | null {
  if (typeof noticedOn !== "string" || !isDay(noticedOn)) return null
  const day = dayMedium(noticedOn)
  switch (cause) {
    case "customer":
      return `Réservation annulée à votre demande du ${day}`
    case "no-show":
      return `Contrat résilié\u00a0: personne n’était là le ${day}`
    case "unpaid":
      return `Contrat résilié\u00a0: somme impayée après notre mise en demeure du ${day}`
    default:
      return null
  }
}

const sentences: Readonly<Record<BookingAct["action"], Sentence>> = {
  "booking.placed": ({ total }, proxySuffix) => `Demande envoyée${proxySuffix}${amountPhrase(", pour ", total)}`,
  "booking.confirmed": () => "Réservation confirmée",
  "booking.refused": ({ reason }) => `Demande refusée${reasonSuffix(reason)}`,
  "booking.cancelled": ({ reason, refund, cause, noticedOn }) =>
    `${customerCausedEnd(cause, noticedOn) ?? "Réservation annulée par nos soins"}${reasonSuffix(reason)}${amountPhrase(". À vous rembourser\u00a0: ", positiveOrNull(refund))}`,
  "booking.cancelled-by-customer": ({ refund }, proxySuffix) =>
    `Réservation annulée à votre demande${proxySuffix}${amountPhrase(". À vous rembourser\u00a0: ", positiveOrNull(refund))}`,
  "booking.withdrawn": ({ refund }) =>
    `Rétractation reçue${amountPhrase(". À vous rembourser\u00a0: ", positiveOrNull(refund))}`,
  "booking.left-unsigned": ({ dueAt }) =>
    typeof dueAt === "string"
      ? `Contrat non signé avant le ${instantLong(new Date(dueAt))}\u00a0: dates libérées, rien n’est dû`
      : "Contrat non signé à temps\u00a0: dates libérées, rien n’est dû",
  "booking.dates-asked": ({ days }, proxySuffix) =>
    `Autres dates demandées${proxySuffix}${daysSuffix("\u00a0: ", days)}`,
  "booking.dates-kept": (_details, proxySuffix) => `Demande d’autres dates retirée${proxySuffix}`,
  "booking.dates-accepted": ({ days }) => `Nouvelles dates acceptées${daysSuffix("\u00a0: ", days)}`,
  "booking.dates-refused": ({ days, reason }) =>
    `Dates non changées${daysSuffix("\u00a0: ", days)}${reasonSuffix(reason)}`,
  "booking.refunded": ({ amount: cents, means }) =>
    `Remboursement fait${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}`,
  "booking.expired": () => "Demande close sans réponse de notre part\u00a0: dates libérées, rien n’est dû",
  "booking.restored": () => "Réservation remise en attente",
  "booking.confirmation-undone": () => "De nouveau en attente de notre réponse",
  "booking.refusal-undone": () => "De nouveau en attente de notre réponse",
  "booking.cancellation-undone": () => "Annulation retirée",
  "booking.edited": ({ before, after }) => editedSentence(toRecord(before), toRecord(after)),
  "booking.rental-ended": ({ product, cause, refund, indemnity, reason }) =>
    [
      `${typeof product === "string" ? product : "Location"}\u00a0: ${cause === "company" ? "location retirée par nos soins" : "location retirée à votre demande"}`,
      reasonSuffix(reason),
      cause === "company" ? amountPhrase(". À vous rembourser\u00a0: ", positiveOrNull(refund)) : "",
      amountPhrase(". Indemnité\u00a0: ", positiveOrNull(indemnity)),
    ].join(""),
  "booking.noted": () => null,
  "booking.distance-set": ({ distanceKm, total }) =>
    typeof distanceKm === "number"
      ? `Distance confirmée\u00a0: ${distanceKm}\u00a0km aller-retour${amountPhrase(", total ", total)}`
      : null,
  "booking.delivery-taken-over": ({ otherBooking, deliveryFee, total }) =>
    typeof otherBooking === "number"
      ? `La réservation n°\u00a0${otherBooking} ne part plus avec celle-ci\u00a0: la livraison est comptée ici${amountPhrase(", ", deliveryFee)}${amountPhrase(", total ", total)}`
      : null,
  "booking.delivery-left": ({ otherBooking, total }) =>
    typeof otherBooking === "number"
      ? `Livraison comptée avec la réservation n°\u00a0${otherBooking}${amountPhrase(", total ", total)}`
      : null,
  "booking.price-adjusted": ({ name, amount: cents, total }) =>
    `${lineName(name)} au prix${amountPhrase("\u00a0: ", cents)}${amountPhrase(", total ", total)}`,
  "booking.price-adjustment-removed": ({ name, total }) =>
    `${lineName(name)} retirée du prix${amountPhrase(", total ", total)}`,
  "booking.shift-assigned": () => null,
  "booking.shift-removed": () => null,
  "booking.shift-answered": () => null,
  "booking.unit-moved": () => null,
  "booking.units-swapped": () => null,
  "booking.unhoused": () => null,
  "booking.rehoused": () => null,
  "booking.invoice-sent-again": () => null,
  "booking.hours-set": ({ outHours, backHours }) =>
    isWindow(outHours) || isWindow(backHours)
      ? `Horaires convenus${isWindow(outHours) ? `\u00a0: départ ${windowLabel(outHours)}` : ""}${isWindow(backHours) ? `, retour ${windowLabel(backHours)}` : ""}`
      : "Horaires à convenir",
  "booking.condition-reported": ({ leg, damaged }) =>
    `État des lieux de ${leg === "back" ? "retour" : "départ"}${damaged === true ? ", avec réserves" : ""}`,
  "booking.stop-marked": (details) => {
    const { label, time, arrival } = stopPhrases(details)
    return details.step === "arrived"
      ? null
      : `${label}${time && ` à ${time}`}${arrival && `, arrivée prévue vers ${arrival}`}`
  },
  "booking.stop-unmarked": () => null,
  "booking.references-noted": () => null,
  "booking.event-start-told": ({ startsAt }) =>
    isClockTime(startsAt) ? `Début de l’événement à ${hourInLabel(startsAt)}` : "Heure de l’événement retirée",
  "booking.venue-described": (_details, proxySuffix) => `Lieu décrit${proxySuffix}`,
  "booking.invoiced": (details) =>
    typeof details.number === "string"
      ? `${invoiceName(details.kind, details.number)} ${details.number}${invoicedAmount(details)}`
      : null,
  "booking.contract-sent": ({ version, dueAt }) =>
    typeof dueAt === "string"
      ? `Contrat ${versionLabel(version)}établi, à signer avant le ${instantLong(new Date(dueAt))}`
      : `Contrat ${versionLabel(version)}établi`,
  "booking.contract-undelivered": () => null,
  "booking.contract-handed-over": ({ version, dueAt }) =>
    `Contrat ${versionLabel(version)}remis en main propre${typeof dueAt === "string" ? `, à signer avant le ${instantLong(new Date(dueAt))}` : ""}`,
  "booking.links-closed": () => "Liens reçus par e-mail fermés",
  "booking.contract-signed": ({ version, how }) => `Contrat ${versionLabel(version)}signé${signingWayText(how)}`,
  "booking.change-lapsed": () => "Modification non signée à temps\u00a0: le contrat signé reste en vigueur",
  "booking.payment-recorded": ({ amount: cents, means, isDemonstration }) =>
    `Paiement ${isDemonstration === true ? "de démonstration " : ""}reçu${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}`,
  "booking.interest-deducted": ({ amount: cents }) =>
    `Intérêts sur ce que vous avez payé d’avance, déduits du solde${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-unwanted": ({ amount: cents }) =>
    `Paiement par carte de trop${amountPhrase("\u00a0: ", cents)} vous sont rendus`,
  "booking.refund-noticed": ({ amount: cents }) => `Remboursement sur votre carte${amountPhrase("\u00a0: ", cents)}`,
  "booking.money-given-back": ({ amount: cents }) =>
    `Remboursement décidé${amountPhrase("\u00a0: ", cents)} vous sont rendus`,
  "booking.refund-failed": ({ amount: cents, failure }) =>
    `Remboursement ${failure === "returned_transfer" ? "par virement revenu à notre banque" : "par carte refusé par la banque"}${amountPhrase("\u00a0: ", cents)} vous sont rendus autrement`,
  "booking.deposit-card-saved": () => "Carte enregistrée pour la caution",
  "booking.insurance-asked": () => "Attestation d’assurance demandée",
  "booking.insurance-waived": () => "Attestation d’assurance plus demandée",
  "booking.insurance-handed-in": () => "Attestation d’assurance remise",
  "booking.deposit-asked": () => null,
  "booking.deposit-held": ({ amount: cents }) =>
    `Empreinte de caution prise sur votre carte${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-released": ({ amount: cents }) => `Caution levée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-lowered": ({ amount: cents }) => `Caution réduite${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-received": ({ amount: cents, means }) =>
    `Caution reçue${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}`,
  "booking.deposit-refused": () => "Caution refusée par la banque",
  "booking.deposit-not-taken": () => null,
  "booking.deposit-announced": ({ amount: cents }) =>
    `Retenue sur la caution annoncée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-answered": () => "Vous avez répondu à la retenue annoncée",
  "booking.deposit-release-decided": () => null,
  "booking.deposit-waived": () => "Aucune caution n’est plus demandée",
  "booking.deposit-told": () => null,
  "booking.deposit-trouble-seen": () => null,
  "booking.deposit-keep-decided": () => null,
  "booking.deposit-kept": ({ amount: cents }) => `Gardé sur la caution${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-disputed": () => null,
  "booking.payment-corrected": ({ amount: cents, means, notOwed }) =>
    `Paiement corrigé${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}${amountPhrase(", à vous rendre en moins\u00a0: ", notOwed)}`,
}

function editedSentence(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string {
  const dates =
    isDayList(after["dates"]) && isDayList(before["dates"])
      ? `, ${rentalLabel(periodOfDays(after["dates"]))} au lieu ${rentalLabel(periodOfDays(before["dates"]), "after-de")}`
      : ""
  const total =
    typeof after["total"] === "number" && typeof before["total"] === "number" && after["total"] !== before["total"]
      ? `, ${formatMoney(after["total"])} au lieu de ${formatMoney(before["total"])}`
      : ""
  return `Réservation modifiée${dates}${total}`
}

function daysSuffix(before: string, days: unknown): string {
  return isDayList(days) ? `${before}${rentalLabel(periodOfDays(days))}` : ""
}

function positiveOrNull(cents: unknown): unknown {
  return typeof cents === "number" && cents > 0 ? cents : null
}
