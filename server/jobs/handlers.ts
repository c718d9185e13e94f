import { sendPasswordReset } from "../accounts/auth/password-link.ts"
import { sendAskedVerification } from "../accounts/auth/verify-email.ts"
import { sealContract } from "../contracts/seal-contract.ts"
import { sealReport } from "../booking-record/condition/document.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { typesetInvoice } from "../money/invoicing/invoice-files.ts"
import { makeExport } from "../reports/data-exports/make.ts"
import type { Payloads, QueueName } from "../platform/queue/queues.ts"
import { closeEnded } from "../bookings/end-booking.ts"
import { forgetCard } from "../money/deposits/forget-card.ts"
import { syncDeposit, settleDeposit } from "../money/deposits/settle-deposit.ts"
import { syncDispute } from "../money/payments/disputes.ts"
import { syncRefundsOf } from "../money/payments/refunds-made-elsewhere.ts"
import { settleCardRefund } from "../money/payments/settle-card-refund.ts"
import { settleCardPayment } from "../money/payments/settle-card-payment.ts"
import { spreadLetter } from "../outside/newsletter/spread-letter.ts"
import { runDue } from "./sweeps/all.ts"
import { sendMail } from "./send-mail.ts"

/** Who does each kind of job. It may be called twice for one job, and says in a few words what it did. */
export const handlers: { readonly [Name in QueueName]: (payload: Payloads[Name]) => Promise<string> } = {
  "send-mail": (order) => sendMail(order),
  "send-contract": (payload) => sendContract(payload),
  "seal-contract": (payload) => sealContract(payload),
  "typeset-invoice": (payload) => typesetInvoice(payload),
  "seal-report": (payload) => sealReport(payload),
  "forgotten-password": ({ email, back }) => sendPasswordReset(email, new Date(), back),
  "asked-verification": ({ email }) => sendAskedVerification(email),
  "close-ended-booking": ({ bookingId }) => closeEnded(bookingId, new Date()),
  "export-data": ({ exportId }) => makeExport(exportId),
  "spread-letter": ({ letterId }) => spreadLetter(letterId, new Date()),
  "settle-card-payment": async ({ id }) => (await settleCardPayment(id))?.status ?? "unknown",
  "settle-card-refund": ({ id }) => settleCardRefund(id),
  "settle-deposit": ({ bookingId }) => settleDeposit(bookingId),
  "look-at-deposit": ({ id, holdId }) => syncDeposit(id, new Date(), holdId ?? null),
  "forget-card": (payload) => forgetCard(payload),
  "look-at-card-refunds": ({ id }) => syncRefundsOf(id),
  "look-at-dispute": ({ id }) => syncDispute(id),
  due: runDue,
}
