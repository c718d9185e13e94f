/** `kept` is what we retain of a rental that did not take place. */
export const invoiceKinds = ["down-payment", "final", "kept", "credit-note"] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
