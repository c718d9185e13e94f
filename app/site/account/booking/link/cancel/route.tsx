import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import {
  cancelByLink,
  requestCancellationCode,
  readCancellation,
} from "../../../../../../server/bookings/cancel-by-link.ts"
import { CODE_MINUTES } from "../../../../../../server/contracts/signing-code.ts"
import { wholeNumber } from "../../../../../http/form-fields.ts"
import { act, handleForm } from "../../../../../http/forms.server.ts"
import { refuseThrottled } from "../../../../../http/guarded-forms.server.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { Button } from "../../../../../ui/button.tsx"
import { ButtonLink } from "../../../../../ui/button-link.tsx"
import { FormError } from "../../../../../ui/form-error.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { TextArea } from "../../../../../ui/text-area.tsx"
import { TextField } from "../../../../../ui/text-field.tsx"
import { LinkPage } from "../../../../kit/link-page.tsx"
import { linkBookingPaths } from "../../paths.ts"
import { cancelProblemText, cancellationTerms } from "../../cancellation.server.ts"
import { CancellationTerms } from "../../cancellation-terms.tsx"
import { BookingSheet } from "../../sheet.tsx"
import { readVisit } from "../../signing.server.ts"
import stylesheet from "../../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"
import { periodOf, rentalLabel } from "../../../../../../domain/rental/rental.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Annuler la réservation")

const MAX_REASON = 500

/** Lets a link's holder cancel without an account (D68). */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  return loadScreen("Error loading a cancellation by a link", async () => {
    const link = await readCancellation(secret)
    if (!link.ok) return data({ open: false as const }, { status: link.error.kind === "unknown-link" ? 404 : 410 })
    const { booking, preview, contractId } = link.value
    const { page: back, withdraw } = linkBookingPaths(secret)
    return data({
      open: true as const,
      number: booking.number,
      productName: booking.productName,
      when: preview.ok ? preview.value.when : periodOf(booking),
      back,
      needsCode: contractId !== null,
      codeMinutes: CODE_MINUTES,
      problem: preview.ok ? null : cancelProblemText(preview.error),
      preview: preview.ok ? cancellationTerms(preview.value, { booking, withdraw }) : null,
    })
  })
}

const cents = wholeNumber()
const CancelForm = z.object({
  kept: cents,
  refund: cents,
  reason: z.string().trim().max(MAX_REASON).default(""),
  code: z.string().trim().max(40).default(""),
})
const deadLinkText = "Ce lien ne sert plus. Écrivez-nous pour annuler."

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const visit = readVisit(request)
  return handleForm(request, {
    code: act(
      z.object({}),
      async (_fields, form) => {
        const result = await requestCancellationCode(secret, visit)
        if (result.ok) return form.refuseWith({ codeSent: true }, {}, { status: 200 })
        const { error } = result
        if (error.kind === "wait") return refuseThrottled(form, error)
        return form.refuse({ form: problemText(error) }, { status: 409 })
      },
      {
        log: "Error sending a cancellation code",
        failed: "Le code n’a pas pu être envoyé. Réessayez dans un instant.",
      },
    ),
    annuler: act(
      CancelForm,
      async ({ kept, refund, reason, code }, form) => {
        const result = await cancelByLink(
          secret,
          { code, expected: { retained: kept, refund }, reason: reason || undefined },
          visit,
        )
        if (result.ok) return redirect(`${href("/signer/:secret", { secret })}?fait=annulee`, 303)
        const { error } = result
        if (error.kind === "wrong-code")
          return form.refuse({
            code:
              error.left > 0
                ? `Ce n’est pas le code envoyé. Il vous reste ${error.left} essai${error.left > 1 ? "s" : ""}.`
                : "Ce n’est pas le code envoyé, et il ne sert plus. Demandez-en un autre.",
          })
        if (error.kind === "ended-code") return form.refuse({ code: "Demandez un code, puis saisissez-le ici." })
        return form.refuse({ form: problemText(error) }, { status: 409 })
      },
      {
        log: "Error cancelling a booking by a link",
        failed: "L’annulation n’a pas pu être enregistrée. Rien n’a changé\u00a0: réessayez dans un instant.",
      },
    ),
  })
}

function problemText(
  problem: Parameters<typeof cancelProblemText>[0] | { kind: "unknown-link" } | { kind: "ended-link" },
): string {
  return problem.kind === "unknown-link" || problem.kind === "ended-link" ? deadLinkText : cancelProblemText(problem)
}

/** The refusal may come from outdated amounts, so they are loaded again. */
export const shouldRevalidate = () => true

export default function CancelByLink({ loaderData, actionData }: Route.ComponentProps) {
  const { state, formData } = useNavigation()
  if (!loaderData.open)
    return (
      <LinkPage title="Ce lien ne sert plus">
        <p role="status">Pour annuler votre réservation, écrivez-nous.</p>
        <p>
          <ButtonLink to={href("/contact")}>Nous écrire</ButtonLink>
        </p>
      </LinkPage>
    )
  const { number, productName, when, back, problem, preview, needsCode, codeMinutes } = loaderData
  const sending = state === "idle" ? null : (formData?.get("intent") ?? null)
  const { code, reason, ...others } = actionData?.errors ?? {}
  const codeSent = actionData !== undefined && "codeSent" in actionData
  return (
    <BookingSheet title="Annuler la réservation" number={number} back={back}>
      <p className="lead soft">
        {productName}, {rentalLabel(when)}
      </p>
      {problem !== null && <Notice tone="info">{problem}</Notice>}
      <FormError errors={Object.values(others).map((message) => ({ message }))} answer={actionData} />
      {preview && (
        <>
          <CancellationTerms preview={preview} />
          {needsCode && (
            <section className="panel stack" aria-labelledby="code-title">
              <h2 className="title-card" id="code-title">
                Confirmez que c’est vous
              </h2>
              {codeSent ? (
                <Notice tone="success" live>
                  Un code de six chiffres part vers l’adresse e-mail de la réservation. Il vaut {codeMinutes}
                  &nbsp;minutes.
                </Notice>
              ) : (
                <p>Demandez un code à l’adresse e-mail de la réservation.</p>
              )}
              <Form method="post">
                <Button
                  variant="secondary"
                  size="small"
                  name="intent"
                  value="code"
                  busy={sending === "code"}
                  busyText="Envoi…"
                >
                  {codeSent ? "Renvoyer un code" : "Recevoir un code"}
                </Button>
              </Form>
            </section>
          )}
          <Form method="post" className="stack">
            <input type="hidden" name="kept" value={preview.retained} />
            <input type="hidden" name="refund" value={preview.refund} />
            {needsCode && (
              <TextField
                id="code"
                name="code"
                label="Code reçu par e-mail"
                hint="Six chiffres."
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                error={code}
                marked={false}
              />
            )}
            <TextArea
              name="reason"
              label="Un mot pour nous"
              optional
              rows={3}
              maxLength={MAX_REASON}
              defaultValue={actionData?.values["reason"] ?? ""}
              error={reason}
            />
            <div className="cluster">
              <Button
                variant="danger"
                name="intent"
                value="annuler"
                busy={sending === "annuler"}
                busyText="Annulation…"
              >
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
