import type { ProfileId } from "../../../../domain/id.ts"
import { type RecentAnswer, listRecentAnswers } from "../../../../server/bookings/recent-answers.ts"

/** "Confirmée par Camille", by booking id. */
export async function recentAnswerLabels(reader: ProfileId, at: Date): Promise<Readonly<Record<string, string>>> {
  const answers = await listRecentAnswers(at)
  return Object.fromEntries(answers.map((answer) => [answer.bookingId, recentAnswerLabel(answer, reader)]))
}

function recentAnswerLabel({ action, isBySystem, actorId, actorName }: RecentAnswer, reader: ProfileId): string {
  if (action === "booking.expired") return "Refusée, faute de réponse à temps"
  if (action === "booking.cancelled-by-customer") return "Annulée par le client"
  if (action === "booking.confirmed" && isBySystem) return "Confirmée immédiatement"
  return `${statusWords[action]} par ${actorId === reader ? "vous" : actorName || "un administrateur"}`
}

const statusWords = {
  "booking.confirmed": "Confirmée",
  "booking.refused": "Refusée",
  "booking.cancelled": "Annulée",
} as const
