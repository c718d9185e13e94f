import { type ShiftKind, shiftLabels } from "../../../../domain/booking/shift.ts"
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
import { disputeStageLabels, disputeStages, disputedName } from "../../../../domain/finance/dispute.ts"
import { windowLabel } from "../../../../domain/booking/hours.ts"
import { hourInLabel, isClockTime, isWindow } from "../../../../domain/clock.ts"
import { isDay } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { invoiceName } from "../../../../domain/invoicing/invoice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { apiKeyLabel } from "../../kit/journal/act-labels.ts"
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

const AUTOMATICALLY = "automatiquement"

export function eventSentence({ action, actorKind, actorName, apiKey, details, erased }: BookingEventView): string {
  const actor = erased?.name
    ? "par une personne au nom effacé"
    : actorKind === "system" || actorName === ""
      ? AUTOMATICALLY
      : `par ${actorName}`
  const actorPhrase = apiKey ? `${actor}, ${apiKeyLabel(apiKey)}` : actor
  const sentence = action === null ? `Autre changement ${actorPhrase}` : sentences[action](actorPhrase, details)
  return erased?.details ? `${sentence} (donnée effacée)` : sentence
}

/** null unless the owner recorded the end on someone else's behalf (D68). */
function recordedEndSentence(actorPhrase: string, cause: unknown, noticedOn: unknown): string | null {
  if (typeof noticedOn !== "string" || !isDay(noticedOn)) return null
  const day = dayMedium(noticedOn)
  switch (cause) {
    case "customer":
      return `Annulée par le client le ${day}, noté ${actorPhrase}`
    case "no-show":
      return `Le client n’est pas venu le ${day}, noté ${actorPhrase}`
    case "unpaid":
      return `Contrat résilié ${actorPhrase}, mise en demeure du ${day}`
    default:
      return null
  }
}

