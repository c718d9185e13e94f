import { answerDue } from "../../../domain/booking/deadlines.ts"
import { dayShort, daysLong, instantLong } from "../../../domain/day-labels.ts"
import { agoLabel, untilLabel } from "../../../isomorphic/text/relative-time.ts"
import { type Day, dayInParis, daysBetween } from "../../../domain/day.ts"
import { paymentDue } from "../../../domain/finance/payment-due.ts"
import type { Instalment } from "../../../domain/finance/payment-schedule.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { ContractToSend } from "../../../server/contracts/contract-queue.ts"
import type { OpenRefund } from "../../../server/finance/refunds.ts"
import type { AskedDates } from "../../../server/today/date-changes.ts"
import type { UnpaidBooking } from "../../../server/today/open-matters.ts"
import type { OpenMatter } from "./view.ts"

/** Contracts that wait for a signature, as they are told. */
export function contractsToSign(bookings: readonly UnpaidBooking[], now: Date): OpenMatter[] {
  return bookings.flatMap((booking) => {
    const { contractDueAt } = booking
    if (!contractDueAt) return []
    const rented = `${booking.productName}, ${dayShort(booking.firstDay)}`
    // The time to sign runs from the sending (D12): nothing is late before there is a contract.
    if (!booking.hasContract)
      return [{ ...who(booking), title: "Contrat à établir", text: rented, late: false, tag: "à établir" }]
    const text = `${rented}. À signer avant le ${instantLong(contractDueAt)}`
    return [
      {
        ...who(booking),
        title: "Contrat non signé",
        text,
        late: contractDueAt <= now,
        tag: untilLabel(contractDueAt, now),
      },
    ]
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
export function paymentsDue(bookings: readonly UnpaidBooking[], now: Date): OpenMatter[] {
  const today = dayInParis(now)
  return bookings.flatMap((booking) => {
    const due = paymentDue(booking, booking.agreement, now)
    if (!due) return []
    const { payment, dueOn, atSignature, late } = due
    return [
      {
        ...who(booking),
        title: instalmentWords(payment),
        text: `${booking.productName}, ${dayShort(booking.firstDay)}. ${atSignature ? "À payer à la signature du contrat" : `À payer le ${dayShort(dueOn)}`}`,
        late,
        tag: late ? "en retard" : atSignature ? "à la signature" : dayTag(dueOn, today),
      },
    ]
  })
}

function instalmentWords({ kind, amount }: Instalment): string {
  const names = { "down-payment": "Acompte", balance: "Solde", full: "Totalité" }
  return `${names[kind]}\u00a0: ${formatMoney(amount)}`
}

function dayTag(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  return days === 0 ? "aujourd’hui" : days === 1 ? "demain" : `dans ${days}\u00a0jours`
}

function who({ id, number, clientName }: UnpaidBooking): Pick<OpenMatter, "bookingId" | "number" | "clientName"> {
  return { bookingId: id, number, clientName }
}
