import { disputeReasonLabel, disputedName } from "../../../domain/finance/dispute.ts"
import type { DepositMatter } from "../../../server/money/deposits/read-deposit.ts"
import type { DisputeToAnswer } from "../../../server/money/payments/disputes.ts"
import { shiftLabels, shiftTimesLabel } from "../../../domain/booking/shift.ts"
import type { OpenShift } from "../../../server/bookings/shifts/plan-shifts.ts"
import { answerDue } from "../../../domain/booking/deadlines.ts"
import { dayMedium, instantLong } from "../../../domain/day-labels.ts"
import { agoLabel, untilLabel } from "../../../isomorphic/text/relative-time.ts"
import { type Day, dayInParis, daysBetween } from "../../../domain/day.ts"
import { type InstalmentKind, refundName } from "../../../domain/finance/payment.ts"
import { formatMoney } from "../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../domain/rental/rental.ts"
import type { ContractToSend } from "../../../server/contracts/contract-queue.ts"
import type { OpenRefund } from "../../../server/money/finance/refunds.ts"
import type { OpenDateChange } from "../../../server/reports/today/date-changes.ts"
import type { ContractToSign, PaymentToCome } from "../../../server/reports/today/open-matters.ts"
import type { UnwantedMoney } from "../../../server/reports/today/unwanted-money.ts"
import type { OpenMatter } from "./view.ts"

/** Without mail a contract has no deadline (D12). */
export function contractsToSign(contracts: readonly ContractToSign[], now: Date): OpenMatter[] {
  return contracts.map(({ dueAt, change, ...booking }) => {
    const rentalText = `${booking.productName}, ${dayMedium(booking.firstDay)}`
    // Once the rental has started an unsigned contract no longer cancels it: the owner must get it signed.
    const hasStarted = !change && booking.firstDay <= dayInParis(now)
    return {
      ...bookingReference(booking),
      title: change ? "Nouveau contrat non signé" : "Contrat non signé",
      text: dueAt ? `${rentalText}. À signer avant le ${instantLong(dueAt)}` : rentalText,
      late: hasStarted,
      tag: hasStarted ? "location commencée" : dueAt ? untilLabel(dueAt, now) : "à remettre",
    }
  })
}

export function shiftsToAssign(shifts: readonly OpenShift[], now: Date): OpenMatter[] {
  const today = dayInParis(now)
  return shifts.map(({ kind, isDeclined, productName, ...shift }) => ({
    ...bookingReference({ ...shift, id: shift.bookingId }),
    title: `${shiftLabels[kind]} à confier`,
    text: `${productName}, ${shiftTimesLabel(shift, today)}`,
    late: dayInParis(shift.startsAt) <= today,
    tag: isDeclined ? "refusée" : "personne",
  }))
}

const notSentTitles: Readonly<Record<ContractToSend["kind"], string>> = {
  "to-send": "Contrat à envoyer",
  "to-hand-over": "Contrat à faire signer, sans e-mail",
  undelivered: "Contrat à remettre\u00a0: aucun e-mail n’a été délivré",
}

/** Never late: no deadline has started. */
export function contractsNotSent(bookings: readonly ContractToSend[]): OpenMatter[] {
  return bookings.map(({ bookingId, number, clientName, productName, firstDay, kind }) => ({
    bookingId,
    number,
    clientName,
    title: notSentTitles[kind],
    text: `${productName}, ${dayMedium(firstDay)}`,
    late: false,
    tag: kind === "to-send" ? "à envoyer" : "à remettre",
  }))
}

/** Late after the time allowed for answering a request. */
export function datesToAnswer(requests: readonly OpenDateChange[], now: Date): OpenMatter[] {
  return requests.map(({ bookingId, number, clientName, productName, requestedDays, requestedAt, ...booking }) => ({
    bookingId,
    number,
    clientName,
    title: `Dates demandées\u00a0: ${rentalLabel(periodOfDays(requestedDays))}`,
    text: `${productName}, au lieu ${rentalLabel(booking, "after-de")}`,
    late: now > answerDue(requestedAt),
    tag: agoLabel(requestedAt, now),
  }))
}

export function refundsDue(refunds: readonly OpenRefund[], today: Day): OpenMatter[] {
  return refunds.map(({ bookingId, number, clientName, kind, reason, amount, dueOn, late, failed }) => ({
    bookingId,
    number,
    clientName,
    title: `${refundName({ kind, reason })}\u00a0: ${formatMoney(amount)}`,
    text: `${failed ? "Refusé par la banque du client. " : ""}${reason === "interest" ? "Sur ce qui a été payé plus de trois mois à l’avance. " : ""}À rendre au plus tard le ${dayMedium(dueOn)}`,
    late,
    tag: late ? "en retard" : dayTag(dueOn, today),
  }))
}

