export function depositLabel(bookingNumber: number, productName: string): string {
  return `Caution, réservation n°\u00a0${bookingNumber}, ${productName}`.slice(0, 200)
}

export function paymentLabel(bookingNumber: number, productName: string): string {
  return `Réservation n°\u00a0${bookingNumber}, ${productName}`.slice(0, 200)
}
