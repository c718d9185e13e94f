import { dayLong } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"

export function insuranceText(state: InsuranceState): string {
  switch (state.kind) {
    case "not-asked":
      return "Aucune attestation n’est demandée pour cette réservation."
    case "missing":
      return "Le contrat demande une attestation d’assurance. Nous ne l’avons pas encore."
    case "handed-in":
      return `Reçue le ${dayLong(dayInParis(state.at))}. Elle reste privée, et s’efface après la location.`
    case "erased":
      return `Reçue le ${dayLong(dayInParis(state.handedInAt))}, effacée le ${dayLong(dayInParis(state.at))}.`
  }
}
