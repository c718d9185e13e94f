import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { Visit } from "../../../../domain/contracts/evidence.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { resendMail } from "../../../../server/outside/mails/resend.ts"
import { idField } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { answerActs } from "../../kit/booking/acts.server.ts"
import { type BookingPageUrl, bookingPageHref } from "../../kit/booking/booking-url.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { resendProblemTexts } from "../../kit/resend-labels.server.ts"
import { recordActs } from "../record/acts.server.ts"
import { endActs } from "./end-acts.server.ts"
import { rentalEndActs } from "./end-rental.server.ts"
import { depositActs } from "./deposit-acts.server.ts"
import { dayActs } from "./day-acts.server.ts"
import { shiftActs } from "./shifts.server.ts"
import { giveBackActs } from "./give-back-acts.server.ts"
import { insuranceActs } from "./insurance-acts.server.ts"
import { priceActs } from "./price-acts.server.ts"
import { contractActs } from "./contract-acts.server.ts"
import { paymentActs } from "./payment-acts.server.ts"
import { dateAnswerActs } from "./date-answer-acts.server.ts"

type BookingPageContext = { bookingId: BookingId; number: number; url: BookingPageUrl; visit: Visit }

export function bookingPageActs(actor: Staff, { bookingId, number, url, visit }: BookingPageContext, now: Date) {
  const pageHref = bookingPageHref(number)
  const dialogHref = bookingPageHref(number, url.dialog, url.target ?? undefined)
  return {
    ...answerActs(actor, pageHref, now),
    ...recordActs(actor, { pageHref, dialogHref }, now),
    ...endActs(
      actor,
      {
        pageHref,
        dialogHref: url.noticeDay === null ? dialogHref : `${dialogHref}&${new URLSearchParams({ le: url.noticeDay })}`,
      },
      now,
    ),
    ...rentalEndActs(actor, { bookingId, number, pageHref }, now),
    ...depositActs(actor, { bookingId, pageHref }, now),
    ...giveBackActs(actor, { bookingId, pageHref, dialogHref }, now),
    ...priceActs(actor, { bookingId, pageHref, dialogHref }, now),
    ...insuranceActs(actor, { bookingId, pageHref }, now),
    ...dayActs(actor, { bookingId, pageHref }, now),
    ...shiftActs(actor, { bookingId, pageHref }, now),
    ...contractActs(actor, { bookingId, number, visit, pageHref }, now),
    ...paymentActs(actor, { bookingId, pageHref }, now),
    ...dateAnswerActs(actor, { bookingId, pageHref, dialogHref }, now),
    "renvoyer-courriel": act(
      z.object({ courriel: idField }),
      async ({ courriel }) => {
        const resent = await resendMail(actor, courriel, now)
        return redirectWith(
          resent.ok
            ? { kind: "success", title: "Un nouvel envoi est en attente", text: "Son état se lit avec les e-mails." }
            : { kind: "error", ...resendProblemTexts[resent.error.kind] },
          pageHref,
        )
      },
      { log: "Error sending a mail again", failed: "L’e-mail n’a pas pu être renvoyé. Réessayez dans un instant." },
    ),
  }
}
