import { cookieChoiceDays, photosOnDeviceDays } from "./on-device.ts"

/**
 * How long each kind of data is kept (D31, D52): the one place from which the jobs erase and the legal texts promise. A
 * period that changes here changes both; the texts that were accepted keep what they said.
 */
export const periods = {
  /** After the last activity. */
  accountYears: 3,
  /** So long before, whoever has an account is told. */
  accountNoticeDays: 30,
  /** Bookings, signed contracts, their evidence (article L213-1); invoices, from the end of their year (L123-22). */
  orderYears: 10,
  /** After the last exchange. */
  contactYears: 3,
  /** An address that was typed for an order that was never sent. */
  draftDays: 30,
  /** A contract that nobody signed, and who looked at it. */
  unsignedContractMonths: 12,
  /** Mails in the outbox folder of a shop without a mail server. */
  outboxDays: 30,
  /** A copy of somebody's data that they asked for. */
  exportDays: 7,
  /** A request about one's rights, after its answer. */
  rightsYears: 5,
  /** A certificate of insurance, after the rental's last day: by then what comes back has been looked at. */
  insuranceDays: 7,
  /** What a payment provider calls a payment or a refund: so long a card can be disputed. */
  transactionMonths: 13,
  /** What a bank's statement said of money that moved: 13 months. */
  bankLineDays: 395,
  /** A bank's table that was brought and whose columns nobody has chosen. */
  bankTableDays: 1,
  /** A mail that concerns no booking, once it has gone. One about a booking stays with it. */
  sentMailDays: 7,
  /** A mail that concerns no booking and that nobody could deliver: so long its owner may send it again. */
  undeliveredMailMonths: 3,
  /** What the owner's other programs were told, and what they answered. */
  webhookMessageDays: 30,
  /** The link that confirms an address for the newsletter is good for so long. */
  newsletterConfirmDays: 7,
  /** After its link has ended, an address that was not confirmed: long enough for the owner to see who found the mail too late. */
  newsletterPendingDays: 30,
  /** An address that has left the newsletter, as the proof of when it joined and when it left. */
  newsletterLeftYears: 3,
  /** The longest that the CNIL accepts for a measure of who reads what. */
  pageViewMonths: 25,
  /** A session that nobody uses, and one that is used all the while (D16). */
  sessionIdleDays: 7,
  sessionDays: 30,
  /** The cookie of a browser from which somebody has signed in: as long as any may last, 13 months. */
  deviceCookieDays: 395,
  cookieChoiceDays,
  photosOnDeviceDays,
  /** A cart whose hold has ended. */
  endedCartDays: 1,
  /** A mail's link that has ended, and the change of address that it was for: its page says "too old" until then. */
  endedLinkDays: 30,
  /** Lines of the log. We write them to standard output and keep none: whatever collects them forgets them (docs/running.md). */
  technicalLogMonths: 12,
} as const
