import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { contractFactNames } from "../../../../domain/contracts/contract-facts.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { changesOnly, diffLines } from "../../kit/text-diff.server.ts"
import {
  bookingsToTry,
  contractTemplateVersions,
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
import { requireAdministrator } from "../../../http/visitor.server.ts"
import { requiredText } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseText, textLabels } from "../../kit/versions.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadedForm, longText, refuseStale, saveFailed } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

const here = href("/admin/contracts/modele")

const Form = z.object({
  title: requiredText("Indiquez un titre.", 120),
  content: requiredText("Écrivez le texte.", longText.characters),
})

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const asked = versionIn(url, "version")
  const compared = versionIn(url, "comparer")
  const wanted = url.searchParams.get("reservation")
  const [template, other, versions, bookings] = await loadScreen("Error loading content", () =>
    Promise.all([
      readContractTemplate(asked),
      compared === null ? null : readContractTemplate(compared),
      contractTemplateVersions(),
      bookingsToTry(wanted, new Date()),
    ]),
  )
  if ((asked !== null && !template) || (compared !== null && !other)) throw data(null, { status: 404 })
  // Without a word about it the latest booking is the one to try: a text is best judged filled.
  const booking = wanted === "" ? null : ((bookings.find(({ id }) => id === wanted) ?? bookings[0])?.id ?? null)
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
    difference: template && other ? differenceOf(template, other) : null,
    flash,
  }
  return data(view, { headers })
}

function versionIn(url: URL, name: string): number | null {
  const asked = url.searchParams.get(name)
  if (asked === null) return null
  if (!/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  return Number(asked)
}

type Version = { version: number; title: string; content: string }

/** From the older to the newer, whichever was asked for first. */
function differenceOf(one: Version, other: Version): DifferenceView {
  const [old, young] = one.version < other.version ? [one, other] : [other, one]
  return {
    from: old.version,
    to: young.version,
    titles: old.title === young.title ? null : { before: old.title, after: young.title },
    lines: changesOnly(diffLines(old.content, young.content)),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const publish = act(
    Form,
    async ({ title, content }, form) => {
      const published = await publishContractTemplate(editor, { title, content }, loadedForm(form))
      if (published.ok)
        return redirectWith({ kind: "success", title: `Version ${published.value.version} publiée` }, here)
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
