/** Presets that the owner has confirmed on the first day. */
export type ConfirmedStep = "days" | "vat"
