/** How a certificate is kept: a PDF as it was sent, a picture encoded anew. */
export const certificateTypes = ["application/pdf", "image/jpeg"] as const
export type CertificateType = (typeof certificateTypes)[number]

/** In bytes, as for a picture. */
export const MAX_CERTIFICATE_BYTES = 5 * 1024 * 1024

/** What has become of the certificate of insurance of a booking. */
export type InsuranceState =
  /** Nobody asks for one, and none was sent. */
  | { kind: "not-asked" }
  | { kind: "missing" }
  /** `size` in bytes. */
  | { kind: "handed-in"; at: Date; size: number }
  /** It was there, and is not kept any more. */
  | { kind: "erased"; handedInAt: Date; at: Date }

/** So long before the first day anyone who has not sent it is reminded. */
export const INSURANCE_REMINDER_DAYS = 7
