import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import {
  requestWithdrawalCode,
  readWithdrawal,
  withdrawByLink,
} from "../../../../../../server/bookings/withdraw-by-link.ts"
import { CODE_MINUTES } from "../../../../../../server/contracts/signing-code.ts"
import { canDeliverMail } from "../../../../../../server/outside/mails/ledger.ts"
import { act, handleForm } from "../../../../../http/forms.server.ts"
import { refuseThrottled } from "../../../../../http/guarded-forms.server.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import { Button } from "../../../../../ui/button.tsx"
import { ButtonLink } from "../../../../../ui/button-link.tsx"
import { FormError } from "../../../../../ui/form-error.tsx"
import { Notice } from "../../../../../ui/notice.tsx"
import { TextField } from "../../../../../ui/text-field.tsx"
import { LinkPage } from "../../../../kit/link-page.tsx"
import { linkBookingPaths } from "../../paths.ts"
import { BookingSheet } from "../../sheet.tsx"
import { readVisit } from "../../signing.server.ts"
import { withdrawalProblemText } from "../../withdrawal-problem.ts"
import { WithdrawalTerms } from "../../withdrawal-terms.tsx"
import stylesheet from "../../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"
import { periodOf, rentalLabel } from "../../../../../../domain/rental/rental.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Renoncer au contrat")

/** The withdrawal function for a link's holder without a password (D33). */
export async function loader({ params: { secret } }: Route.LoaderArgs) {
  return loadScreen("Error loading a withdrawal by a link", async () => {
    const link = await readWithdrawal(secret)
    if (!link.ok) return data({ open: false as const }, { status: link.error.kind === "unknown-link" ? 404 : 410 })
    const { booking, preview } = link.value
    return data({
      open: true as const,
      number: booking.number,
      productName: booking.productName,
      when: preview.ok ? preview.value.when : periodOf(booking),
      back: linkBookingPaths(secret).page,
      problem: preview.ok ? null : withdrawalProblemText(preview.error),
      preview: preview.ok ? preview.value : null,
      canMail: canDeliverMail(),
      codeMinutes: CODE_MINUTES,
    })
  })
}

const deadLinkText = "Ce lien ne sert plus. Écrivez-nous\u00a0: votre message vaut rétractation."
const WithdrawForm = z.object({ code: z.string().trim().min(1, "Saisissez le code reçu par e-mail.").max(40) })

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const visit = readVisit(request)
  return handleForm(request, {
    code: act(
      z.object({}),
      async (_fields, form) => {
        const result = await requestWithdrawalCode(secret, visit)
        if (result.ok) return form.refuseWith({ codeSent: true }, {}, { status: 200 })
        const { error } = result
        if (error.kind === "wait") return refuseThrottled(form, error)
        return form.refuse({ form: problemText(error) }, { status: 409 })
      },
      { log: "Error sending a withdrawal code", failed: "Le code n’a pas pu être envoyé. Réessayez dans un instant." },
    ),
    renoncer: act(
      WithdrawForm,
      async ({ code }, form) => {
        const result = await withdrawByLink(secret, code, visit)
        if (result.ok) return redirect(`${href("/signer/:secret", { secret })}?fait=retractation`, 303)
        const { error } = result
        if (error.kind === "wrong-code")
          return form.refuse({
            code:
              error.left > 0
                ? `Ce n’est pas le code envoyé. Il vous reste ${error.left} essai${error.left > 1 ? "s" : ""}.`
                : "Ce n’est pas le code envoyé, et il ne sert plus. Demandez-en un autre.",
          })
        if (error.kind === "ended-code")
          return form.refuse({
            code: `Ce code ne sert plus\u00a0: il vaut ${CODE_MINUTES} minutes. Demandez-en un autre.`,
          })
        return form.refuse({ form: problemText(error) }, { status: 409 })
      },
      {
        log: "Error withdrawing from a contract by a link",
        failed:
          "Votre rétractation n’a pas pu être enregistrée. Réessayez dans un instant, ou écrivez-nous\u00a0: votre message en tiendra lieu.",
      },
    ),
  })
}

function problemText(
  problem: Parameters<typeof withdrawalProblemText>[0] | { kind: "unknown-link" } | { kind: "ended-link" },
): string {
  return problem.kind === "unknown-link" || problem.kind === "ended-link"
    ? deadLinkText
    : withdrawalProblemText(problem)
}

export default function WithdrawByLink({ loaderData, actionData }: Route.ComponentProps) {
  const { state, formData } = useNavigation()
  if (!loaderData.open)
    return (
      <LinkPage title="Ce lien ne sert plus">
        <p role="status">Pour renoncer à votre contrat, écrivez-nous&nbsp;: votre message vaut rétractation.</p>
        <p>
          <ButtonLink to={href("/contact")}>Nous écrire</ButtonLink>
        </p>
      </LinkPage>
    )
  const { number, productName, when, back, problem, preview, canMail, codeMinutes } = loaderData
  const sending = state === "idle" ? null : (formData?.get("intent") ?? null)
  const { code, ...others } = actionData?.errors ?? {}
  const codeRequested = (actionData && "codeSent" in actionData) || code !== undefined
  return (
    <BookingSheet title="Renoncer au contrat" number={number} back={back}>
      <p className="lead soft">
        {productName}, {rentalLabel(when)}
      </p>
      {problem !== null && <Notice tone="info">{problem}</Notice>}
      <FormError errors={Object.values(others).map((message) => ({ message }))} answer={actionData} />
      {preview && (
        <>
          {/* Whole, because the code below proves that the e-mail address is theirs. */}
          <WithdrawalTerms preview={preview} acknowledgement="whole" canMail={canMail} />
          <section className="panel stack" aria-labelledby="code-title">
            <h2 className="title-card" id="code-title">
              Confirmez que c’est vous
            </h2>
            {actionData && "codeSent" in actionData ? (
              <Notice tone="success" live>
                Un code de six chiffres attend son départ vers l’adresse e-mail de la réservation. Il vaut {codeMinutes}
                &nbsp;minutes.
              </Notice>
            ) : (
              <p>Ce lien ne suffit pas pour mettre fin au contrat. Demandez un code, à l’adresse de la réservation.</p>
            )}
            <Form method="post">
              <Button
                variant={codeRequested ? "secondary" : "primary"}
                size="small"
                name="intent"
                value="code"
                busy={sending === "code"}
                busyText="Envoi…"
              >
                {codeRequested ? "Renvoyer un code" : "Recevoir un code"}
              </Button>
            </Form>
            <Form method="post" className="stack">
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
              <div className="cluster">
                <Button variant="danger" name="intent" value="renoncer" busy={sending === "renoncer"} busyText="Envoi…">
                  Confirmer la rétractation
                </Button>
                <ButtonLink to={back} variant="secondary">
                  Garder mon contrat
                </ButtonLink>
              </div>
            </Form>
          </section>
        </>
      )}
    </BookingSheet>
  )
}
