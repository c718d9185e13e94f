/** What a payment is for, on the provider's page and on its receipt. */
export function paymentLabel(bookingNumber: number, productName: string): string {
  return `Réservation n°\u00a0${bookingNumber}, ${productName}`.slice(0, 200)
}
