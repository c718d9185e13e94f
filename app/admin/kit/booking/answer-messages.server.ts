import { type BookingStatus, statusLabels } from "../../../../domain/booking/status.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { AnswerProblem } from "../../../../server/bookings/answer.ts"
import type { DistanceProblem } from "../../../../server/bookings/set-distance.ts"
import type { Flash } from "../flash.ts"
import { occupantsLabel } from "./occupant-labels.server.ts"

const unchanged = "Rien n’a été changé."

const statusTexts: Record<BookingStatus, string> = {
  pending: "remise en attente",
  confirmed: "confirmée",
  refused: "refusée",
  cancelled: "annulée",
}

/** The second administrator to answer reads what the first did (D10). */
export function answerProblemMessage(problem: AnswerProblem, now: Date): Flash {
  switch (problem.kind) {
    case "not-found":
      return noSuchBooking
    case "days-taken":
      return error(
        "Ces dates ne sont plus libres",
        `${occupantsLabel(problem) ?? "Quelqu’un les a prises au même moment."} ${unchanged}`,
      )
    case "distance-unknown":
      return error(
        "La distance manque",
        `Dans la fiche de la réservation, indiquez la distance ou offrez la livraison, puis confirmez. ${unchanged}`,
      )
    case "customer-erased":
      return error("Le compte de ce client est effacé", `Sa réservation ne peut pas être reprise. ${unchanged}`)
    case "expired":
      return error(
        "Cette demande a expiré",
        `Restée sans réponse jusqu’au ${instantLong(problem.at)}, elle est refusée et ses dates sont libres. Remettez-la en attente pour la confirmer.`,
      )
    case "days-over":
      return error("Ses jours sont passés", `Elle ne peut plus être remise en attente. ${unchanged}`)
    case "not-possible": {
      const { from, lastChange } = problem
      if (!lastChange) return error(`Cette réservation est déjà ${statusLabels[from].toLowerCase()}`, unchanged)
      return error(`Déjà ${statusTexts[from]} ${actorLabel(lastChange.by)}, ${agoLabel(lastChange.at, now)}`, unchanged)
    }
  }
}

export function distanceProblemMessage(
  problem: Exclude<DistanceProblem, { kind: "not-a-distance" }>,
  now: Date,
): Flash {
  switch (problem.kind) {
    case "not-found":
      return noSuchBooking
    case "not-pending":
      return error(
        `Cette réservation est déjà ${statusLabels[problem.status].toLowerCase()}`,
        `Sa distance et son prix restent les mêmes. ${unchanged}`,
      )
    case "not-asked":
      return error("La distance de cette réservation est déjà connue", unchanged)
    case "changed":
      return error(
        `Déjà indiquée ${actorLabel(problem.by)}, ${agoLabel(problem.at, now)}\u00a0: ${kilometres(problem.distanceKm)}`,
        unchanged,
      )
    case "below-zero":
      return error("Vos remises dépassent ce qui resterait du prix", `Retirez-en une d’abord. ${unchanged}`)
    case "too-far":
      return error(
        `Trop loin\u00a0: vos livraisons vont jusqu’à ${kilometres(problem.maximumKm)} aller-retour`,
        `Vous pouvez refuser la demande, ou changer cette limite dans les finances. ${unchanged}`,
      )
  }
}

const noSuchBooking = error("Cette réservation n’existe pas", unchanged)

function error(title: string, text: string): Flash {
  return { kind: "error", title, text }
}

export function actorLabel(name: string): string {
  return name === "" ? "automatiquement" : `par ${name}`
}

function kilometres(count: number): string {
  return `${count}\u00a0km`
}
