import { Form, data, href, redirect, useNavigation } from "react-router"
import { z } from "zod"
import { findMailLink } from "../../../../server/accounts/auth/mail-link.ts"
import { signInWithLink } from "../../../../server/accounts/auth/sign-in-link.ts"
import { redirectAfterSignIn, signingFailed } from "../../../http/auth-answers.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../http/meta.ts"
import { codePath, returnParameter, safeReturnPath } from "../../../http/return-path.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { LinkPage } from "../../kit/link-page.tsx"
import type { Route } from "./+types/route"

export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Me connecter")

/** Opening the link changes nothing: mail scanners open links too. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const link = await findMailLink(token, "sign-in", new Date())
  const retour = safeReturnPath(url.searchParams.get("retour"))
  return data({ isValid: link.ok, retour }, { status: link.ok ? 200 : 410 })
}

export function action({ params: { token }, request }: Route.ActionArgs) {
  const open = act(
    z.object({ retour: z.string().optional() }),
    async ({ retour }, form) => {
      const result = await signInWithLink(token, request)
      if (result.ok) return redirectAfterSignIn(result.value, retour)
      const problem = result.error
      switch (problem.kind) {
        case "code-needed":
          return redirect(codePath(retour ?? ""), { status: 303, headers: problem.headers })
        case "password-needed": {
          const page = href("/nouveau-mot-de-passe/:token", { token: problem.token })
          return redirect(page + returnParameter(retour).replace("&", "?"), 303)
        }
        default:
          return form.refuse({ form: "Ce lien n’est plus valable. Demandez-en un autre." }, { status: 410 })
      }
    },
    { ...signingFailed, failed: "Erreur lors de la connexion" },
  )
  return handleForm(request, open)
}

export default function SignInLink({ loaderData: { isValid, retour }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  if (!isValid)
    return (
      <LinkPage title="Ce lien n’est plus valable">
        <p role="status">Il vaut une heure et ne sert qu’une fois.</p>
        <p>
          <ButtonLink to={href("/connexion/lien") + returnParameter(retour).replace("&", "?")}>
            Recevoir un autre lien
          </ButtonLink>
        </p>
      </LinkPage>
    )
  return (
    <LinkPage title="Vous revoilà">
      <Form method="post" className="stack">
        <FormError
          errors={Object.values(actionData?.errors ?? {}).map((message) => ({ message }))}
          answer={actionData}
        />
        <input type="hidden" name="retour" value={retour} />
        <Button wide busy={busy} busyText="Chargement...">
          Me connecter
        </Button>
      </Form>
    </LinkPage>
  )
}
