import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { type Day, isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { BookingId } from "../../../../domain/id.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { readBookingVersion } from "../../../../server/bookings/booking-version.ts"
import type { EditProblem } from "../../../../server/bookings/edit.ts"
import {
  type RentalEnd,
  type RentalEndProblem,
  endRental,
  previewRentalEnd,
  rentalEndChange,
} from "../../../../server/bookings/end-rental.ts"
import { proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, readBookingDetail } from "../../../../server/booking-record/queries.ts"
import { ticked, wholeNumber } from "../../../http/form-fields.ts"
import { act } from "../../../http/forms.server.ts"
import { reason, statusChangeFailure } from "../../kit/booking/acts.server.ts"
import { type BookingPageUrl, rentalEndCauses, rentalEndHref } from "../../kit/booking/booking-url.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import type { RentalEndingView } from "./view.ts"

export async function rentalEndingView(
  booking: BookingDetail,
  { target, noticeDay, rentalEnd: cause }: BookingPageUrl,
  now: Date,
): Promise<RentalEndingView> {
  const position = readWholeNumber(target)
  const rental = booking.rentals.find((each) => each.position === position)
  if (!rental) return { step: "closed", text: null }
  const named = {
    position: rental.position,
    productName: rental.productName,
    period: { dates: rental.dates, plan: rental.plan ?? null },
  }
  const latest = await previewRentalEnd(booking.id, { position: rental.position, cause: "customer", on: null }, now)
  if (!latest.ok) return { step: "closed", text: rentalEndProblemText(latest.error) }
  if (cause === null) return { step: "who", rental: named }
  const loadedVersion = await readBookingVersion(booking.id)
  const day = cause === "customer" ? (noticeDay ?? latest.value.on) : latest.value.days.to
  const dialog = { step: "figures", cause, rental: named, on: day, days: latest.value.days } as const
  if (!isDay(day)) return { ...dialog, figures: null, error: "Indiquez une date." }
  const end: RentalEnd = { position: rental.position, cause, on: day }
  const preview = await previewRentalEnd(booking.id, end, now)
  if (!preview.ok) return { ...dialog, figures: null, error: rentalEndProblemText(preview.error) }
  const proposal = await proposeEdit(booking.id, rentalEndChange(end, preview.value), now)
  if (!proposal.ok) return { ...dialog, figures: null, error: editProblemMessage(proposal.error, now) }
  const { total } = proposal.value.after
  return {
    ...dialog,
    figures: { ...preview.value.settlement, total, totalBefore: booking.total, loadedVersion },
    error: null,
  }
}

const Ending = z.object({
  location: wholeNumber(1),
  cause: z.enum(rentalEndCauses),
  le: z.string().refine(isDay, "Indiquez une date."),
  vu: wholeNumber(),
  "garde-vu": wholeNumber(),
  "remboursement-vu": wholeNumber(),
  "indemnite-vue": wholeNumber(),
  "total-vu": wholeNumber(),
  "force-majeure": ticked,
  motif: reason,
})

type Paths = { bookingId: BookingId; number: number; pageHref: string }

/** The displayed figures come back; the server refuses when they have changed. */
export function rentalEndActs(actor: Staff, { bookingId, number, pageHref }: Paths, now: Date) {
  return {
    "retirer-location": act(
      Ending,
      async ({ location, cause, le, vu, motif, "force-majeure": forceMajeure, ...displayed }) => {
        const end: RentalEnd = { position: location, cause, on: le, forceMajeure }
        const expected = {
          retained: displayed["garde-vu"],
          refund: displayed["remboursement-vu"],
          indemnity: forceMajeure ? 0 : displayed["indemnite-vue"],
          total: displayed["total-vu"],
        }
        const preview = await previewRentalEnd(bookingId, end, now)
        const name = preview.ok ? preview.value.rental.productName : ""
        const clientName = (await readBookingDetail(bookingId, now))?.client.name ?? ""
        const letter = companyLetter({ clientName, number, name, reason: motif, ...expected })
        const ended = await endRental({
          actor,
          bookingId,
          end,
          reason: motif,
          letter: cause === "company" ? letter : null,
          expected,
          expectedVersion: vu,
          at: now,
        })
        if (!ended.ok)
          return redirectWith(
            { kind: "error", title: "La location n’est pas retirée", text: endProblemText(ended.error, now) },
            rentalEndHref(number, location, cause),
          )
        return redirectWith(await endedMessage(bookingId, cause, expected), pageHref)
      },
      statusChangeFailure,
    ),
  }
}

async function endedMessage(
  bookingId: BookingId,
  cause: RentalEnd["cause"],
  { retained, refund, indemnity }: { retained: number; refund: number; indemnity: number },
): Promise<Flash> {
  const title = "Location retirée"
  if (cause === "customer")
    return {
      kind: "success",
      title,
      text: `${formatMoney(retained)} gardés. Le changement part à la signature. Le contrat signé reste en vigueur jusque-là.`,
    }
  return {
    kind: "success",
    title,
    text: `À rembourser\u00a0: ${formatMoney(refund)}, indemnité\u00a0: ${formatMoney(indemnity)}. ${await customerMailLabel(bookingId, "le message")}`,
  }
}

function companyLetter({
  clientName,
  number,
  name,
  reason: words,
  refund,
  indemnity,
  total,
}: {
  clientName: string
  number: number
  name: string
  reason: string | undefined
  refund: number
  indemnity: number
  total: number
}): string {
  const money = [
    ...(refund > 0 ? [`Nous vous remboursons ${formatMoney(refund)} dans les 14\u00a0jours.`] : []),
    ...(indemnity > 0 ? [`Nous vous versons aussi une indemnité de ${formatMoney(indemnity)}.`] : []),
    `Le nouveau total est de ${formatMoney(total)}.`,
  ]
  return [
    `Bonjour ${clientName},`,
    `Nous devons retirer «\u00a0${name}\u00a0» de votre réservation n°\u00a0${number}. Le reste ne change pas.`,
    ...(words ? [words] : []),
    money.join("\n"),
    "Une question\u00a0? Répondez à ce message ou appelez-nous.",
  ].join("\n\n")
}

function endProblemText(problem: EditProblem | RentalEndProblem, now: Date): string {
  switch (problem.kind) {
    case "not-signed":
    case "over":
    case "not-a-notice-day":
    case "change-waiting":
    case "figures-changed":
    case "rental-gone":
    case "last-rental":
    case "not-found":
    case "not-editable":
      return rentalEndProblemText(problem)
    default:
      return editProblemMessage(problem, now)
  }
}

function rentalEndProblemText(problem: RentalEndProblem): string {
  switch (problem.kind) {
    case "not-found":
    case "not-editable":
      return "Cette réservation ne se modifie plus."
    case "rental-gone":
      return "Cette location n’est plus dans la réservation."
    case "last-rental":
      return "C’est la seule location\u00a0: annulez plutôt la réservation."
    case "not-signed":
      return "Rien n’est signé pour cette location\u00a0: retirez-la simplement."
    case "over":
      return "Ses jours sont passés\u00a0: il n’y a plus rien à retirer."
    case "not-a-notice-day":
      return rangeText(problem.days)
    case "change-waiting":
      return "Un autre changement attend la signature du client. Attendez sa réponse."
    case "figures-changed":
      return "Les montants ont changé. Relisez-les, puis confirmez."
  }
}

function rangeText({ from, to }: { from: Day; to: Day }): string {
  return from === to
    ? `Seul le ${dayLong(to)} est possible.`
    : `Choisissez un jour entre le ${dayLong(from)} et le ${dayLong(to)}.`
}
