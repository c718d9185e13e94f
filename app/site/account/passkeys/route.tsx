import { data, href, redirect } from "react-router"
import { z } from "zod"
import { passkeyForms } from "../../../../server/accounts/auth/forms.ts"
import {
  addPasskey,
  startPasskeyRegistration,
  listPasskeys,
  removePasskey,
} from "../../../../server/accounts/auth/passkeys.ts"
import type { Visitor } from "../../../../server/accounts/auth/visitor.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { deviceName } from "../../../../isomorphic/text/device-name.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { PasskeysPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Clés d’accès", canonical: null })

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { user } = requireOwnAccount(context)
  return {
    passkeys: await listPasskeys(user.id),
    suggestedName: deviceName(request.headers.get("user-agent") ?? ""),
    message: url.searchParams.has("ajoutee") ? "added" : url.searchParams.has("retiree") ? "removed" : null,
  } as const
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, passkeyActs(requireOwnAccount(context), request))
}

const failure = { log: "Error changing passkeys", failed: "Rien n’a été changé. Réessayez dans un instant." }
const tooMany = "Vous avez déjà beaucoup de clés d’accès. Retirez d’abord celles qui ne servent plus."

function passkeyActs(visitor: Visitor, request: Request) {
  return {
    commencer: act(
      passkeyForms.begin,
      async ({ actuel }, form) => {
        const { companyName } = await readSiteConfig()
        const begun = await startPasskeyRegistration({ visitor, password: actuel, shopName: companyName, request })
        if (begun.ok) return data({ options: begun.value.options }, { headers: begun.value.headers })
        switch (begun.error.kind) {
          case "wrong-password":
            return form.refuse({ actuel: "Ce n’est pas votre mot de passe actuel." })
          case "too-many":
            return form.refuse({ form: tooMany })
          case "throttled":
            return refuseThrottled(form, begun.error)
        }
      },
      failure,
    ),
    ajouter: act(
      passkeyForms.add,
      async ({ name, response }, form) => {
        const added = await addPasskey(visitor, { name, response }, request)
        return added.ok
          ? redirect(`${href("/cles-d-acces")}?ajoutee`, 303)
          : form.refuse({ form: addProblems[added.error.kind] })
      },
      failure,
    ),
    retirer: act(
      z.object({ passkey: z.string().max(1400) }),
      async ({ passkey }) => {
        // Removing a passkey that is already gone succeeds.
        await removePasskey(visitor, passkey)
        return redirect(`${href("/cles-d-acces")}?retiree`, 303)
      },
      failure,
    ),
  }
}

const addProblems = {
  "no-challenge": "Votre appareil a mis trop de temps à répondre. Recommencez.",
  "not-proved": "Votre appareil n’a pas pu créer la clé d’accès. Recommencez, ou essayez avec un autre appareil.",
  "already-known": "Cet appareil a déjà une clé d’accès pour votre compte.",
  "too-many": tooMany,
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  return <PasskeysPage {...loaderData} answer={actionData ?? null} />
}
