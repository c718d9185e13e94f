import { data, redirect } from "react-router"
import { secondFactorForms } from "../../../../server/auth/forms.ts"
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from "../../../../server/auth/second-factor.ts"
import { administratorsNeedSecondFactor } from "../../../../server/auth/sign-in-settings.ts"
import type { Visitor } from "../../../../server/auth/visitor.ts"
import { qrCodePng } from "../../../../server/rendering/qr-code.ts"
import { readSiteConfig } from "../../../../server/content/site.ts"
import { attempt, refuseThrottled } from "../../../http/auth-answers.server.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { safeReturnPath, secondFactorPath } from "../../../http/return-path.ts"
import { customerOnly, requireCustomer } from "../../../http/visitor.server.ts"
import { SecondFactorPage } from "./page.tsx"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Double authentification", canonical: null })

/** Pixels: the browser shows it half as large, sharp on fine screens. */
const QR_SIZE = 480

export async function loader({ context, url }: Route.LoaderArgs) {
  const visitor = requireCustomer(context)
  const { companyName } = await readSiteConfig()
  const factor = await secondFactorOf(visitor.user, companyName)
  return data(
    {
      factor: factor.state === "setup" ? { ...factor, qrCode: await pictureOf(factor.uri) } : factor,
      due: visitor.secondFactorDue,
      required: visitor.isAdmin && (await administratorsNeedSecondFactor()),
      retour: safeReturnPath(url.searchParams.get("retour")),
      disabled: url.searchParams.has("desactivee"),
    },
    // The key is shown here, and nowhere else.
    { headers: { "Cache-Control": "no-store" } },
  )
}

/** In the page itself: the key has no address of its own. */
async function pictureOf(uri: string): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await qrCodePng(uri, QR_SIZE)).toString("base64")}`
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const visitor = requireCustomer(context)
  switch (url.searchParams.get("acte")) {
    case "confirmer":
      return confirm(visitor, request)
    case "codes":
      return renew(visitor, request)
    case "desactiver":
      return disable(visitor, request)
    default:
      return begin(visitor, request)
  }
}

async function begin(visitor: Visitor, request: Request) {
  const form = await parseForm(request, secondFactorForms.password)
  if (!form.ok) return form.refusal
  const begun = await attempt(() => beginSecondFactor(visitor, form.value.actuel))
  if (!begun) return form.refuse({ form: broken }, 503)
  // Confirmed in another tab meanwhile: the page shows it.
  if (begun.ok || begun.error.kind === "already-on") return redirect(secondFactorPath(form.value.retour ?? "/"), 303)
  return begun.error.kind === "throttled" ? refuseThrottled(form, begun.error) : form.refuse({ actuel: wrongPassword })
}

async function confirm(visitor: Visitor, request: Request) {
  const form = await parseForm(request, secondFactorForms.code)
  if (!form.ok) return form.refusal
  const confirmed = await attempt(() => confirmSecondFactor(visitor, form.value.code))
  if (!confirmed) return form.refuse({ form: broken }, 503)
  if (confirmed.ok) return showCodes(confirmed.value, true, form.value.retour)
  switch (confirmed.error.kind) {
    case "wrong-code":
      return form.refuse({ code: "Ce code n’est pas le bon. Attendez le suivant, puis réessayez." })
    case "no-setup":
      return redirect(secondFactorPath(form.value.retour ?? "/"), 303)
    case "throttled":
      return refuseThrottled(form, confirmed.error)
  }
}

async function renew(visitor: Visitor, request: Request) {
  const form = await parseForm(request, secondFactorForms.password)
  if (!form.ok) return form.refusal
  const renewed = await attempt(() => renewRecoveryCodes(visitor, form.value.actuel))
  if (!renewed) return form.refuse({ form: broken }, 503)
  if (renewed.ok) return showCodes(renewed.value, false, form.value.retour)
  if (renewed.error.kind === "off") return redirect("/double-authentification", 303)
  return renewed.error.kind === "throttled"
    ? refuseThrottled(form, renewed.error)
    : form.refuse({ actuel: wrongPassword })
}

async function disable(visitor: Visitor, request: Request) {
  const form = await parseForm(request, secondFactorForms.password)
  if (!form.ok) return form.refusal
  const disabled = await attempt(() => disableSecondFactor(visitor, form.value.actuel))
  if (!disabled) return form.refuse({ form: broken }, 503)
  if (disabled.ok || disabled.error.kind === "off") return redirect("/double-authentification?desactivee", 303)
  switch (disabled.error.kind) {
    case "wrong-password":
      return form.refuse({ actuel: wrongPassword })
    case "required":
      return form.refuse({ form: "Les administrateurs ont besoin de la double authentification." })
    case "throttled":
      return refuseThrottled(form, disabled.error)
  }
}

/** The only time that they are shown. */
function showCodes(codes: readonly string[], justEnabled: boolean, back: string | undefined) {
  return data({ codes, justEnabled, retour: safeReturnPath(back) }, { headers: { "Cache-Control": "no-store" } })
}

const wrongPassword = "Ce n’est pas votre mot de passe actuel."
const broken = "Rien n’a été changé. Réessayez dans un instant."

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return <SecondFactorPage {...loaderData} answer={actionData ?? null} />
}
