import type { ProfileId } from "../../../../domain/id.ts"
import { type RecentAnswer, recentAnswers } from "../../../../server/bookings/recent-answers.ts"

/** By the booking's id, what a list says at the place of a request that was answered meanwhile: "Confirmée par Camille". */
export async function answeredLabels(reader: ProfileId, at: Date): Promise<Readonly<Record<string, string>>> {
  const answers = await recentAnswers(at)
  return Object.fromEntries(answers.map((answer) => [answer.bookingId, answeredLabel(answer, reader)]))
}

function answeredLabel({ action, actorId, actorName }: RecentAnswer, reader: ProfileId): string {
  if (action === "booking.expired") return "Refusée, faute de réponse à temps"
  if (action === "booking.cancelled-by-customer") return "Annulée par le client"
  return `${answered[action]} par ${actorId === reader ? "vous" : actorName || "un administrateur"}`
}

const answered = {
  "booking.confirmed": "Confirmée",
  "booking.refused": "Refusée",
  "booking.cancelled": "Annulée",
} as const
