import { Form, data, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { cancelOwnBooking, previewCancellation } from "../../../../../server/bookings/cancel.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { accountBookingPaths } from "../paths.ts"
import { cancelProblemText, cancellationTerms } from "../cancellation.server.ts"
import { CancellationTerms } from "../cancellation-terms.tsx"
import { requireAccessibleBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"
import { wholeNumber } from "../../../../http/form-fields.ts"
import { periodOf, rentalLabel } from "../../../../../domain/rental/rental.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Annuler la réservation", canonical: null })

const MAX_REASON = 500

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  const paths = accountBookingPaths(booking.number)
  return loadScreen("Error loading a cancellation", async () => {
    const preview = await previewCancellation(party, booking.id)
    const about = {
      number: booking.number,
      productName: booking.productName,
      when: preview.ok ? preview.value.when : periodOf(booking),
    }
    if (!preview.ok)
      return data({ ...about, back: paths.page, problem: cancelProblemText(preview.error), preview: null })
    return data({
      ...about,
      back: paths.page,
      problem: null,
      preview: cancellationTerms(preview.value, { booking, withdraw: paths.withdraw }),
    })
  })
}

const cents = wholeNumber()

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  const cancel = act(
    z.object({ kept: cents, refund: cents, reason: z.string().trim().max(MAX_REASON) }),
    async ({ kept, refund, reason }, form) => {
      const expected = { retained: kept, refund }
      const result = await cancelOwnBooking(party, booking.id, { expected, reason: reason || undefined })
      if (result.ok) return redirect(`${accountBookingPaths(booking.number).page}?fait=annulee`, 303)
      return form.refuse({ form: cancelProblemText(result.error) }, { status: 409 })
    },
    {
      log: "Error cancelling a booking",
      details: () => ({ bookingId: booking.id }),
      failed: "L’annulation n’a pas pu être enregistrée. Rien n’a changé\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, cancel)
}

/** The refusal may come from outdated amounts, so they are loaded again. */
export const shouldRevalidate = () => true

export default function CancelBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, when, back, problem, preview } = loaderData
  const busy = useNavigation().formMethod === "POST"
  const errors = actionData?.errors ?? {}
  return (
    <BookingSheet title="Annuler la réservation" number={number} back={back}>
      <p className="lead soft">
        {productName}, {rentalLabel(when)}
      </p>
      {problem !== null && <Notice tone="info">{problem}</Notice>}
      {preview && (
        <>
          <CancellationTerms preview={preview} />
          <Form method="post" className="stack">
            <BookingError errors={Object.values(errors).map((message) => ({ message }))} answer={actionData} />
            <input type="hidden" name="kept" value={preview.retained} />
            <input type="hidden" name="refund" value={preview.refund} />
            <TextArea
              name="reason"
              label="Un mot pour nous"
              optional
              rows={3}
              maxLength={MAX_REASON}
              defaultValue={actionData?.values["reason"] ?? ""}
              error={errors["reason"]}
            />
            <div className="cluster">
              <Button variant="danger" busy={busy} busyText="Annulation…">
                Annuler ma réservation
              </Button>
              <ButtonLink to={back} variant="secondary">
                Garder ma réservation
              </ButtonLink>
            </div>
          </Form>
        </>
      )}
    </BookingSheet>
  )
}
