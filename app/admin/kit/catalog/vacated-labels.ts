import type { VacatedBooking } from "../../../../server/bookings/vacated-units.ts"

/** "N° 12 (Lila Morel) passe sur l’exemplaire 2. N° 14 (Nora Lemaire) est à reloger." */
export function vacatedText(bookings: readonly VacatedBooking[]): string {
  return bookings
    .map(({ number, clientName, toUnit }) => {
      const outcome = toUnit === null ? "est à reloger" : `passe sur l’exemplaire\u00a0${toUnit}`
      return `N°\u00a0${number} (${clientName}) ${outcome}.`
    })
    .join(" ")
}
