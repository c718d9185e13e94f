import { actedForAnother } from "./acted-for-another.tsx"
import type { MailName, Mails } from "../../../platform/mail/mails.ts"
import { bookingTemplatesByName } from "./booking-templates.ts"
import { accountShared, bookedForAnother } from "./account-shared.tsx"
import { accountDeleted } from "./account-deleted.tsx"
import { dormantNotice } from "./dormant-notice.tsx"
import { bookingMessage } from "./booking-message.tsx"
import { contactAnswer } from "./contact-answer.tsx"
import { contactMessage } from "./contact-message.tsx"
import { emailChangeNew, emailChangeOld } from "./email-change.tsx"
import { accessAdded } from "./access-added.tsx"
import { emailChanged } from "./email-changed.tsx"
import { emailVerification } from "./email-verification.tsx"
import { newsletterConfirmation } from "./newsletter-confirmation.tsx"
import { newsletterWelcome } from "./newsletter-welcome.tsx"
import { passwordForgotten, passwordInvitation, passwordOffered, staffInvitation } from "./password-link.tsx"
import { signInLink } from "./sign-in-link.tsx"
import { rightsAnswered, rightsExtended, rightsReceived, rightsReceivedOwner } from "./rights.tsx"
import { shownPrice } from "./shown-price.tsx"
import { quoteAnsweredOwner, quoteChanged, quoteExpired, quoteReminder, quoteSent } from "./quote.tsx"
import { productLetter } from "./product-letter.tsx"
import { cancellationCode, signingCode, withdrawalCode } from "./signing-code.tsx"
import { shiftOffered, shiftWithdrawn } from "./shift.tsx"
import type { Template } from "./template.ts"

export const templates: { readonly [Name in MailName]: Template<Mails[Name]> } = {
  "contact-message": contactMessage,
  "shown-price": shownPrice,
  "contact-answer": contactAnswer,
  "booking-message": bookingMessage,
  "newsletter-confirmation": newsletterConfirmation,
  "newsletter-welcome": newsletterWelcome,
  "product-letter": productLetter,
  "email-verification": emailVerification,
  "sign-in-link": signInLink,
  "password-forgotten": passwordForgotten,
  "password-invitation": passwordInvitation,
  "password-offered": passwordOffered,
  "staff-invitation": staffInvitation,
  "shift-offered": shiftOffered,
  "shift-withdrawn": shiftWithdrawn,
  "email-change-old": emailChangeOld,
  "email-change-new": emailChangeNew,
  "email-changed": emailChanged,
  "access-added": accessAdded,
  "account-shared": accountShared,
  "booked-for-another": bookedForAnother,
  "acted-for-another": actedForAnother,
  "account-deleted": accountDeleted,
  "rights-received": rightsReceived,
  "rights-received-owner": rightsReceivedOwner,
  "rights-answered": rightsAnswered,
  "rights-extended": rightsExtended,
  "dormant-notice": dormantNotice,
  "quote-sent": quoteSent,
  "quote-changed": quoteChanged,
  "quote-reminder": quoteReminder,
  "quote-expired": quoteExpired,
  "quote-answered-owner": quoteAnsweredOwner,
  "signing-code": signingCode,
  "withdrawal-code": withdrawalCode,
  "cancellation-code": cancellationCode,
  ...bookingTemplatesByName,
}
