import { dayShort, instantLong } from "../../../domain/day-words.ts"
import { untilWords } from "../../../domain/calendar/until.ts"
import { type Day, addDays, dayInParis, daysBetween } from "../../../domain/day.ts"
import { type Instalment, type PaymentRule, nextPayment } from "../../../domain/finance/payment-schedule.ts"
import { formatMoney } from "../../../domain/money.ts"
import type { UnpaidBooking } from "../../../server/today/queries.ts"
import type { OpenMatter, TodayView } from "../../components/admin-today/today-view.ts"

/** Payments that are due within so many days are listed one by one. */
const REACH_DAYS = 14

/** Contracts that wait for a signature, the nearest deadline first. */
export function contractsToSign(bookings: readonly UnpaidBooking[], now: Date): OpenMatter[] {
  return bookings
    .flatMap((booking) => {
      // The down payment is made at signature (D27): who has paid it has signed.
      const { contractDueAt, paymentStatus } = booking
      if (!contractDueAt || paymentStatus === "down_payment_paid" || booking.firstDay < dayInParis(now)) return []
      const text = `${booking.productName}, ${dayShort(booking.firstDay)}. À signer avant le ${instantLong(contractDueAt)}`
      const title = booking.hasContract ? "Contrat non signé" : "Contrat à établir"
      return [{ due: contractDueAt, matter: { ...who(booking), title, text, late: contractDueAt <= now, tag: untilWords(contractDueAt, now) } }]
    })
    .toSorted((a, b) => a.due.getTime() - b.due.getTime())
    .map(({ matter }) => matter)
}

/** The next payment of each booking: what is late first, then by its day. */
export function paymentsDue(bookings: readonly UnpaidBooking[], rule: PaymentRule, now: Date): { payments: OpenMatter[]; later: TodayView["later"] } {
  const today = dayInParis(now)
  const waiting = bookings.flatMap((booking) => {
    const agreedOn = dayInParis(booking.confirmedAt ?? now)
    const payment = nextPayment(booking, rule, { agreedOn, today })
    if (!payment) return []
    const atSignature = booking.paymentStatus !== "down_payment_paid" && payment.dueOn <= agreedOn
    const dueOn = atSignature ? signatureDay(booking, rule, agreedOn) : payment.dueOn
    return [{ booking, payment, dueOn, atSignature, late: dueOn < today }]
  })
  const listed = waiting.filter(({ dueOn, atSignature }) => atSignature || dueOn <= addDays(today, REACH_DAYS))
  const later = waiting.filter((each) => !listed.includes(each))
  return {
    payments: listed
      .toSorted((a, b) => Number(b.late) - Number(a.late) || (a.dueOn < b.dueOn ? -1 : Number(a.dueOn > b.dueOn)))
      .map(({ booking, payment, dueOn, atSignature, late }) => ({
        ...who(booking),
        title: instalmentWords(payment),
        text: `${booking.productName}, ${dayShort(booking.firstDay)}. ${atSignature ? "À payer à la signature du contrat" : `À payer le ${dayShort(dueOn)}`}`,
        late,
        tag: late ? "en retard" : atSignature ? "à la signature" : dayTag(dueOn, today),
      })),
    later: { count: later.length, amount: later.reduce((sum, { payment }) => sum + payment.amount, 0) },
  }
}

/** By when a contract that nobody has signed should be: its own deadline, else the day on which the balance is due. */
function signatureDay({ contractDueAt, firstDay }: UnpaidBooking, { balanceDaysBefore }: PaymentRule, agreedOn: Day): Day {
  if (contractDueAt) return dayInParis(contractDueAt)
  const balance = addDays(firstDay, -balanceDaysBefore)
  return balance > agreedOn ? balance : agreedOn
}

function instalmentWords({ kind, amount }: Instalment): string {
  const names = { "down-payment": "Acompte", balance: "Solde", full: "Totalité" }
  return `${names[kind]}\u00a0: ${formatMoney(amount)}`
}

function dayTag(day: Day, today: Day): string {
  const days = daysBetween(today, day)
  return days === 0 ? "aujourd’hui" : days === 1 ? "demain" : `dans ${days}\u00a0jours`
}

function who({ id, clientName }: UnpaidBooking): Pick<OpenMatter, "bookingId" | "clientName"> {
  return { bookingId: id, clientName }
}
