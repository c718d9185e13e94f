import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { contractFactNames } from "../../../../domain/contracts/contract-facts.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { changesOnly, diffLines } from "../../kit/text-diff.server.ts"
import {
  listTrialBookings,
  listContractTemplateVersions,
  publishContractTemplate,
  readContractTemplate,
  renderContract,
} from "../../../../server/contracts/template.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { TemplateScreen, type TemplateView } from "./screen.tsx"
import type { DifferenceView } from "../../kit/version-difference.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requiredText } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseText, textLabels } from "../../kit/versions.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, longText, refuseStale, saveFailed } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

const templatePath = href("/admin/contracts/modele")

const Form = z.object({
  title: requiredText("Indiquez un titre.", 120),
  content: requiredText("Écrivez le texte.", longText.characters),
})

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const requestedVersion = versionParam(url, "version")
  const compared = versionParam(url, "comparer")
  const requestedBooking = url.searchParams.get("reservation")
  const [template, other, versions, bookings] = await loadScreen("Error loading content", () =>
    Promise.all([
      readContractTemplate(requestedVersion),
      compared === null ? null : readContractTemplate(compared),
      listContractTemplateVersions(),
      listTrialBookings(requestedBooking, new Date()),
    ]),
  )
  if ((requestedVersion !== null && !template) || (compared !== null && !other)) throw data(null, { status: 404 })
  // Defaults to the latest booking: a template is easiest to judge when filled in.
  const booking =
    requestedBooking === "" ? null : ((bookings.find(({ id }) => id === requestedBooking) ?? bookings[0])?.id ?? null)
  const { flash, headers } = await takeFlash(request)
  const content = template?.content ?? ""
  const view: TemplateView = {
    title: template?.title ?? "Contrat de location de matériel",
    content,
    preview: await loadScreen("Error loading content", () => renderContract(content, booking, new Date())),
    latest: versions[0]?.version ?? 0,
    version: template?.version ?? 0,
    versions: versions.map(({ version, publishedAt, by }) => ({
      version,
      by,
      date: dayMedium(dayInParis(publishedAt)),
    })),
    placeholders: contractFactNames,
    booking,
    bookings: bookings.map(({ id, number, name, productName }) => ({
      id,
      label: `n° ${number}, ${name}, ${productName}`,
    })),
    difference: template && other ? versionDifference(template, other) : null,
    flash,
  }
  return data(view, { headers })
}

function versionParam(url: URL, name: string): number | null {
  const text = url.searchParams.get(name)
  if (text === null) return null
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

type Version = { version: number; title: string; content: string }

function versionDifference(one: Version, other: Version): DifferenceView {
  const [old, recent] = one.version < other.version ? [one, other] : [other, one]
  return {
    from: old.version,
    to: recent.version,
    titles: old.title === recent.title ? null : { before: old.title, after: recent.title },
    lines: changesOnly(diffLines(old.content, recent.content)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const publish = act(
    Form,
    async ({ title, content }, form) => {
      const published = await publishContractTemplate(editor, { title, content }, parseLoadedForm(form))
      if (published.ok)
        return redirectWith({ kind: "success", title: `Version ${published.value.version} publiée` }, templatePath)
      const { error } = published
      if (error.kind !== "stale") return refuseText(form, error)
      const stored = { ...(await readContractTemplate()) }
      return refuseStale(form, error, { thing: "template", labels: textLabels, mine: { title, content }, stored })
    },
    { log: "Error saving content", failed: saveFailed },
  )
  return handleForm(request, { publier: publish }, { maximumBytes: longText.bytes })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.contractTemplate.title, canonical: null })

export default function ContractTemplate({ loaderData, actionData }: Route.ComponentProps) {
  return <TemplateScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title={screens.contractTemplate.title}
        message="Cette version n’existe pas ou plus"
        to={screens.contractTemplate.to}
        label="Voir le modèle en vigueur"
      />
    )
  }
  return (
    <ScreenUnreadable
      title={screens.contractTemplate.title}
      message="Une erreur est survenue lors du chargement de la page"
    />
  )
}