const sentences: Readonly<Record<BookingAct["action"], (actorPhrase: string, details: RecordedDetails) => string>> = {
  "booking.placed": (actorPhrase, details) =>
    typeof details.for === "string"
      ? `Demande saisie ${actorPhrase} pour ${details.for}${amountPhrase(", pour ", details.total)}`
      : `Demande déposée ${actorPhrase}${amountPhrase(", pour ", details.total)}`,
  "booking.confirmed": (actorPhrase) =>
    `Réservation confirmée ${actorPhrase === AUTOMATICALLY ? "par le système" : actorPhrase}`,
  "booking.refused": (actorPhrase, { reason }) => `Réservation refusée ${actorPhrase}${reasonSuffix(reason)}`,
  "booking.cancelled": (actorPhrase, { reason, kept, refund, indemnity, forceMajeure, cause, noticedOn }) =>
    [
      recordedEndSentence(actorPhrase, cause, noticedOn) ?? `Réservation annulée ${actorPhrase}`,
      nonZeroAmountPhrase(", gardé\u00a0: ", kept),
      nonZeroAmountPhrase(", à rembourser\u00a0: ", refund),
      nonZeroAmountPhrase(", indemnité\u00a0: ", indemnity),
      forceMajeure === true ? ", cas de force majeure" : "",
      reasonSuffix(reason),
    ].join(""),
  "booking.cancelled-by-customer": (actorPhrase, { reason, kept, refund }) =>
    `Réservation annulée ${actorPhrase}${nonZeroAmountPhrase(", gardé\u00a0: ", kept)}${nonZeroAmountPhrase(", à rembourser\u00a0: ", refund)}${reasonSuffix(reason)}`,
  "booking.withdrawn": (actorPhrase, { refund }) =>
    `Rétractation ${actorPhrase}${nonZeroAmountPhrase(", à rembourser\u00a0: ", refund)}`,
  "booking.left-unsigned": (actorPhrase) =>
    `Réservation annulée ${actorPhrase}\u00a0: le contrat n’a pas été signé à temps`,
  "booking.dates-asked": (actorPhrase, { days }) => `Autres dates demandées ${actorPhrase}${daysSuffix(days)}`,
  "booking.dates-kept": (actorPhrase) => `Demande d’autres dates retirée ${actorPhrase}`,
  "booking.dates-accepted": (actorPhrase, { days }) => `Changement de dates accepté ${actorPhrase}${daysSuffix(days)}`,
  "booking.dates-refused": (actorPhrase, { days, reason }) =>
    `Changement de dates refusé ${actorPhrase}${daysSuffix(days)}${reasonSuffix(reason)}`,
  "booking.refunded": (actorPhrase, details) =>
    `Remboursement noté ${actorPhrase}${amountPhrase("\u00a0: ", details.amount)}`,
  "booking.expired": (actorPhrase) => `Demande refusée ${actorPhrase}\u00a0: personne n’avait répondu à temps`,
  "booking.restored": (actorPhrase) => `Réservation remise en attente ${actorPhrase}`,
  "booking.confirmation-undone": (actorPhrase) => `Confirmation retirée ${actorPhrase}\u00a0: de nouveau en attente`,
  "booking.refusal-undone": (actorPhrase, { units }) =>
    `Refus retiré ${actorPhrase}\u00a0: de nouveau en attente${otherUnits(units)}`,
  "booking.cancellation-undone": (actorPhrase, { status, units }) =>
    `Annulation retirée ${actorPhrase}\u00a0: de nouveau ${status === "confirmed" ? "confirmée" : "en attente"}${otherUnits(units)}`,
  "booking.edited": (actorPhrase, details) => `Réservation modifiée ${actorPhrase}${changesSuffix(details)}`,
  "booking.rental-ended": (actorPhrase, { product, cause, kept, refund, indemnity, forceMajeure, reason }) =>
    [
      `Location ${typeof product === "string" ? `«\u00a0${product}\u00a0» ` : ""}retirée ${cause === "customer" ? "à la demande du client, noté " : ""}${actorPhrase}`,
      nonZeroAmountPhrase(", gardé\u00a0: ", kept),
      cause === "company" ? nonZeroAmountPhrase(", à rembourser\u00a0: ", refund) : "",
      nonZeroAmountPhrase(", indemnité\u00a0: ", indemnity),
      forceMajeure === true ? ", cas de force majeure" : "",
      reasonSuffix(reason),
    ].join(""),
  "booking.noted": (actorPhrase) => `Note ajoutée ${actorPhrase}`,
  "booking.distance-set": (actorPhrase, { distanceKm, deliveryFee, total, offered }) =>
    offered === true
      ? [`Livraison offerte ${actorPhrase}`, amountPhrase(", total ", total)].join("")
      : [
          `Distance indiquée ${actorPhrase}\u00a0: ${String(distanceKm)}\u00a0km aller-retour`,
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
  "booking.price-adjusted": (actorPhrase, { name, amount: cents, total, reason }) =>
    [
      `${lineName(name)} ajoutée au prix ${actorPhrase}`,
      amountPhrase("\u00a0: ", cents),
      amountPhrase(", total ", total),
      reasonSuffix(reason),
    ].join(""),
  "booking.price-adjustment-removed": (actorPhrase, { name, amount: cents, total }) =>
    [
      `${lineName(name)} retirée du prix ${actorPhrase}`,
      amountPhrase("\u00a0: ", cents),
      amountPhrase(", total ", total),
    ].join(""),
  "booking.contract-sent": (_by, { version, dueAt }) =>
    typeof dueAt === "string"
      ? `Contrat ${versionLabel(version)}mis à l’envoi, à signer avant le ${instantLong(new Date(dueAt))}`
      : `Contrat ${versionLabel(version)}établi, à remettre en main propre`,
  "booking.contract-undelivered": (_by, { version }) =>
    `Contrat ${versionLabel(version)}non délivré par e-mail\u00a0: son délai ne court plus`,
  "booking.contract-handed-over": (actorPhrase, { version, dueAt }) =>
    `Contrat ${versionLabel(version)}remis en main propre ${actorPhrase}${typeof dueAt === "string" ? `, à signer avant le ${instantLong(new Date(dueAt))}` : ""}`,
  "booking.links-closed": (actorPhrase, { links }) =>
    links === 1 ? `Lien envoyé fermé ${actorPhrase}` : `Liens envoyés fermés ${actorPhrase}\u00a0: ${String(links)}`,
  // The customer signs on paper or on site; the owner only records it.
  "booking.contract-signed": (actorPhrase, { version, how }) =>
    how === "paper" || how === "on-site"
      ? `Contrat ${versionLabel(version)}signé${signingWayText(how)}, noté ${actorPhrase}`
      : `Contrat ${versionLabel(version)}signé ${actorPhrase}${signingWayText(how)}`,
  "booking.change-lapsed": (_by, details) =>
    `Modification non signée à temps\u00a0: la réservation est de nouveau celle du contrat signé${changesSuffix(details)}`,
  "booking.invoice-sent-again": (actorPhrase, { number, kind }) =>
    `${invoiceName(kind, number)} ${String(number)} renvoyé${kind === "credit-note" ? "" : "e"} ${actorPhrase}`,
  "booking.hours-set": (actorPhrase, { outHours, backHours }) =>
    `Horaires notés ${actorPhrase}${windowPhrase("\u00a0: départ ", outHours)}${windowPhrase(", retour ", backHours)}`,
  "booking.condition-reported": (actorPhrase, { leg, damaged }) =>
    `État des lieux de ${leg === "back" ? "retour" : "départ"} établi ${actorPhrase}${damaged === true ? ", avec réserves" : ""}`,
  "booking.stop-marked": (actorPhrase, details) => {
    const { label, time, arrival } = stopPhrases(details)
    return `${label}${time && ` à ${time}`}, noté ${actorPhrase}${arrival && `. Arrivée prévue vers ${arrival}`}`
  },
  "booking.stop-unmarked": (actorPhrase, details) =>
    `«\u00a0${stopPhrases(details).label}\u00a0» retiré ${actorPhrase}`,
  "booking.references-noted": (actorPhrase) => `Références de l’entreprise notées ${actorPhrase}`,
  "booking.event-start-told": (actorPhrase, { startsAt }) =>
    isClockTime(startsAt)
      ? `Début de l’événement à ${hourInLabel(startsAt)}, dit ${actorPhrase}`
      : `Heure de l’événement retirée ${actorPhrase}`,
  "booking.venue-described": (actorPhrase) => `Lieu décrit ${actorPhrase}`,
  "booking.invoiced": (_by, details) =>
    `${invoiceName(details.kind, details.number)} ${String(details.number)} établi${details.kind === "credit-note" ? "" : "e"}${invoicedAmount(details)}`,
  "booking.payment-recorded": (actorPhrase, { amount: cents, means, refund, isDemonstration }) =>
    `Paiement ${isDemonstration === true ? "de démonstration " : ""}enregistré ${actorPhrase}${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}${amountPhrase(", à rendre\u00a0: ", refund)}`,
  "booking.interest-deducted": (_by, { amount: cents }) =>
    `Intérêts déduits du solde${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-corrected": (actorPhrase, { amount: cents, means, notOwed }) =>
    `Paiement retiré ${actorPhrase}${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}${amountPhrase(", à rendre en moins\u00a0: ", notOwed)}`,
  "booking.payment-unwanted": (_by, { amount: cents, ended }) =>
    `Paiement par carte arrivé ${ended === true ? "après la fin de la réservation" : "alors que c’était déjà payé"}${amountPhrase("\u00a0: ", cents)} à rendre`,
  "booking.refund-noticed": (_by, { amount: cents, written }) =>
    `Remboursement fait dans Stripe${amountPhrase("\u00a0: ", cents)}${written === false ? ", que rien ici ne permet de noter" : ""}`,
  "booking.money-given-back": (actorPhrase, { amount: cents, overpaid, reason }) =>
    `Remboursement ${overpaid === cents ? "d’un trop-perçu" : "partiel, en geste commercial,"} décidé ${actorPhrase}${amountPhrase("\u00a0: ", cents)}${reasonSuffix(reason)}`,
  "booking.refund-failed": (_by, { amount: cents, failure }) =>
    failure === "returned_transfer"
      ? `Remboursement par virement revenu${amountPhrase("\u00a0: ", cents)}, à faire de nouveau`
      : `Remboursement par carte refusé par la banque${amountPhrase("\u00a0: ", cents)}, à rendre autrement`,
  "booking.deposit-card-saved": () => "Carte enregistrée pour la caution",
  "booking.insurance-asked": (actorPhrase) => `Attestation d’assurance demandée ${actorPhrase}`,
  "booking.insurance-waived": (actorPhrase) => `Attestation d’assurance jugée inutile ${actorPhrase}`,
  "booking.insurance-handed-in": () => "Attestation d’assurance remise par le client",
  "booking.deposit-asked": (actorPhrase) => `Carte demandée pour la caution ${actorPhrase}`,
  "booking.deposit-held": (_by, { amount: cents }) =>
    `Caution autorisée sur la carte${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-released": (_by, { amount: cents }) => `Caution levée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-lowered": (_by, { amount: cents, of }) =>
    `Caution réduite, une location étant retirée${amountPhrase("\u00a0: ", cents)}${amountPhrase(" au lieu de ", of)}`,
  "booking.deposit-received": (actorPhrase, { amount: cents, means }) =>
    `Caution reçue, notée ${actorPhrase}${amountPhrase("\u00a0: ", cents)}${meansLabel(means)}`,
  "booking.deposit-refused": (_by, { amount: cents }) =>
    `Caution refusée par la banque${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-not-taken": (_by, { amount: cents }) =>
    `La retenue sur la caution n’a pas pu être débitée${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-announced": (actorPhrase, { amount: cents, reason }) =>
    `Retenue sur la caution annoncée ${actorPhrase}${amountPhrase("\u00a0: ", cents)}${reasonSuffix(reason)}`,
  "booking.deposit-answered": (actorPhrase) => `Réponse à la retenue annoncée ${actorPhrase}`,
  "booking.deposit-release-decided": (actorPhrase, { amount: cents }) =>
    `Caution à lever, décidé ${actorPhrase}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-waived": (actorPhrase, { amount: cents }) =>
    `Caution abandonnée ${actorPhrase}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-told": (actorPhrase, { amount: cents, handedOverOn }) =>
    `Retenue remise en main propre${typeof handedOverOn === "string" && isDay(handedOverOn) ? ` le ${dayMedium(handedOverOn)}` : ""}, noté ${actorPhrase}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-trouble-seen": (actorPhrase, { amount: cents }) =>
    `Retenue sur la caution réglée autrement, noté ${actorPhrase}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-keep-decided": (actorPhrase, { amount: cents }) =>
    `Retenue sur la caution décidée ${actorPhrase}${amountPhrase("\u00a0: ", cents)}`,
  "booking.deposit-kept": (_by, { amount: cents }) => `Gardé sur la caution${amountPhrase("\u00a0: ", cents)}`,
  "booking.payment-disputed": (_by, { amount: cents, stage, ofDeposit }) =>
    `${disputedName(ofDeposit === true)} à la banque${amountPhrase("\u00a0: ", cents)}${disputeStage(stage)}`,
  "booking.shift-assigned": (actorPhrase, { shift, name }) =>
    `${shiftName(shift)} confiée à ${String(name)} ${actorPhrase}`,
  "booking.shift-removed": (actorPhrase, { shift, name }) =>
    `${shiftName(shift)} retirée à ${String(name)} ${actorPhrase}`,
  "booking.shift-answered": (actorPhrase, { shift, shiftAnswer }) =>
    `${shiftName(shift)} ${shiftAnswer === "accepted" ? "acceptée" : "refusée"} ${actorPhrase}`,
  "booking.unit-moved": (actorPhrase, { fromUnit, toUnit }) =>
    `Déplacée de l’exemplaire ${String(fromUnit)} à l’exemplaire ${String(toUnit)} ${actorPhrase}`,
  "booking.units-swapped": (actorPhrase, { fromUnit, toUnit }) =>
    `Passée de l’exemplaire ${String(fromUnit)} à l’exemplaire ${String(toUnit)} par échange, ${actorPhrase}`,
  "booking.unhoused": (actorPhrase, { fromUnit }) =>
    `À reloger, l’exemplaire ${String(fromUnit)} retiré ${actorPhrase}`,
  "booking.rehoused": (actorPhrase, { toUnit }) => `Relogée sur l’exemplaire ${String(toUnit)} ${actorPhrase}`,
}

const partLabels: Readonly<Record<string, string>> = {
  rentals: "matériel",
  dates: "dates",
  options: "options",
  place: "adresse ou livraison",
}

function changesSuffix(details: RecordedDetails): string {
  const { changed, mail, forgotten } = details
  const [before, after] = [toRecord(details.before), toRecord(details.after)]
  const { dates: daysBefore, total: totalBefore } = before
  const { dates: days, total } = after
  const changedParts = Array.isArray(changed) ? changed.map((part) => partLabels[String(part)] ?? String(part)) : []
  const dateTexts =
    isDayList(days) && isDayList(daysBefore)
      ? [`${rentalLabel(periodOfDays(days))} au lieu ${rentalLabel(periodOfDays(daysBefore), "after-de")}`]
      : []
  const totalTexts =
    typeof total === "number" && typeof totalBefore === "number" && total !== totalBefore
      ? [`total ${formatMoney(total)} au lieu de ${formatMoney(totalBefore)}`]
      : []
  const erasedLabels = Array.isArray(forgotten)
    ? forgotten.map((part) => erasedPartLabels[String(part)] ?? String(part))
    : []
  const all = [...changedParts, ...dateTexts, ...totalTexts, ...erasedLabels]
  return `${all.length > 0 ? `\u00a0: ${all.join(", ")}` : ""}${typeof mail === "string" ? ", e-mail au client mis à l’envoi" : ""}`
}

const erasedPartLabels: Readonly<Record<string, string>> = {
  hours: "horaires convenus effacés",
  venue: "description du lieu effacée",
}

function otherUnits(units: unknown): string {
  return Array.isArray(units) ? `, sur l’exemplaire ${units.join(" puis ")}, le sien étant pris` : ""
}

function daysSuffix(days: unknown): string {
  return isDayList(days) ? `\u00a0: ${rentalLabel(periodOfDays(days))}` : ""
}

function nonZeroAmountPhrase(prefix: string, cents: unknown): string {
  return cents === 0 ? "" : amountPhrase(prefix, cents)
}

function disputeStage(stage: unknown): string {
  const match = disputeStages.find((each) => each === stage)
  return match ? `, ${disputeStageLabels[match].toLowerCase()}` : ""
}

function windowPhrase(prefix: string, window: unknown): string {
  return isWindow(window) ? `${prefix}${windowLabel(window)}` : ""
}

const shiftName = (shift: unknown) => shiftLabels[shift as ShiftKind] ?? "Mission"
