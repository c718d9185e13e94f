import { cookieChoiceDays, photosOnDeviceDays } from "./on-device.ts"

/** Both the erasing jobs and the legal texts read these (D31, D52). */
export const periods = {
  accountYears: 3,
  accountNoticeDays: 30,
  /** Articles L213-1 and L123-22. */
  orderYears: 10,
  contactYears: 3,
  draftDays: 30,
  shownPriceDays: 30,
  unsignedContractMonths: 12,
  outboxDays: 30,
  exportDays: 7,
  rightsYears: 5,
  /** Returned equipment has been inspected by then. */
  insuranceDays: 7,
  transactionMonths: 13,
  bankLineDays: 395,
  bankTableDays: 1,
  sentMailDays: 7,
  undeliveredMailMonths: 3,
  webhookMessageDays: 30,
  newsletterConfirmDays: 7,
  newsletterPendingDays: 30,
  /** Proof of when the address joined and left. */
  newsletterLeftYears: 3,
  /** The CNIL's maximum for audience measurement. */
  pageViewMonths: 25,
  /** D16. */
  sessionIdleDays: 7,
  sessionDays: 30,
  /** 13 months, the legal maximum for a cookie. */
  deviceCookieDays: 395,
  cookieChoiceDays,
  photosOnDeviceDays,
  endedCartDays: 1,
  endedLinkDays: 30,
  /** The collector of standard output must enforce this (docs/running.md). */
  technicalLogMonths: 12,
} as const
