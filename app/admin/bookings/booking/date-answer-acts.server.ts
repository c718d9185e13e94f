import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { acceptDates, refuseDates } from "../../../../server/bookings/date-change.ts"
import { idField, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { reason } from "../../kit/booking/acts.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import { closedDateRequestMessage } from "./problems.server.ts"

const DatesAcceptance = z.object({
  demande: idField,
  vu: wholeNumber(),
  "total-vu": wholeNumber(),
})

const DatesRefusal = z.object({ demande: idField, motif: reason })

export function dateAnswerActs(
  actor: Staff,
  { bookingId, pageHref, dialogHref }: { bookingId: BookingId; pageHref: string; dialogHref: string },
  now: Date,
) {
  const redirectToBooking = (flash: Flash) => redirectWith(flash, pageHref)
  return {
    "accepter-dates": act(
      DatesAcceptance,
      async ({ demande, vu, "total-vu": displayedTotal }) => {
        const accepted = await acceptDates(
          actor,
          bookingId,
          { requestId: demande, expectedVersion: vu, expectedTotal: displayedTotal },
          now,
        )
        if (accepted.ok)
          return redirectToBooking({
            kind: "success",
            title: "Nouvelles dates acceptées",
            text: `${await customerMailLabel(bookingId, "la réponse")} Si un contrat était envoyé ou signé, une nouvelle version suit.`,
          })
        const { error } = accepted
        if (error.kind === "not-open") return redirectToBooking(closedDateRequestMessage(error, "accepted", now))
        return redirectWith(
          { kind: "error", title: "Les dates n’ont pas été changées", text: editProblemMessage(error, now) },
          dialogHref,
        )
      },
      answerDatesFailure,
    ),
    "refuser-dates": act(
      DatesRefusal,
      async ({ demande, motif = "" }) => {
        const refused = await refuseDates(actor, bookingId, { requestId: demande, reason: motif }, now)
        if (refused.ok)
          return redirectToBooking({
            kind: "success",
            title: "Dates gardées",
            text: await customerMailLabel(bookingId, "la réponse"),
          })
        const { error } = refused
        return redirectToBooking(
          error.kind === "not-open" ? closedDateRequestMessage(error, "refused", now) : noSuchRequest,
        )
      },
      answerDatesFailure,
    ),
  }
}

const answerDatesFailure = {
  log: "Error answering other days",
  failed: "La réponse n’a pas pu être enregistrée. Réessayez dans un instant.",
}

const noSuchRequest: Flash = {
  kind: "error",
  title: "Cette demande de dates n’existe pas",
  text: "Rien n’a été changé.",
}
