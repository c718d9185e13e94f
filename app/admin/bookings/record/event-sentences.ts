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
} from "../../../../domain/journal/event-phrases.ts"
import { disputeStageLabels, disputeStages, disputedName } from "../../../../domain/finance/dispute.ts"
import { isWindow, windowLabel } from "../../../../domain/booking/hours.ts"
import { isDay } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { invoiceName } from "../../../../domain/invoicing/invoice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { byApiKey } from "../../kit/journal/act-labels.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"
import type { RecordedDetails } from "../../../../domain/journal/acts.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"

export type BookingEventView = {
  at: Date
  action: BookingAct["action"] | null
  actorKind: string
  actorName: string
  /** Name of the API key used, if any. */
  apiKey?: string | null
  details: RecordedDetails
  erased?: { name: boolean; details: boolean }
}

export function eventSentence({ action, actorKind, actorName, apiKey, details, erased }: BookingEventView): string {
  const actor = erased?.name
    ? "par une personne au nom effacé"
    : actorKind === "system" || actorName === ""
      ? "automatiquement"
      : `par ${actorName}`
  const by = apiKey ? `${actor}, ${byApiKey(apiKey)}` : actor
  const sentence = action === null ? `Autre changement ${by}` : sentences[action](by, details)
  return erased?.details ? `${sentence} (donnée effacée)` : sentence
}

/** null unless the owner recorded the end on someone else's behalf (D68). */
function notedEnd(by: string, cause: unknown, noticedOn: unknown): string | null {
  if (typeof noticedOn !== "string" || !isDay(noticedOn)) return null
  const day = dayMedium(noticedOn)
  switch (cause) {
    case "customer":
      return `Annulée par le client le ${day}, noté ${by}`
    case "no-show":
      return `Le client n’est pas venu le ${day}, noté ${by}`
    case "unpaid":
      return `Contrat résilié ${by}, mise en demeure du ${day}`
    default:
      return null
  }
}

