import { daysProblemMessage } from "../../../../domain/availability/days-problem-message.ts"
import type { DaysProblem } from "../../../../domain/availability/rentable-days.ts"
import type { BookingStatus } from "../../../../domain/booking/status.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"

type DateRequestProblem =
  | { kind: "not-found" | "not-allowed" | "begun" | "same-days" | "rental-missing" }
  | { kind: "ended"; status: BookingStatus }
  | { kind: "note-too-long"; max: number }
  | DaysProblem
  | { kind: "days-taken"; days: Day[] }

export function dateRequestProblemText(problem: DateRequestProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return ownerOnlyMessage
    case "begun":
      return "La location a commencé\u00a0: appelez-nous."
    case "same-days":
      return "Ce sont déjà vos dates. Choisissez-en d’autres."
    case "rental-missing":
      return "Choisissez d’abord la location à déplacer."
    case "ended":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: ses dates ne changent plus.`
    case "note-too-long":
      return `Votre message est trop long\u00a0: ${problem.max} caractères au plus.`
    case "no-days":
    case "too-many-days":
    case "plan-refused":
    case "not-for-rent":
    case "outside-window":
    case "days-taken":
      return daysProblemMessage(problem)
  }
}

/** Shared access to an account does not include this (D55). */
export const ownerOnlyMessage = "Seul le titulaire du compte peut le faire, la réservation étant confirmée."
