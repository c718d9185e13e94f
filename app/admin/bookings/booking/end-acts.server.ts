import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { externalCauses } from "../../../../domain/booking/booking-end.ts"
import { isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { type EndProblem, endForCause } from "../../../../server/bookings/end-for-cause.ts"
import { idField, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { answerProblemMessage } from "../../kit/booking/answer-messages.server.ts"
import { statusChangeMessage, statusChangeFailure, reason } from "../../kit/booking/acts.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"

const cents = wholeNumber()

/** `statut` and both amounts are the values displayed; the server refuses the end if they have changed. */
const EndForm = z.object({
  reservation: idField,
  statut: z.enum(["pending", "confirmed"]),
  cause: z.enum(externalCauses),
  le: z.string().refine(isDay, "Indiquez une date."),
  "garde-vu": cents,
  "remboursement-vu": cents,
  motif: reason,
})

/** For a cancellation by the customer, a no-show or an unpaid instalment (D68). */
export function endActs(actor: Staff, { pageHref, dialogHref }: { pageHref: string; dialogHref: string }, now: Date) {
  return {
    "noter-fin": act(
      EndForm,
      async ({ reservation, statut, cause, le, motif, ...displayedFields }) => {
        const displayed = { retained: displayedFields["garde-vu"], refund: displayedFields["remboursement-vu"] }
        const ended = await endForCause(
          actor,
          reservation,
          { from: statut, cause, on: le, reason: motif, expected: displayed },
          now,
        )
        if (ended.ok) return redirectWith(statusChangeMessage(ended, "Fin de la réservation notée", now), pageHref)
        const { error } = ended
        switch (error.kind) {
          case "end-changed":
          case "not-a-notice-day":
          case "not-a-cause":
          case "handed-out":
          case "nothing-due":
            return redirectWith(endProblem(error), dialogHref)
          case "over":
            return redirectWith(endProblem(error), pageHref)
          default:
            return redirectWith(answerProblemMessage(error, now), pageHref)
        }
      },
      statusChangeFailure,
    ),
  }
}

function endProblem(problem: EndProblem): Flash {
  return { kind: "error", title: "La fin de la réservation n’est pas notée", text: endProblemText(problem) }
}

export function endProblemText(problem: EndProblem): string {
  switch (problem.kind) {
    case "over":
      return "Ses jours sont passés\u00a0: il n’y a plus rien à annuler."
    case "not-a-cause":
      return "Le contrat signé ne le prévoit pas, ou c’est trop tôt."
    case "handed-out":
      return "L’état des lieux de départ est signé\u00a0: le client est venu."
    case "not-a-notice-day":
      return problem.days.from === problem.days.to
        ? `Seul le ${dayLong(problem.days.to)} est possible.`
        : `Choisissez un jour entre le ${dayLong(problem.days.from)} et le ${dayLong(problem.days.to)}.`
    case "nothing-due":
      return "Tout ce qui était dû ce jour-là est payé."
    case "end-changed": {
      const { retained, refund } = problem.preview.settlement
      return `Les montants ont changé\u00a0: ${formatMoney(retained)} gardés, ${formatMoney(refund)} à rembourser. Relisez, puis confirmez.`
    }
  }
}
