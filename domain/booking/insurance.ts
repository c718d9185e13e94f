export const certificateTypes = ["application/pdf", "image/jpeg"] as const
export type CertificateType = (typeof certificateTypes)[number]

export const MAX_CERTIFICATE_BYTES = 5 * 1024 * 1024

/** `size` is in bytes. */
export type InsuranceState =
  | { kind: "not-asked" }
  | { kind: "missing" }
  | { kind: "handed-in"; at: Date; size: number }
  | { kind: "erased"; handedInAt: Date; at: Date }

export const INSURANCE_REMINDER_DAYS = 7
