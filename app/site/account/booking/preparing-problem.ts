import { type BookingStatus, statusLabels } from "../../../../domain/booking/status.ts"
import { notAllowed } from "./ask-problem.ts"

type PreparingProblem =
  | { kind: "not-found" }
  | { kind: "not-allowed" }
  | { kind: "not-confirmed"; status: BookingStatus }
  | { kind: "over" }

/** Why the day of a booking cannot be prepared any more, or yet. */
export function preparingProblemText(problem: PreparingProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return notAllowed
    case "not-confirmed":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: rien n’est à préparer pour le moment.`
    case "over":
      return "Cette réservation est terminée\u00a0: il n’y a plus rien à préparer."
  }
}
