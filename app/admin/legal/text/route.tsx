import { data, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../../isomorphic/text/relative-time.ts"
import { legalFactNames } from "../../../../domain/content/legal-facts.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-words.ts"
import { publishLegalText, renderLegalText } from "../../../../server/content/edit-legal.ts"
import { legalVersions, readLegalText } from "../../../../server/content/legal.ts"
import { isLegalPage } from "../../../../domain/content/legal-pages.ts"
import { legalNames } from "../../kit/legal-names.ts"
import { LegalTextScreen } from "./screen.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, longText, saveFailed, saveOrSay } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

const Form = z.object({
  intent: z.literal("publier"),
  /** The version in force when the form was opened; 0 before the first. */
  vu: z.coerce.number().int().min(0),
  title: z.string({ error: "Indiquez un titre." }).trim().min(1, "Indiquez un titre.").max(120),
  content: z.string({ error: "Écrivez le texte." }).trim().min(1, "Écrivez le texte.").max(longText.characters),
})

function pageIn(params: { page: string }) {
  if (!isLegalPage(params.page)) throw data(null, { status: 404 })
  return params.page
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const page = pageIn(params)
  const asked = url.searchParams.get("version")
  if (asked !== null && !/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 })
  const [text, versions] = await loadOrLog("Error loading content", () =>
    Promise.all([readLegalText(page, asked === null ? null : Number(asked)), legalVersions(page)]),
  )
  if (asked !== null && !text) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const content = text?.content ?? ""
  const view = {
    page,
    name: legalNames[page],
    title: text?.title ?? legalNames[page],
    content,
    preview: (await renderLegalText(content, new Date())).html,
    latest: versions[0]?.version ?? 0,
    version: text?.version ?? 0,
    versions: versions.map(({ version, publishedAt }) => ({ version, date: dayMedium(dayInParis(publishedAt)) })),
    placeholders: legalFactNames,
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const page = pageIn(params)
  const form = await parseForm(request, Form, { maximumBytes: longText.bytes })
  if (!form.ok) return form.refusal
  const { vu, title, content } = form.value
  const outcome = await saveOrSay(form, "Error saving content", saveFailed, () =>
    publishLegalText(editor, page, { title, content }, vu),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok)
    return redirectWith(
      { kind: "success", title: `Version ${outcome.value.value.version} publiée` },
      `/admin/legal/${page}`,
    )
  const { error } = outcome.value
  switch (error.kind) {
    case "unchanged":
      return form.refuse({ content: "Ce texte est déjà la version en vigueur\u00a0: rien n’a été publié." })
    case "unknown-placeholders":
      return form.refuse({ content: `Ces mots entre accolades ne sont pas connus\u00a0: ${error.names.join(", ")}.` })
    case "newer": {
      const { data: told, init } = form.refuse({ form: "Une version plus récente a été publiée entre-temps." }, 409)
      const changed = [
        { label: `Version ${error.text.version}`, stored: `${error.text.title}\n\n${error.text.content}` },
      ]
      const refusal: EditRefusal = {
        ...told,
        values: { ...told.values, vu: String(error.text.version) },
        stale: { by: "", when: agoWords(error.text.publishedAt, new Date()), changed },
      }
      return data(refusal, init ?? undefined)
    }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.name ?? "Textes légaux", canonical: null })

export default function LegalText({ loaderData, actionData }: Route.ComponentProps) {
  return <LegalTextScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title={screens.legal.title}
        message="Ce texte, ou cette version, n’existe pas ou plus"
        to={screens.legal.to}
        label="Voir les textes légaux"
      />
    )
  }
  return <ScreenUnreadable title="Textes légaux" message="Une erreur est survenue lors du chargement de la page" />
}
