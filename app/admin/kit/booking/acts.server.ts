import type { Staff } from "../../../../domain/accounts/party.ts"
import { z } from "zod"
import { idField } from "../../../http/form-fields.ts"
import type { Result } from "../../../../domain/result.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import { type AnswerProblem, confirmBooking, refuseBooking } from "../../../../server/bookings/answer.ts"
import type { MovedBooking } from "../../../../server/bookings/move.ts"
import { act } from "../../../http/forms.server.ts"
import type { Flash } from "../flash.ts"
import { redirectWith, undoable } from "../flash.server.ts"
import { answerProblemMessage } from "./answer-messages.server.ts"

const MAX_REASON_LENGTH = 500

export const reason = z
  .string()
  .trim()
  .max(MAX_REASON_LENGTH, `Le motif ne peut pas dépasser ${MAX_REASON_LENGTH} caractères.`)
  .optional()

/** `statut` is the displayed status. */
const Pending = z.object({ reservation: idField, statut: z.literal("pending"), motif: reason })

export const statusChangeFailure = {
  log: "Error updating booking status",
  failed: "La réservation n’a pas pu être mise à jour. Réessayez dans un instant.",
}

export function answerActs(actor: Staff, href: string, now: Date) {
  return {
    confirmer: act(
      Pending,
      async ({ reservation }) =>
        redirectWith(
          statusChangeMessage(await confirmBooking(actor, reservation, now), "Réservation confirmée", now),
          href,
        ),
      statusChangeFailure,
    ),
    refuser: act(
      Pending,
      async ({ reservation, motif }) =>
        redirectWith(
          statusChangeMessage(
            await refuseBooking({ actor, id: reservation, reason: motif, at: now }),
            "Réservation refusée",
            now,
          ),
          href,
        ),
      statusChangeFailure,
    ),
  }
}

export function statusChangeMessage(result: Result<MovedBooking, AnswerProblem>, title: string, now: Date): Flash {
  if (!result.ok) return answerProblemMessage(result.error, now)
  const { number, status, eventId } = result.value
  const text = `N°\u00a0${number}, ${rentalLabel(result.value)}`
  if (status === "pending") return { kind: "success", title, text }
  return { kind: "success", title, ...undoable(`booking.${status}`, eventId, `${text}.`) }
}
