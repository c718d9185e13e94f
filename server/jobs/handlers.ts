import { sendSignInLink } from "../accounts/auth/sign-in-link.ts"
import { sendPasswordReset } from "../accounts/auth/password-link.ts"
import { sendRequestedVerification } from "../accounts/auth/verify-email.ts"
import { sealContract } from "../contracts/seal-contract.ts"
import { sealReport } from "../booking-record/condition/document.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { typesetInvoice } from "../money/invoicing/invoice-files.ts"
import { buildExport } from "../reports/data-exports/build-export.ts"
import type { Payloads, QueueName } from "../platform/queue/queues.ts"
import { closeEndedBooking } from "../bookings/end-booking.ts"
import { forgetCard } from "../money/deposits/forget-card.ts"
import { syncDeposit, settleDeposit } from "../money/deposits/settle-deposit.ts"
import { syncDispute } from "../money/payments/disputes.ts"
import { syncRefundsForPayment } from "../money/payments/refunds-made-elsewhere.ts"
import { settleCardRefund } from "../money/payments/settle-card-refund.ts"
import { settleCardPayment } from "../money/payments/settle-card-payment.ts"
import { sendLetterBatch } from "../outside/newsletter/send-letter-batch.ts"
import { runDue } from "./sweeps/all.ts"
import { sendMail } from "./send-mail.ts"

/** Handlers must be idempotent: the queue may run a job twice. */
export const handlers: { readonly [Name in QueueName]: (payload: Payloads[Name]) => Promise<string> } = {
  "send-mail": (order) => sendMail(order),
  "send-contract": (payload) => sendContract(payload),
  "seal-contract": (payload) => sealContract(payload),
  "typeset-invoice": (payload) => typesetInvoice(payload),
  "seal-report": (payload) => sealReport(payload),
  "forgotten-password": ({ email, back }) => sendPasswordReset(email, new Date(), back),
  "sign-in-link": ({ email, back }) => sendSignInLink(email, new Date(), back),
  "asked-verification": ({ email }) => sendRequestedVerification(email),
  "close-ended-booking": ({ bookingId }) => closeEndedBooking(bookingId, new Date()),
  "export-data": ({ exportId }) => buildExport(exportId),
  "spread-letter": ({ letterId }) => sendLetterBatch(letterId, new Date()),
  "settle-card-payment": async ({ id }) => (await settleCardPayment(id))?.status ?? "unknown",
  "settle-card-refund": ({ id }) => settleCardRefund(id),
  "settle-deposit": ({ bookingId }) => settleDeposit(bookingId),
  "look-at-deposit": ({ id, holdId }) => syncDeposit(id, new Date(), holdId ?? null),
  "forget-card": (payload) => forgetCard(payload),
  "look-at-card-refunds": ({ id }) => syncRefundsForPayment(id),
  "look-at-dispute": ({ id }) => syncDispute(id),
  due: runDue,
}
