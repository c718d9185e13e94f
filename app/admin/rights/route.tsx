import { data, href } from "react-router"
import { z } from "zod"
import { type RightsKind, rightsKinds, rightsOutcomes } from "../../../domain/accounts/rights.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { dayInParis, isDay } from "../../../domain/day.ts"
import { emailAddress, personName } from "../../../server/accounts/customers/person-fields.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { answerRequest, extendRequest } from "../../../server/accounts/rights/answer.ts"
import { recordRequest } from "../../../server/accounts/rights/record-request.ts"
import { listRequests } from "../../../server/accounts/rights/queries.ts"
import { idField } from "../../http/form-fields.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { filteredTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { mailLabel } from "../kit/mail-labels.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { RightsScreen } from "./screen.tsx"
import type { Route } from "./+types/route"

const { title } = screens.rights

export async function loader({ request, url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const answered = searchParams.get("etat") === "repondues"
  const pageParam = searchParams.get("page") ?? ""
  const page = /^[1-9]\d{0,5}$/.test(pageParam) ? Number(pageParam) : 1
  const list = await loadScreen("Error loading the requests about rights", () => listRequests(answered, page))
  const { flash, headers } = await takeFlash(request)
  return data({ list, answered, today: dayInParis(new Date()), canMail: canDeliverMail(), flash }, { headers })
}

const longRequiredText = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(5000, "Ne dépassez pas 5000 caractères.")

const AnswerForm = z.object({
  id: idField,
  outcome: z.enum(rightsOutcomes, { error: "Dites ce qui a été fait." }),
  answer: longRequiredText("Écrivez votre réponse."),
})
const ExtendForm = z.object({ id: idField, reason: longRequiredText("Écrivez la raison.") })
const RecordForm = z.object({
  name: personName("Indiquez son nom."),
  email: emailAddress("Indiquez son adresse e-mail."),
  kind: z.enum(rightsKinds as readonly [RightsKind, ...RightsKind[]], { error: "Choisissez le droit exercé." }),
  receivedOn: z.string({ error: "Indiquez le jour de réception." }).refine(isDay, "Indiquez le jour de réception."),
  message: z.string().trim().max(5000, "Ne dépassez pas 5000 caractères.").default(""),
})

const alreadyAnswered = "Cette demande a déjà sa réponse."

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const here = href("/admin/droits")
  return handleForm(request, {
    repondre: act(
      AnswerForm,
      async ({ id, ...input }, form) => {
        const answered = await answerRequest(editor, id, input)
        if (!answered.ok) return form.refuse({ form: alreadyAnswered }, { status: 409 })
        const mailText = mailLabel("elle", answered.value.email, canDeliverMail())
        return redirectWith({ kind: "success", title: "Réponse enregistrée", text: mailText }, here)
      },
      { log: "Error answering a request about rights", failed: "La réponse n’a pas pu être enregistrée." },
    ),
    prolonger: act(
      ExtendForm,
      async ({ id, reason }, form) => {
        const extended = await extendRequest(editor, id, reason)
        if (extended.ok) {
          const until = `À répondre au plus tard le ${dayLong(extended.value.dueOn)}.`
          return redirectWith({ kind: "success", title: "Délai prolongé de deux mois", text: until }, here)
        }
        switch (extended.error.kind) {
          case "extended-already":
            return form.refuse(
              { form: "Le délai a déjà été prolongé\u00A0: il ne l’est qu’une fois." },
              { status: 409 },
            )
          case "too-late":
            return form.refuse(
              { form: "Le premier mois est passé\u00A0: il n’est plus temps de prolonger." },
              { status: 409 },
            )
          case "gone":
          case "answered":
            return form.refuse({ form: alreadyAnswered }, { status: 409 })
        }
      },
      { log: "Error extending a request about rights", failed: "Le délai n’a pas pu être prolongé." },
    ),
    noter: act(
      RecordForm,
      async (input, form) => {
        const recorded = await recordRequest(editor, input)
        if (!recorded.ok) return form.refuse({ receivedOn: "Ce jour n’est pas encore venu." })
        const until = `À répondre au plus tard le ${dayLong(recorded.value.dueOn)}.`
        return redirectWith(
          { kind: "success", title: `Demande n°\u00A0${recorded.value.number} notée`, text: until },
          here,
        )
      },
      { log: "Error recording a request about rights", failed: "La demande n’a pas pu être notée." },
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: filteredTitle(title, {
      filtered: [loaderData?.answered ? "répondues" : null],
      page: loaderData?.list.page ?? 1,
    }),
    canonical: null,
  })

/** GDPR requests must be answered within one month (D31). */
export default function Rights({ loaderData, actionData }: Route.ComponentProps) {
  return <RightsScreen title={title} {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les demandes n’ont pas pu être chargées" />
}