/** Overpayments open the refund dialog. */
export function unexpectedMoney(payments: readonly UnwantedMoney[], now: Date): OpenMatter[] {
  return payments.map(({ bookingId, number, clientName, amount, kind, returned, at }) => ({
    bookingId,
    number,
    clientName,
    title: `${unwantedTitles[kind]}\u00a0: ${formatMoney(amount)}`,
    text: unwantedText(kind, returned),
    late: kind === "elsewhere" && !returned,
    tag:
      kind === "overpaid"
        ? "à rendre"
        : kind === "elsewhere"
          ? returned
            ? "noté"
            : "à vérifier"
          : returned
            ? "rendu"
            : agoLabel(at, now),
    ...(kind === "overpaid" && { dialog: "rendre" as const }),
  }))
}

const unwantedTitles: Record<UnwantedMoney["kind"], string> = {
  late: "Payé par carte après la fin",
  double: "Payé deux fois par carte",
  overpaid: "Trop-perçu",
  elsewhere: "Remboursé dans Stripe",
}

function unwantedText(kind: UnwantedMoney["kind"], returned: boolean): string {
  switch (kind) {
    case "overpaid":
      return "Rien ne le demande\u00a0: à rendre au client"
    case "elsewhere":
      return returned
        ? "Noté parmi les remboursements, avec son avoir. Préférez «\u00a0Rendre de l’argent\u00a0», dans la réservation"
        : "Il dépasse ce qui reste à rendre ici\u00a0: comparez les deux, puis retirez ce qui est de trop"
    default:
      return returned ? "Rendu sur sa carte" : "Le remboursement sur sa carte est en cours"
  }
}

export function depositsDue(deposits: readonly DepositMatter[], today: Day): OpenMatter[] {
  return deposits.map(({ bookingId, number, clientName, amount, kind, dueOn, late, hasMail }) => ({
    bookingId,
    number,
    clientName,
    title: `Caution de ${formatMoney(amount)}`,
    text: kind === "refused" && !hasMail ? refusedWithoutMail : depositTexts[kind],
    late,
    tag: late ? "en retard" : dayTag(dueOn, today),
  }))
}

const refusedWithoutMail = "La banque n’a pas autorisé la carte\u00a0: aucun e-mail n’est envoyé au client, prévenez-le"

const depositTexts: Record<DepositMatter["kind"], string> = {
  refused: "La banque n’a pas autorisé la carte\u00a0: un lien est écrit au client",
  missing: "Aucune carte, aucun chèque ni virement avant la location",
  "to-check": "Le matériel est rendu\u00a0: à lever, ou une retenue à annoncer",
  "to-give-back": "La réservation a pris fin\u00a0: le chèque ou le virement est à rendre",
  "to-tell": "Retenue que le client n’a pas reçue\u00a0: remettez-la en main propre et notez-le",
  "to-decide": "Retenue annoncée, le client a répondu ou a eu le temps\u00a0: à décider",
  "not-taken": "La banque n’a pas donné ce qui devait être gardé\u00a0: à régler autrement",
}

export function disputesDue(disputes: readonly DisputeToAnswer[], now: Date): OpenMatter[] {
  const today = dayInParis(now)
  return disputes.map(({ bookingId, number, clientName, amount, reason, answerBy, depositTryId }) => {
    const day = answerBy && dayInParis(answerBy)
    const late = answerBy !== null && answerBy < now
    return {
      bookingId,
      number,
      clientName,
      title: `${disputedName(depositTryId !== null)}\u00a0: ${formatMoney(amount)}`,
      text: `Motif\u00a0: ${disputeReasonLabel(reason)}. Preuves à envoyer ${day ? `avant le ${dayMedium(day)}` : "sans tarder"}`,
      late,
      tag: late ? "en retard" : day ? dayTag(day, today) : "à faire",
    }
  })
}

export function paymentsDue(payments: readonly PaymentToCome[], now: Date): OpenMatter[] {
  const today = dayInParis(now)
  return payments.map(({ payment: { amount, dueOn, late }, kind, ...booking }) => ({
    ...bookingReference(booking),
    title: `${kind === null ? "Reste à payer" : instalmentLabels[kind]}\u00a0: ${formatMoney(amount)}`,
    text: `${booking.productName}, ${dayMedium(booking.firstDay)}. ${dueOn === null ? "À\u00a0payer dès la signature" : `À\u00a0payer le ${dayMedium(dueOn)}`}`,
    late,
    tag: late ? "en retard" : dueOn === null ? "à la signature" : dayTag(dueOn, today),
  }))
}

const instalmentLabels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "Totalité",
}

function dayTag(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  return days === 0 ? "aujourd’hui" : days === 1 ? "demain" : `dans ${days}\u00a0jours`
}

function bookingReference({
  id,
  number,
  clientName,
}: {
  id: string
  number: number
  clientName: string
}): Pick<OpenMatter, "bookingId" | "number" | "clientName"> {
  return { bookingId: id, number, clientName }
}
