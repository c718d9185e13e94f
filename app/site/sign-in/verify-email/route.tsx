import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import type { MailLinkProblem } from "../../../../server/accounts/auth/mail-link.ts"
import { confirmVerification, readVerification } from "../../../../server/accounts/auth/verify-email.ts"
import { LinkPage } from "../../kit/link-page.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { act, handleForm } from "../../../http/forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import type { Route } from "./+types/route"

type State = "to-confirm" | "asks-if-made" | "confirmed" | MailLinkProblem["kind"]

const Confirmation = z.object({ reprendre: z.literal("oui").optional() })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Confirmer mon adresse", canonical: null })

/** Opening the link changes nothing: mail scanners open links too. */
export async function loader({ params, request }: Route.LoaderArgs) {
  const link = await readVerification(params.token, request, new Date())
  if (!link.ok) return answer(link.error.kind, linkStatus(link.error))
  const { email, asksWhoSignedUp } = link.value
  return answer(asksWhoSignedUp ? "asks-if-made" : "to-confirm", 200, email)
}

export function action({ params, request }: Route.ActionArgs) {
  const confirm = act(
    Confirmation,
    async ({ reprendre }) => {
      const takeOver = reprendre === "oui"
      const confirmed = await confirmVerification(params.token, request, new Date(), { takeOver })
      if (!confirmed.ok) return answer(confirmed.error.kind, linkStatus(confirmed.error))
      const { value } = confirmed
      if (value.kind === "taken-over")
        return redirect(href("/nouveau-mot-de-passe/:token", { token: value.passwordToken }), 303)
      return answer(value.kind, value.kind === "confirmed" ? 200 : 409, value.email)
    },
    { log: "Error confirming an address", failed: "Votre adresse n’a pas pu être confirmée. Réessayez." },
  )
  return handleForm(request, confirm)
}

function linkStatus({ kind }: MailLinkProblem): number {
  return kind === "expired-link" ? 410 : 404
}

function answer(state: State, status: number, email = "") {
  return data({ state, email }, { status })
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  const refused = actionData && "errors" in actionData ? actionData.errors : null
  const { state, email } = actionData && "state" in actionData ? actionData : loaderData
  const failure = refused?.["form"] && <FormError errors={[{ message: refused["form"] }]} answer={actionData} />
  switch (state) {
    case "to-confirm":
      return (
        <LinkPage title="Confirmer mon adresse">
          <p className="wrap-anywhere">
            L’adresse <b>{email}</b> <span className="unbroken">est-elle</span> bien la vôtre&nbsp;? Vos contrats et vos
            factures y partiront.
          </p>
          <Form method="post" className="stack">
            {failure}
            <Button busy={busy} busyText="Envoi en cours...">
              Confirmer mon adresse
            </Button>
          </Form>
        </LinkPage>
      )
    case "asks-if-made":
      return (
        <LinkPage title="Est-ce bien vous&nbsp;?">
          <p className="wrap-anywhere">
            Un compte a été ouvert avec l’adresse <b>{email}</b> depuis un autre appareil.
          </p>
          <p>
            C’est vous&nbsp;? Choisissez un nouveau mot de passe&nbsp;; les autres appareils seront déconnectés. Sinon,
            fermez cette page.
          </p>
          <Form method="post" className="stack">
            {failure}
            <input type="hidden" name="reprendre" value="oui" />
            <Button busy={busy} busyText="Envoi en cours...">
              Oui, c’est mon adresse
            </Button>
          </Form>
        </LinkPage>
      )
    case "confirmed":
      return (
        <LinkPage title="Votre adresse est confirmée">
          <p role="status">Merci.</p>
          <p>
            <ButtonLink to={href("/account")}>Mon compte</ButtonLink>
          </p>
        </LinkPage>
      )
    case "expired-link":
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est plus valable">
          <p role="status">Il vaut trois jours et ne sert qu’une fois. Demandez-en un autre.</p>
          <p>
            <ButtonLink to={href("/verification")}>Recevoir un autre lien</ButtonLink>
          </p>
        </LinkPage>
      )
  }
}
