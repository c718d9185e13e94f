/**
 * `down-payment`: a sum received before the rental. `final`: the rental, less the down payments. `kept`: what is kept of
 * a rental that did not take place. `credit-note`: takes back one of them, whole.
 */
export const invoiceKinds = ["down-payment", "final", "kept", "credit-note"] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
