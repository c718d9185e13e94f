import { answerDue } from "../../../domain/booking/deadlines.ts"
import { dayShort, daysLong, instantLong } from "../../../domain/day-labels.ts"
import { agoLabel, untilLabel } from "../../../isomorphic/text/relative-time.ts"
import { type Day, dayInParis, daysBetween } from "../../../domain/day.ts"
import type { InstalmentKind } from "../../../domain/finance/payment.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { ContractToSend } from "../../../server/contracts/contract-queue.ts"
import type { OpenRefund } from "../../../server/finance/refunds.ts"
import type { AskedDates } from "../../../server/today/date-changes.ts"
import type { ContractToSign, PaymentToCome } from "../../../server/today/open-matters.ts"
import type { OpenMatter } from "./view.ts"

/** Contracts that wait for a signature, as they are told; those of a customer without a mail have no deadline (D12). */
export function contractsToSign(contracts: readonly ContractToSign[], now: Date): OpenMatter[] {
  return contracts.map(({ dueAt, change, ...booking }) => {
    const rented = `${booking.productName}, ${dayShort(booking.firstDay)}`
    return {
      ...who(booking),
      title: change ? "Nouveau contrat non signé" : "Contrat non signé",
      text: dueAt ? `${rented}. À signer avant le ${instantLong(dueAt)}` : rented,
      late: false,
      tag: dueAt ? untilLabel(dueAt, now) : "à remettre",
    }
  })
}

/** Contracts that nobody was sent, as they are told; never late, since no deadline runs. */
export function contractsNotSent(bookings: readonly ContractToSend[]): OpenMatter[] {
  return bookings.map(({ bookingId, number, clientName, productName, firstDay, kind }) => ({
    bookingId,
    number,
    clientName,
    title: kind === "to-send" ? "Contrat à envoyer" : "Contrat à faire signer, sans e-mail",
    text: `${productName}, ${dayShort(firstDay)}`,
    late: false,
    tag: kind === "to-send" ? "à envoyer" : "à remettre",
  }))
}

/** Other days that customers ask for, as they are told; late once they have waited for as long as a request may. */
export function datesToAnswer(requests: readonly AskedDates[], now: Date): OpenMatter[] {
  return requests.map(({ bookingId, number, clientName, productName, dates, asked, askedAt }) => ({
    bookingId,
    number,
    clientName,
    title: `Demande ${daysLong(asked)}`,
    text: `${productName}, au lieu de ${daysLong(dates)}`,
    late: now > answerDue(askedAt),
    tag: agoLabel(askedAt, now),
  }))
}

/** Money to give back, as it is told, by its legal date. */
export function refundsDue(refunds: readonly OpenRefund[], today: Day): OpenMatter[] {
  return refunds.map(({ bookingId, number, clientName, kind, amount, dueOn, late }) => ({
    bookingId,
    number,
    clientName,
    title: `${kind === "indemnity" ? "Indemnité" : "Remboursement"}\u00a0: ${formatMoney(amount)}`,
    text: `À rendre au plus tard le ${dayShort(dueOn)}`,
    late,
    tag: late ? "en retard" : dayTag(dueOn, today),
  }))
}

/** The next payment of each booking, as it is told. */
export function paymentsDue(payments: readonly PaymentToCome[], now: Date): OpenMatter[] {
  const today = dayInParis(now)
  return payments.map(({ payment: { amount, dueOn, late }, kind, ...booking }) => ({
    ...who(booking),
    title: `${kind === null ? "Reste à payer" : instalmentLabels[kind]}\u00a0: ${formatMoney(amount)}`,
    text: `${booking.productName}, ${dayShort(booking.firstDay)}. ${dueOn === null ? "À payer dès la signature" : `À payer le ${dayShort(dueOn)}`}`,
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

function who({
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