const sentences: Readonly<Record<BookingAct["action"], (by: string, details: RecordedDetails) => string>> = {
  "booking.placed": (by, details) =>
    typeof details.for === "string"
      ? `Demande saisie ${by} pour ${details.for}${amountPhrase(", pour ", details.total)}`
      : `Demande déposée ${by}${amountPhrase(", pour ", details.total)}`,
  "booking.confirmed": (by) => `Réservation confirmée ${by}`,
  "booking.refused": (by, { reason }) => `Réservation refusée ${by}${reasonSuffix(reason)}`,
  "booking.cancelled": (by, { reason, kept, refund, indemnity, forceMajeure, cause, noticedOn }) =>
    [
      notedEnd(by, cause, noticedOn) ?? `Réservation annulée ${by}`,
      paid(", gardé\u00a0: ", kept),
      paid(", à rembourser\u00a0: ", refund),
      paid(", indemnité\u00a0: ", indemnity),
      forceMajeure === true ? ", cas de force majeure" : "",
      reasonSuffix(reason),
    ].join(""),
  "booking.cancelled-by-customer": (by, { reason, kept, refund }) =>
    `Réservation annulée ${by}${paid(", gardé\u00a0: ", kept)}${paid(", à rembourser\u00a0: ", refund)}${reasonSuffix(reason)}`,
  "booking.withdrawn": (by, { refund }) => `Rétractation ${by}${paid(", à rembourser\u00a0: ", refund)}`,
  "booking.left-unsigned": (by) => `Réservation annulée ${by}\u00a0: le contrat n’a pas été signé à temps`,
  "booking.dates-asked": (by, { days }) => `Autres dates demandées ${by}${daysAfter(days)}`,
  "booking.dates-kept": (by) => `Demande d’autres dates retirée ${by}`,
  "booking.dates-accepted": (by, { days }) => `Changement de dates accepté ${by}${daysAfter(days)}`,
  "booking.dates-refused": (by, { days, reason }) =>
    `Changement de dates refusé ${by}${daysAfter(days)}${reasonSuffix(reason)}`,
  "booking.refunded": (by, details) => `Remboursement noté ${by}${amountPhrase("\u00a0: ", details.amount)}`,
  "booking.expired": (by) => `Demande refusée ${by}\u00a0: personne n’avait répondu à temps`,
  "booking.restored": (by) => `Réservation remise en attente ${by}`,
  "booking.confirmation-undone": (by) => `Confirmation retirée ${by}\u00a0: de nouveau en attente`,
  "booking.refusal-undone": (by, { units }) => `Refus retiré ${by}\u00a0: de nouveau en attente${otherUnits(units)}`,
  "booking.cancellation-undone": (by, { status, units }) =>
    `Annulation retirée ${by}\u00a0: de nouveau ${status === "confirmed" ? "confirmée" : "en attente"}${otherUnits(units)}`,
  "booking.edited": (by, details) => `Réservation modifiée ${by}${changes(details)}`,
  "booking.noted": (by) => `Note ajoutée ${by}`,
  "booking.distance-set": (by, { distanceKm, deliveryFee, total, offered }) =>
    offered === true
      ? [`Livraison offerte ${by}`, amountPhrase(", total ", total)].join("")
      : [
          `Distance indiquée ${by}\u00a0: ${String(distanceKm)}\u00a0km aller-retour`,
          amountPhrase(", livraison ", deliveryFee),
          amountPhrase(", total ", total),
        ].join(""),
  "booking.delivery-taken-over": (_by, { otherBooking, deliveryFee, total }) =>
    [
      `Frais de la livraison commune repris de la réservation n°\u00a0${String(otherBooking)}, qui ne part plus avec elle`,
      amountPhrase("\u00a0: ", deliveryFee),
      amountPhrase(", total ", total),
    ].join(""),
  "booking.delivery-left": (_by, { otherBooking, total }) =>
    [`Livraison comptée avec la réservation n°\u00a0${String(otherBooking)}`, amountPhrase(", total ", total)].join(""),
  "booking.price-adjusted": (by, { name, amount: cents, total, reason }) =>
    [
      `${lineName(name)} ajoutée au prix ${by}`,
      amountPhrase("\u00a0: ", cents),
      amountPhrase(", total ", total),
      reasonSuffix(reason),
    ].join(""),
  "booking.price-adjustment-removed": (by, { name, amount: cents, total }) =>
    [`${lineName(name)} retirée du prix ${by}`, amountPhrase("\u00a0: ", cents), amountPhrase(", total ", total)].join(
      "",
    ),
  "booking.contract-sent": (_by, { version, dueAt }) =>
    typeof dueAt === "string"
      ? `Contrat ${versionLabel(version)}mis à l’envoi, à signer avant le ${instantLong(new Date(dueAt))}`
      : `Contrat ${versionLabel(version)}établi, à remettre en main propre`,
  "booking.contract-undelivered": (_by, { version }) =>
    `Contrat ${versionLabel(version)}non délivré par e-mail\u00a0: plus aucun délai de signature ne court`,
  "booking.contract-handed-over": (by, { version, dueAt }) =>
    `Contrat ${versionLabel(version)}remis en main propre ${by}${typeof dueAt === "string" ? `, à signer avant le ${instantLong(new Date(dueAt))}` : ""}`,
  "booking.links-closed": (by, { links }) =>
    links === 1 ? `Lien envoyé fermé ${by}` : `Liens envoyés fermés ${by}\u00a0: ${String(links)}`,
  // The customer signs on paper or on site; the owner only records it.
  "booking.contract-signed": (by, { version, how }) =>
    how === "paper" || how === "on-site"
      ? `Contrat ${versionLabel(version)}signé${signingWayText(how)}, noté ${by}`
      : `Contrat ${versionLabel(version)}signé ${by}${signingWayText(how)}`,
  "booking.change-lapsed": (_by, details) =>
    `Modification non signée à temps\u00a0: la réservation est de nouveau celle du contrat signé${changes(details)}`,
  "booking.invoice-sent-again": (by, { number, kind }) =>
    `${invoiceName(kind, number)} ${String(number)} renvoyé${kind === "credit-note" ? "" : "e"} ${by}`,
  "booking.hours-set": (by, { outHours, backHours }) =>
    `Horaires notés ${by}${windowAfter("\u00a0: départ ", outHours)}${windowAfter(", retour ", backHours)}`,
  "booking.condition-reported": (by, { leg, damaged }) =>
    `État des lieux de ${leg === "back" ? "retour" : "départ"} établi ${by}${damaged === true ? ", avec réserves" : ""}`,
  "booking.venue-described": (by) => `Lieu décrit ${by}`,
  "booking.invoiced": (_by, details) =>
    `${invoiceName(details.kind, details.number)} ${String(details.number)} établi${details.kind === "credit-note" ? "" : "e"}${invoicedAmount(details)}`,
  "booking.payment-recorded": (by, { amount: paid, means, refund, isDemonstration }) =>
    `Paiement ${isDemonstration === true ? "de démonstration " : ""}enregistré ${by}${amountPhrase("\u00a0: ", paid)}${meansLabel(means)}${amountPhrase(", à rendre\u00a0: ", refund)}`,
  "booking.interest-deducted": (_by, { amount: cents }) =>
    `Intérêts déduits du solde${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-corrected": (by, { amount: paid, means, notOwed }) =>
    `Paiement retiré ${by}${amountPhrase("\u00a0: ", paid)}${meansLabel(means)}${amountPhrase(", à rendre en moins\u00a0: ", notOwed)}`,
  "booking.payment-unwanted": (_by, { amount: back, ended }) =>
    `Paiement par carte arrivé ${ended === true ? "après la fin de la réservation" : "alors que c’était déjà payé"}${amountPhrase("\u00a0: ", back)} à rendre`,
  "booking.refund-noticed": (_by, { amount: cents, written }) =>
    `Remboursement fait dans Stripe${amountPhrase("\u00a0: ", cents)}${written === false ? ", que rien ici ne permet de noter" : ""}`,
  "booking.money-given-back": (by, { amount: cents, overpaid, reason }) =>
    `Remboursement ${overpaid === cents ? "d’un trop-perçu" : "partiel, en geste commercial,"} décidé ${by}${amountPhrase("\u00a0: ", cents)}${reasonSuffix(reason)}`,
  "booking.refund-failed": (_by, { amount: cents, failure }) =>
    failure === "returned_transfer"
      ? `Remboursement par virement revenu${amountPhrase("\u00a0: ", cents)}, à faire de nouveau`
      : `Remboursement par carte refusé par la banque${amountPhrase("\u00a0: ", cents)}, à rendre autrement`,
  "booking.deposit-card-saved": () => "Carte enregistrée pour la caution",
  "booking.insurance-asked": (by) => `Attestation d’assurance demandée ${by}`,
  "booking.insurance-waived": (by) => `Attestation d’assurance jugée inutile ${by}`,
  "booking.insurance-handed-in": () => "Attestation d’assurance remise par le client",
  "booking.deposit-asked": (by) => `Carte demandée pour la caution ${by}`,
  "booking.deposit-held": (_by, { amount: cents }) =>
    `Caution autorisée sur la carte${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-released": (_by, { amount: cents }) => `Caution levée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-received": (by, { amount: cents, means }) =>
    `Caution reçue, notée ${by}${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}`,
  "booking.deposit-refused": (_by, { amount: cents }) =>
    `Caution refusée par la banque${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-not-taken": (_by, { amount: cents }) =>
    `La retenue sur la caution n’a pas pu être débitée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-announced": (by, { amount: cents, reason }) =>
    `Retenue sur la caution annoncée ${by}${amountPhrase("\u00a0: ", cents)}${reasonSuffix(reason)}`,
  "booking.deposit-answered": (by) => `Réponse à la retenue annoncée ${by}`,
  "booking.deposit-release-decided": (by, { amount: cents }) =>
    `Caution à lever, décidé ${by}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-waived": (by, { amount: cents }) => `Caution abandonnée ${by}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-told": (by, { amount: cents, handedOverOn }) =>
    `Retenue remise en main propre${typeof handedOverOn === "string" && isDay(handedOverOn) ? ` le ${dayMedium(handedOverOn)}` : ""}, noté ${by}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-trouble-seen": (by, { amount: cents }) =>
    `Retenue sur la caution réglée autrement, noté ${by}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-keep-decided": (by, { amount: cents }) =>
    `Retenue sur la caution décidée ${by}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-kept": (_by, { amount: cents }) => `Gardé sur la caution${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-disputed": (_by, { amount: cents, stage, ofDeposit }) =>
    `${disputedName(ofDeposit === true)} à la banque${amountPhrase("\u00a0: ", cents)}${disputeStage(stage)}`,
  "booking.unit-moved": (by, { fromUnit, toUnit }) =>
    `Déplacée de l’exemplaire ${String(fromUnit)} à l’exemplaire ${String(toUnit)} ${by}`,
  "booking.units-swapped": (by, { fromUnit, toUnit }) =>
    `Passée de l’exemplaire ${String(fromUnit)} à l’exemplaire ${String(toUnit)} par échange, ${by}`,
}

const partLabels: Readonly<Record<string, string>> = {
  dates: "dates",
  options: "options",
  place: "adresse ou livraison",
}

function changes(details: RecordedDetails): string {
  const { changed, mail, forgotten } = details
  const [before, after] = [toRecord(details.before), toRecord(details.after)]
  const { dates: daysBefore, total: totalBefore } = before
  const { dates: days, total } = after
  const changedParts = Array.isArray(changed) ? changed.map((part) => partLabels[String(part)] ?? String(part)) : []
  const moved =
    isDayList(days) && isDayList(daysBefore)
      ? [`${rentalLabel(periodOfDays(days))} au lieu ${rentalLabel(periodOfDays(daysBefore), "after-de")}`]
      : []
  const priced =
    typeof total === "number" && typeof totalBefore === "number" && total !== totalBefore
      ? [`total ${formatMoney(total)} au lieu de ${formatMoney(totalBefore)}`]
      : []
  const erasedLabels = Array.isArray(forgotten)
    ? forgotten.map((part) => erasedPartLabels[String(part)] ?? String(part))
    : []
  const all = [...changedParts, ...moved, ...priced, ...erasedLabels]
  return `${all.length > 0 ? `\u00a0: ${all.join(", ")}` : ""}${typeof mail === "string" ? ", e-mail au client mis à l’envoi" : ""}`
}

const erasedPartLabels: Readonly<Record<string, string>> = {
  hours: "horaires convenus effacés",
  venue: "description du lieu effacée",
}

function otherUnits(units: unknown): string {
  return Array.isArray(units) ? `, sur l’exemplaire ${units.join(" puis ")}, le sien étant pris` : ""
}

function daysAfter(days: unknown): string {
  return isDayList(days) ? `\u00a0: ${rentalLabel(periodOfDays(days))}` : ""
}

function paid(before: string, cents: unknown): string {
  return cents === 0 ? "" : amountPhrase(before, cents)
}

function disputeStage(stage: unknown): string {
  const match = disputeStages.find((each) => each === stage)
  return match ? `, ${disputeStageLabels[match].toLowerCase()}` : ""
}

function windowAfter(before: string, window: unknown): string {
  return isWindow(window) ? `${before}${windowLabel(window)}` : ""
}
