import { data, href, redirect } from "react-router"
import { secondFactorForms } from "../../../../server/accounts/auth/forms.ts"
import {
  startSecondFactorSetup,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  readSecondFactor,
} from "../../../../server/accounts/auth/second-factor.ts"
import { needsSecondFactor } from "../../../../server/accounts/auth/sign-in-settings.ts"
import type { Visitor } from "../../../../server/accounts/auth/visitor.ts"
import { qrCodePng } from "../../../../server/platform/rendering/qr-code.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { pageMeta } from "../../../http/meta.ts"
import { safeReturnPath, secondFactorPath } from "../../../http/return-path.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { SecondFactorPage } from "./page.tsx"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Double authentification", canonical: null })

/** Pixels; displayed at half that size, to be sharp on high-density screens. */
const QR_SIZE = 480

export async function loader({ context, url }: Route.LoaderArgs) {
  const visitor = requireOwnAccount(context)
  const { companyName } = await readSiteConfig()
  const factor = await readSecondFactor(visitor.user, companyName)
  return data(
    {
      factor: factor.state === "setup" ? { ...factor, qrCode: await inlineQrCode(factor.uri) } : factor,
      due: visitor.secondFactorDue,
      required: await needsSecondFactor(visitor.role),
      retour: safeReturnPath(url.searchParams.get("retour")),
      disabled: url.searchParams.has("desactivee"),
    },
    // The key appears here and nowhere else.
    { headers: { "Cache-Control": "no-store" } },
  )
}

/** Inlined, so that the key has no address of its own. */
async function inlineQrCode(uri: string): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await qrCodePng(uri, QR_SIZE)).toString("base64")}`
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleForm(request, secondFactorActs(requireOwnAccount(context)))
}

const failure = { log: "Error changing the second factor", failed: "Rien n’a été changé. Réessayez dans un instant." }
const wrongPassword = { actuel: "Ce n’est pas votre mot de passe actuel." }

function secondFactorActs(visitor: Visitor) {
  return {
    commencer: act(
      secondFactorForms.password,
      async ({ actuel, retour = "/" }, form) => {
        const begun = await startSecondFactorSetup(visitor, actuel)
        // Already confirmed in another tab: the page shows it.
        if (begun.ok || begun.error.kind === "already-on") return redirect(secondFactorPath(retour), 303)
        return begun.error.kind === "throttled" ? refuseThrottled(form, begun.error) : form.refuse(wrongPassword)
      },
      failure,
    ),
    confirmer: act(
      secondFactorForms.code,
      async ({ code, retour }, form) => {
        const confirmed = await confirmSecondFactor(visitor, code)
        if (confirmed.ok) return showCodes(confirmed.value, true, retour)
        switch (confirmed.error.kind) {
          case "wrong-code":
            return form.refuse({ code: "Ce code n’est pas le bon. Attendez le suivant, puis réessayez." })
          case "no-setup":
            return redirect(secondFactorPath(retour ?? "/"), 303)
          case "throttled":
            return refuseThrottled(form, confirmed.error)
        }
      },
      failure,
    ),
    codes: act(
      secondFactorForms.password,
      async ({ actuel, retour }, form) => {
        const renewed = await renewRecoveryCodes(visitor, actuel)
        if (renewed.ok) return showCodes(renewed.value, false, retour)
        if (renewed.error.kind === "off") return redirect(href("/double-authentification"), 303)
        return renewed.error.kind === "throttled" ? refuseThrottled(form, renewed.error) : form.refuse(wrongPassword)
      },
      failure,
    ),
    desactiver: act(
      secondFactorForms.password,
      async ({ actuel }, form) => {
        const disabled = await disableSecondFactor(visitor, actuel)
        if (disabled.ok || disabled.error.kind === "off")
          return redirect(`${href("/double-authentification")}?desactivee`, 303)
        switch (disabled.error.kind) {
          case "wrong-password":
            return form.refuse(wrongPassword)
          case "required":
            return form.refuse({ form: "Les administrateurs ont besoin de la double authentification." })
          case "throttled":
            return refuseThrottled(form, disabled.error)
        }
      },
      failure,
    ),
  }
}

/** The codes appear only once, hence `no-store`. */
function showCodes(codes: readonly string[], justEnabled: boolean, back: string | undefined) {
  return data({ codes, justEnabled, retour: safeReturnPath(back) }, { headers: { "Cache-Control": "no-store" } })
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return <SecondFactorPage {...loaderData} answer={actionData ?? null} />
}
