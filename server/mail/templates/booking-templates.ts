import type { BookingTemplateName } from "../booking-mail-kinds.ts"
import type { BookingMailData } from "../mails.ts"
import * as cart from "./cart-requested.tsx"
import * as customer from "./booking-for-customer.tsx"
import * as owner from "./booking-for-owner.tsx"
import * as payment from "./booking-payment.tsx"
import type { Template } from "./template.ts"

/** The words of every mail about a booking. */
export const bookingTemplatesByName: { readonly [Name in BookingTemplateName]: Template<BookingMailData<Name>> } = {
  "booking-requested": customer.bookingRequested,
  "booking-requested-owner": owner.bookingRequestedOwner,
  "cart-requested": cart.cartRequested,
  "cart-requested-owner": cart.cartRequestedOwner,
  "booking-confirmed": customer.bookingConfirmed,
  "booking-refused": customer.bookingRefused,
  "contract-reminder": customer.contractReminder,
  "unsigned-cancelled": customer.unsignedCancelled,
  "unsigned-cancelled-owner": owner.unsignedCancelledOwner,
  "contract-signed": customer.contractSigned,
  "contract-signed-owner": owner.contractSignedOwner,
  invoice: customer.invoice,
  "booking-changed": customer.bookingChanged,
  "booking-cancelled": customer.bookingCancelled,
  "booking-cancelled-owner": owner.bookingCancelledOwner,
  "withdrawal-received": customer.withdrawalReceived,
  "withdrawal-received-owner": owner.withdrawalReceivedOwner,
  "date-change-asked": customer.dateChangeAsked,
  "date-change-asked-owner": owner.dateChangeAskedOwner,
  "date-change-accepted": customer.dateChangeAccepted,
  "date-change-refused": customer.dateChangeRefused,
  "day-before": customer.dayBefore,
  "booking-thanks": customer.bookingThanks,
  "booking-expired": customer.bookingExpired,
  "booking-expired-owner": owner.bookingExpiredOwner,
  "payment-asked": payment.paymentAsked,
  "balance-due": payment.balanceDue,
  "payment-late": payment.paymentLate,
  "payment-received": payment.paymentReceived,
  "payment-failed": payment.paymentFailed,
  "payment-refunded": payment.paymentRefunded,
  "request-waiting-owner": owner.requestWaitingOwner,
}
