import { href, redirect } from "react-router"
import { z } from "zod"
import { rightsKinds } from "../../../../domain/accounts/rights.ts"
import { submitRightsRequest } from "../../../../server/accounts/rights/record-request.ts"
import { listOwnRequests } from "../../../../server/accounts/rights/queries.ts"
import { requestExport, findLatestExport } from "../../../../server/reports/data-exports/request-export.ts"
import { saveMailChoices } from "../../../../server/accounts/customers/mail-choices.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { unsubscribeVisitor } from "../../../../server/outside/newsletter/subscription.ts"
import { isSubscribed } from "../../../../server/outside/newsletter/queries.ts"
import { ticked } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { MyDataPage } from "./page.tsx"
import { dataForms } from "./view.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mes données", canonical: null })

export async function loader({ url, context }: Route.LoaderArgs) {
  const visitor = requireOwnAccount(context)
  const at = new Date()
  const { mailDayBefore, mailThanks } = visitor.profile
  const [copy, requests, subscribed] = await loadScreen("Error loading one's own data", () =>
    Promise.all([
      findLatestExport(visitor, at),
      listOwnRequests(visitor.profile.id),
      visitor.user.emailVerified && isSubscribed(visitor.user.email),
    ]),
  )
  const done = url.searchParams.get("fait")
  const saved = dataForms.find((form) => form === done) ?? null
  return {
    copy,
    requests: requests.map(({ number, kind, receivedOn, dueOn, answeredAt, answer, outcome }) => ({
      number,
      kind,
      receivedOn,
      dueOn,
      answeredAt,
      answer,
      outcome,
    })),
    mails: { mailDayBefore, mailThanks, news: subscribed },
    saved,
    // Drafts read `flash`: whatever was sent must not stay marked as unsent.
    flash: saved && { kind: "success" as const },
    canMail: canDeliverMail(),
  }
}

const RightsForm = z.object({
  kind: z.enum(rightsKinds, { error: "Choisissez le droit que vous exercez." }),
  message: z.string().trim().max(5000, "Ne dépassez pas 5000 caractères.").default(""),
})

const failed = "Votre choix n’a pas pu être enregistré. Réessayez dans un instant."

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  const redirectToSection = (form: (typeof dataForms)[number]) =>
    redirect(`${href("/account/mes-donnees")}?fait=${form}#${form}`, 303)
  return handleForm(request, {
    copie: act(
      z.object({}),
      async (_fields, form) => {
        const result = await requestExport(visitor)
        return result.ok ? redirectToSection("copie") : refuseThrottled(form, result.error)
      },
      {
        log: "Error asking for one's own data",
        failed: "Votre demande n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    courriels: act(
      z.object({ mailDayBefore: ticked, mailThanks: ticked }),
      async (choices) => {
        await saveMailChoices(visitor, choices)
        return redirectToSection("courriels")
      },
      { log: "Error choosing mails", failed },
    ),
    droit: act(
      RightsForm,
      async (rightsRequest, form) => {
        const result = await submitRightsRequest(visitor, rightsRequest)
        return result.ok ? redirectToSection("droit") : refuseThrottled(form, result.error)
      },
      {
        log: "Error keeping a request about rights",
        failed: "Votre demande n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    nouveautes: act(
      z.object({}),
      async () => {
        await unsubscribeVisitor(visitor)
        return redirectToSection("nouveautes")
      },
      { log: "Error leaving the newsletter", failed },
    ),
  })
}

export default function MyData({ loaderData, actionData }: Route.ComponentProps) {
  return <MyDataPage {...loaderData} refusal={actionData ?? null} />
}
