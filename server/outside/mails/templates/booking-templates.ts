import type { BookingTemplateName } from "../../../platform/mail/booking-mail-kinds.ts"
import type { BookingMailData } from "../../../platform/mail/mails.ts"
import * as change from "./booking-change.tsx"
import * as contract from "./booking-contract.tsx"
import * as end from "./booking-end.tsx"
import * as cart from "./cart-requested.tsx"
import * as deposit from "./booking-deposit.tsx"
import * as insurance from "./booking-insurance.tsx"
import * as owner from "./booking-for-owner.tsx"
import * as payment from "./booking-payment.tsx"
import * as rental from "./booking-rental.tsx"
import * as request from "./booking-request.tsx"
import type { Template } from "./template.ts"

export const bookingTemplatesByName: { readonly [Name in BookingTemplateName]: Template<BookingMailData<Name>> } = {
  "booking-requested": request.bookingRequested,
  "booking-requested-owner": owner.bookingRequestedOwner,
  "booking-instant-owner": owner.bookingInstantOwner,
  "cart-requested": cart.cartRequested,
  "cart-requested-owner": cart.cartRequestedOwner,
  "booking-confirmed": contract.bookingConfirmed,
  "booking-refused": request.bookingRefused,
  "contract-reminder": contract.contractReminder,
  "fresh-link": contract.freshLink,
  "unsigned-cancelled": contract.unsignedCancelled,
  "unsigned-cancelled-owner": owner.unsignedCancelledOwner,
  "contract-signed": contract.contractSigned,
  "contract-signed-owner": owner.contractSignedOwner,
  invoice: contract.invoice,
  "booking-changed": change.bookingChanged,
  "booking-cancelled": end.bookingCancelled,
  "booking-cancelled-owner": owner.bookingCancelledOwner,
  "withdrawal-received": end.withdrawalReceived,
  "withdrawal-received-owner": owner.withdrawalReceivedOwner,
  "date-change-asked": change.dateChangeRequested,
  "date-change-asked-owner": owner.dateChangeRequestedOwner,
  "date-change-accepted": change.dateChangeAccepted,
  "date-change-refused": change.dateChangeRefused,
  "day-before": rental.dayBefore,
  "on-the-way": rental.onTheWay,
  "booking-thanks": rental.bookingThanks,
  "booking-expired": request.bookingExpired,
  "booking-expired-owner": owner.bookingExpiredOwner,
  "payment-asked": payment.paymentRequested,
  "balance-due": payment.balanceDue,
  "payment-late": payment.paymentLate,
  "payment-received": payment.paymentReceived,
  "payment-failed": payment.paymentFailed,
  "payment-refunded": payment.paymentRefunded,
  "deposit-asked": deposit.depositCardRequested,
  "deposit-opened": deposit.depositOpened,
  "deposit-announced": deposit.depositAnnounced,
  "deposit-released": deposit.depositReleased,
  "deposit-kept": deposit.depositRetained,
  "insurance-asked": insurance.insuranceRequested,
  "request-waiting-owner": owner.requestWaitingOwner,
  "payment-disputed-owner": owner.paymentDisputedOwner,
}
