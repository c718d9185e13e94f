import { href, redirect } from "react-router"
import { z } from "zod"
import { rightsKinds } from "../../../../domain/accounts/rights.ts"
import { askForRight } from "../../../../server/accounts/rights/ask.ts"
import { ownRequests } from "../../../../server/accounts/rights/queries.ts"
import { askForExport, latestExport } from "../../../../server/reports/data-exports/ask.ts"
import { chooseMails } from "../../../../server/accounts/customers/mail-choices.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { leaveNewsletter } from "../../../../server/outside/newsletter/subscription.ts"
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
      latestExport(visitor, at),
      ownRequests(visitor.profile.id),
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
    // Where the drafts look for it: what was sent is not kept as unsent.
    flash: saved && { kind: "success" as const },
    mailsLeave: canDeliverMail(),
  }
}

const RightsForm = z.object({
  kind: z.enum(rightsKinds, { error: "Choisissez le droit que vous exercez." }),
  message: z.string().trim().max(5000, "Ne dépassez pas 5000 caractères.").default(""),
})

const failed = "Votre choix n’a pas pu être enregistré. Réessayez dans un instant."

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  const then = (form: (typeof dataForms)[number]) =>
    redirect(`${href("/account/mes-donnees")}?fait=${form}#${form}`, 303)
  return handleForm(request, {
    copie: act(
      z.object({}),
      async (_fields, form) => {
        const asked = await askForExport(visitor)
        return asked.ok ? then("copie") : refuseThrottled(form, asked.error)
      },
      {
        log: "Error asking for one's own data",
        failed: "Votre demande n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    courriels: act(
      z.object({ mailDayBefore: ticked, mailThanks: ticked }),
      async (chosen) => {
        await chooseMails(visitor, chosen)
        return then("courriels")
      },
      { log: "Error choosing mails", failed },
    ),
    droit: act(
      RightsForm,
      async (wish, form) => {
        const asked = await askForRight(visitor, wish)
        return asked.ok ? then("droit") : refuseThrottled(form, asked.error)
      },
      {
        log: "Error keeping a request about rights",
        failed: "Votre demande n’a pas pu être enregistrée. Réessayez dans un instant.",
      },
    ),
    nouveautes: act(
      z.object({}),
      async () => {
        await leaveNewsletter(visitor)
        return then("nouveautes")
      },
      { log: "Error leaving the newsletter", failed },
    ),
  })
}

export default function MyData({ loaderData, actionData }: Route.ComponentProps) {
  return <MyDataPage {...loaderData} refusal={actionData ?? null} />
}
