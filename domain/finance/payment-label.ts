/** What is authorised, on the provider's page and on the statement of the card. */
export function depositLabel(bookingNumber: number, productName: string): string {
  return `Caution, réservation n°\u00a0${bookingNumber}, ${productName}`.slice(0, 200)
}

/** What a payment is for, on the provider's page and on its receipt. */
export function paymentLabel(bookingNumber: number, productName: string): string {
  return `Réservation n°\u00a0${bookingNumber}, ${productName}`.slice(0, 200)
}
