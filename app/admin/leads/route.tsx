import { randomUUID } from "node:crypto"
import { data } from "react-router"
import { z } from "zod"
import { isDay, dayInParis } from "../../../domain/day.ts"
import {
  type LeadKind,
  type LeadState,
  leadKindLabels,
  leadStateLabels,
  leadStates,
  lostReasons,
  waysToUs,
} from "../../../domain/leads/lead.ts"
import { emailAddress, phoneNumber } from "../../../server/accounts/customers/person-fields.ts"
import { addCall, removeCall, saveLead } from "../../../server/leads/edit-leads.ts"
import { listQuotesOf } from "../../../server/quotes/list-quotes.ts"
import { findLead, listLeads } from "../../../server/leads/list-leads.ts"
import { idField, limitedLine, limitedText, requiredText, ticked } from "../../http/form-fields.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../kit/edits.server.ts"
import { redirectWith, refuseWithFlash, takeFlash, undoable } from "../kit/flash.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { LeadsScreen } from "./screen.tsx"
import { leadsHref, leadsList } from "./url.ts"

const { title } = screens.leads
const gone = { kind: "error", title: "Cette demande n’existe plus", text: "Rien n’a été changé." } as const
const labels = {
  state: "État",
  lostReason: "Pourquoi",
  heardFrom: "Comment nous a-t-on connus",
  nextStep: "À faire",
  nextStepOn: "Le",
  note: "Note",
}

const keyOf = <Choices extends object>(choices: Choices) =>
  z.string().refine((value): value is (keyof Choices & string) | "" => value === "" || Object.hasOwn(choices, value))

const FollowUp = z
  .object({
    id: idField,
    rester: ticked,
    state: z.enum(leadStates, "Choisissez un état."),
    lostReason: keyOf(lostReasons),
    heardFrom: keyOf(waysToUs),
    nextStep: limitedLine(200),
    nextStepOn: z
      .string()
      .transform((day) => (day === "" ? null : day))
      .refine((day) => day === null || isDay(day), "Indiquez une date valable."),
    note: limitedText(2000),
  })
  .refine(({ state, lostReason }) => state !== "lost" || lostReason !== "", {
    path: ["lostReason"],
    message: "Dites pourquoi elle est perdue.",
  })
  .refine(({ nextStep, nextStepOn }) => nextStepOn === null || nextStep !== "", {
    path: ["nextStep"],
    message: "Dites ce qui est à faire.",
  })
  .transform(({ lostReason, ...fields }) => ({ ...fields, lostReason: fields.state === "lost" ? lostReason : "" }))

const Call = z.object({
  id: idField,
  name: requiredText("Indiquez un nom.", 120),
  phone: phoneNumber,
  email: emailAddress().or(z.literal("")),
  note: limitedText(2000),
})

export async function loader({ request, url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const url = readListUrl(searchParams, leadsList)
  const { etat = null, genre = null, demande = null } = url.filters
  const [list, lead] = await loadScreen("Error loading leads", () =>
    Promise.all([
      listLeads({ ...url, state: etat as LeadState | null, kind: genre as LeadKind | null }),
      demande === null ? null : findLead(demande),
    ]),
  )
  const quotes = lead ? await listQuotesOf({ lead: lead.lead.id }, new Date()) : []
  const { flash, headers } = await takeFlash(request)
  const view = {
    url,
    list,
    lead,
    quotes,
    newCall: searchParams.get("appel") === "nouveau" ? randomUUID() : null,
    removing: searchParams.get("supprimer") === lead?.lead.id,
    today: dayInParis(new Date()),
    now: new Date(),
    flash,
  }
  return data(view, { headers, status: demande !== null && !lead ? 404 : 200 })
}

export async function action({ request, url: { searchParams }, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const url = readListUrl(searchParams, leadsList)
  const listPath = leadsHref(url, { page: url.page })
  return handleForm(request, {
    enregistrer: act(
      FollowUp,
      async ({ id, rester, ...typed }, form) => {
        const saved = await saveLead({ actor: editor, id, typed, loaded: parseLoadedForm(form) })
        if (saved.ok)
          return redirectWith(
            { kind: "success", title: "Demande enregistrée" },
            leadsHref(url, { lead: rester ? id : "", page: url.page }),
          )
        if (saved.error.kind === "gone") return redirectWith(gone, listPath)
        const stored = await findLead(id)
        return refuseStale(form, saved.error, { thing: "lead", labels, mine: typed, stored: { ...stored?.lead } })
      },
      { log: "Error saving a lead", failed: saveFailed },
    ),
    appel: act(
      Call,
      async ({ phone, ...call }) => {
        await addCall(editor, { ...call, phone: phone ?? "" })
        return redirectWith({ kind: "success", title: "Appel noté" }, leadsHref(url, { lead: call.id }))
      },
      { log: "Error noting a call", failed: saveFailed },
    ),
    supprimer: act(
      z.object({ id: idField }),
      async ({ id }) => {
        const removed = await removeCall(editor, id)
        if (!removed.ok) return redirectWith(gone, listPath)
        return redirectWith(
          { kind: "success", title: "Appel supprimé", ...undoable("lead.removed", removed.value) },
          listPath,
        )
      },
      {
        log: "Error removing a call",
        failed: "L’appel n’a pas pu être supprimé",
        refused: refuseWithFlash(listPath),
      },
    ),
  })
}

const options = (labelled: Readonly<Record<string, string>>) =>
  Object.entries(labelled).map(([value, label]) => ({ value, label }))

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, leadsList, location.search, {
      etat: labelsOf(options(leadStateLabels)),
      genre: labelsOf(options(leadKindLabels)),
    }),
    canonical: null,
  })

export default function Leads({ loaderData, actionData }: Route.ComponentProps) {
  return <LeadsScreen title={title} {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les demandes n’ont pas pu être chargées" />
}
