import { Form, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { statusLabels } from "../../../../../domain/booking/status.ts"
import { dayLong, daysLong } from "../../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../../domain/money.ts"
import {
  type WithdrawalProblem,
  previewWithdrawal,
  withdrawFromContract,
} from "../../../../../server/bookings/withdraw.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { accountAddresses } from "../addresses.ts"
import { notAllowed } from "../ask-problem.ts"
import { ownBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Renoncer au contrat", canonical: null })

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking, party } = await ownBooking(context, params.number)
  return loadScreen("Error loading a withdrawal", async () => {
    const preview = await previewWithdrawal(party, booking.id)
    return {
      number: booking.number,
      productName: booking.productName,
      days: booking.dates,
      back: accountAddresses(booking.number).page,
      problem: preview.ok ? null : problemText(preview.error),
      preview: preview.ok ? preview.value : null,
    }
  })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await ownBooking(context, params.number)
  const withdraw = act(
    z.object({}),
    async (_fields, form) => {
      const done = await withdrawFromContract(party, booking.id)
      if (done.ok) return redirect(`${accountAddresses(booking.number).page}?fait=retractation`, 303)
      return form.refuse({ form: problemText(done.error) }, { status: 409 })
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

function problemText(problem: WithdrawalProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return notAllowed
    case "ended":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: il n’y a pas de contrat auquel renoncer.`
    case "no-right":
      return noRight(problem.right)
  }
}

function noRight(right: Extract<WithdrawalProblem, { kind: "no-right" }>["right"]): string {
  switch (right.kind) {
    case "not-signed":
      return "Aucun contrat n’est signé\u00a0: vous ne devez rien. Pour libérer les dates, annulez la réservation."
    case "none":
      return right.reason === "business"
        ? "La rétractation est réservée aux consommateurs."
        : "Ce contrat ne prévoit pas de délai de rétractation."
    case "performed":
      return "La location a eu lieu en entier, comme vous l’aviez demandé\u00a0: le droit de rétractation a pris fin."
    case "over":
      return `Le délai de rétractation est passé depuis le ${dayLong(right.period.lastDay)}. Vous pouvez encore annuler.`
  }
}

export default function WithdrawFromContract({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, days, back, problem, preview } = loaderData
  const busy = useNavigation().formMethod === "POST"
  return (
    <BookingSheet title="Renoncer au contrat" number={number} back={back}>
      <p className="lead soft">
        {productName}, {daysLong(days)}
      </p>
      {problem !== null && <Notice tone="info">{problem}</Notice>}
      {preview && (
        <>
          <section className="panel stack" aria-labelledby="means-title">
            <h2 className="title-card" id="means-title">
              Ce que cela veut dire
            </h2>
            <p>
              Vous pouvez renoncer sans motif jusqu’au {dayLong(preview.lastDay)} inclus. Le contrat prend fin et les
              dates sont libérées.
            </p>
            <dl className="lines">
              <div>
                <dt>
                  Vous est remboursé
                  {preview.settlement.refund > 0 && <small>au plus tard le {dayLong(preview.refundBy)}</small>}
                </dt>
                <dd>{formatMoney(preview.settlement.refund)}</dd>
              </div>
              {preview.settlement.kept > 0 && (
                <div>
                  <dt>
                    Vous devez
                    <small>pour la part de la location déjà exécutée, à votre demande</small>
                  </dt>
                  <dd>{formatMoney(preview.settlement.kept)}</dd>
                </div>
              )}
            </dl>
          </section>
          <section className="panel stack" aria-labelledby="declaration-title">
            <h2 className="title-card" id="declaration-title">
              Votre déclaration
            </h2>
            <p className="whitespace-pre-line">{preview.declaration}</p>
            <p className="small soft">
              Nous vous en accusons réception par courriel, avec ce texte, la date et l’heure.
            </p>
          </section>
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
