import { Form, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { previewWithdrawal, withdrawFromContract } from "../../../../../server/bookings/withdraw.ts"
import { canDeliverMail } from "../../../../../server/outside/mails/ledger.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { accountBookingPaths } from "../paths.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import { withdrawalProblemText } from "../withdrawal-problem.ts"
import { WithdrawalTerms } from "../withdrawal-terms.tsx"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"
import { periodOf, rentalLabel } from "../../../../../domain/rental/rental.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Renoncer au contrat", canonical: null })

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  return loadScreen("Error loading a withdrawal", async () => {
    const preview = await previewWithdrawal(party, booking.id)
    return {
      number: booking.number,
      productName: booking.productName,
      when: preview.ok ? preview.value.when : periodOf(booking),
      back: accountBookingPaths(booking.number).page,
      problem: preview.ok ? null : withdrawalProblemText(preview.error),
      preview: preview.ok ? preview.value : null,
      canMail: canDeliverMail(),
    }
  })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  const withdraw = act(
    z.object({}),
    async (_fields, form) => {
      const result = await withdrawFromContract(party, booking.id)
      if (result.ok) return redirect(`${accountBookingPaths(booking.number).page}?fait=retractation`, 303)
      return form.refuse({ form: withdrawalProblemText(result.error) }, { status: 409 })
    },
    {
      log: "Error withdrawing from a contract",
      details: () => ({ bookingId: booking.id }),
      failed:
        "Votre rétractation n’a pas pu être enregistrée. Réessayez dans un instant, ou écrivez-nous\u00a0: votre message en tiendra lieu.",
    },
  )
  return handleForm(request, withdraw)
}

export default function WithdrawFromContract({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, when, back, problem, preview, canMail } = loaderData
  const busy = useNavigation().formMethod === "POST"
  return (
    <BookingSheet title="Renoncer au contrat" number={number} back={back}>
      <p className="lead soft">
        {productName}, {rentalLabel(when)}
      </p>
      {problem !== null && <Notice tone="info">{problem}</Notice>}
      {preview && (
        <>
          <WithdrawalTerms preview={preview} acknowledgement={preview.acknowledgement} canMail={canMail} />
          <Form method="post" className="stack">
            <BookingError
              errors={Object.values(actionData?.errors ?? {}).map((message) => ({ message }))}
              answer={actionData}
            />
            <div className="cluster">
              <Button variant="danger" busy={busy} busyText="Envoi…">
                Confirmer la rétractation
              </Button>
              <ButtonLink to={back} variant="secondary">
                Garder mon contrat
              </ButtonLink>
            </div>
          </Form>
        </>
      )}
    </BookingSheet>
  )
}
