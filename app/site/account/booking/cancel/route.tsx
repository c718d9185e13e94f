import { Form, data, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { statusLabels } from "../../../../../domain/booking/status.ts"
import { dayLong, daysLong } from "../../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../../domain/money.ts"
import { type CancelProblem, cancelOwnBooking, previewCancellation } from "../../../../../server/bookings/cancel.ts"
import type { NextCarrier } from "../../../../../server/bookings/shared-delivery.ts"
import { cancellationSentences } from "../../../../../domain/content/cancellation-labels.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { BookingError } from "../../../kit/booking-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { accountAddresses } from "../addresses.ts"
import { notAllowed } from "../ask-problem.ts"
import { ownBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"
import { wholeNumber } from "../../../../http/form-fields.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Annuler la réservation", canonical: null })

const MAX_REASON = 500

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking, party } = await ownBooking(context, params.number)
  const addresses = accountAddresses(booking.number)
  return loadScreen("Error loading a cancellation", async () => {
    const preview = await previewCancellation(party, booking.id)
    const about = {
      number: booking.number,
      productName: booking.productName,
      days: preview.ok ? preview.value.days : booking.dates,
    }
    if (!preview.ok) return data({ ...about, back: addresses.page, problem: problemText(preview.error), preview: null })
    const { signed, settlement, withdrawal, deliveryGoesTo } = preview.value
    return data({
      ...about,
      back: addresses.page,
      problem: null,
      preview: {
        signed,
        ...settlement,
        deliveryGoesTo,
        tiers: cancellationSentences(booking.agreement?.cancellationTiers ?? []),
        // Withdrawing is never worse, and is not told apart by everybody.
        withdraw:
          withdrawal.kind === "open" && addresses.withdraw
            ? { href: addresses.withdraw, lastDay: withdrawal.period.lastDay, owed: withdrawal.owed }
            : null,
      },
    })
  })
}

const cents = wholeNumber()

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await ownBooking(context, params.number)
  const cancel = act(
    z.object({ kept: cents, refund: cents, reason: z.string().trim().max(MAX_REASON) }),
    async ({ kept, refund, reason }, form) => {
      const shown = { kept, refund }
      const done = await cancelOwnBooking(party, booking.id, { shown, reason: reason || undefined })
      if (done.ok) return redirect(`${accountAddresses(booking.number).page}?fait=annulee`, 303)
      return form.refuse({ form: problemText(done.error) }, { status: 409 })
    },
    {
      log: "Error cancelling a booking",
      details: () => ({ bookingId: booking.id }),
      failed: "L’annulation n’a pas pu être enregistrée. Rien n’a changé\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, cancel)
}

function problemText(problem: CancelProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return notAllowed
    case "ended":
      return `Cette réservation est déjà ${statusLabels[problem.status].toLowerCase()}\u00a0: il n’y a rien à annuler.`
    case "begun":
      return "La location a commencé\u00a0: appelez-nous."
    case "settlement-changed":
      return "Ce que coûte l’annulation vient de changer. Rien n’est annulé\u00a0: relisez les montants, puis confirmez."
  }
}

/** What is left of the order is still brought, and this booking carried the fee (D48). */
function DeliveryGoesTo({ number, productName, fee }: NextCarrier) {
  return (
    <p>
      {fee > 0 ? `Les frais de livraison de ${formatMoney(fee)} étaient comptés ici` : "La livraison était comptée ici"}
      &nbsp;: vous les partagiez, et ils passent à votre réservation n°&nbsp;{number}, {productName}.
    </p>
  )
}

/** What was refused may be because of figures that hold no more: they are read again. */
export const shouldRevalidate = () => true

export default function CancelBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, days, back, problem, preview } = loaderData
  const busy = useNavigation().formMethod === "POST"
  const errors = actionData?.errors ?? {}
  return (
    <BookingSheet title="Annuler la réservation" number={number} back={back}>
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
            <dl className="lines">
              <div>
                <dt>Vous est remboursé</dt>
                <dd>{formatMoney(preview.refund)}</dd>
              </div>
              <div>
                <dt>
                  Nous gardons
                  {preview.signed && (
                    <small>{preview.keptPercent}&nbsp;% du total, dans la limite de ce qui est payé ou dû</small>
                  )}
                </dt>
                <dd>{formatMoney(preview.kept)}</dd>
              </div>
              {preview.owed > 0 && (
                <div>
                  <dt>
                    Reste dû
                    <small>une échéance déjà passée</small>
                  </dt>
                  <dd>{formatMoney(preview.owed)}</dd>
                </div>
              )}
            </dl>
            <p>
              {preview.signed
                ? `Vos dates sont libérées aussitôt.${preview.refund > 0 ? " Le remboursement part sous 14 jours au plus, par le moyen que vous aviez choisi." : ""}`
                : "Vos dates sont libérées aussitôt, et vous ne devez rien\u00a0: le contrat n’est pas signé."}
            </p>
            {preview.deliveryGoesTo && <DeliveryGoesTo {...preview.deliveryGoesTo} />}
            {preview.signed && (
              <details>
                <summary>Ce que prévoit votre contrat</summary>
                <ul className="stack gap-2 mt-3 small">
                  {preview.tiers.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </details>
            )}
          </section>
          {preview.withdraw && (
            <Notice tone="info" title="Vous pouvez encore renoncer au contrat">
              <p>
                {preview.withdraw.owed === 0 ? "Sans rien payer" : `En payant ${formatMoney(preview.withdraw.owed)}`},
                jusqu’au {dayLong(preview.withdraw.lastDay)} inclus.
              </p>
              <p className="mt-3">
                <ButtonLink to={preview.withdraw.href} variant="secondary" size="small">
                  Renoncer au contrat ici
                </ButtonLink>
              </p>
            </Notice>
          )}
          <Form method="post" className="stack">
            <BookingError errors={Object.values(errors).map((message) => ({ message }))} answer={actionData} />
            <input type="hidden" name="kept" value={preview.kept} />
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
