import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { legalFactNames } from "../../../../domain/content/legal-facts.ts"
import { changesOnly, diffLines } from "../../kit/text-diff.server.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import {
  findOutdatedText,
  publishLegalText,
  renderLegalText,
  republishLegalText,
} from "../../../../server/shop/content/edit-legal.ts"
import { listLegalVersions, readLegalText } from "../../../../server/shop/content/legal.ts"
import { isLegalPage } from "../../../../domain/content/legal-pages.ts"
import { legalNames } from "../../kit/legal-names.ts"
import { LegalTextScreen } from "./screen.tsx"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requiredText, wholeNumber } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { refuseText, textLabels, textProblem } from "../../kit/versions.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, longText, refuseStale, saveFailed } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

const Form = z.object({
  title: requiredText("Indiquez un titre.", 120),
  content: requiredText("Écrivez le texte.", longText.characters),
})

const RepublishForm = z.object({
  vu: wholeNumber(1),
  /** Hash of the displayed text: the owner consents to exactly that. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

function requireLegalPage(params: { page: string }) {
  if (!isLegalPage(params.page)) throw data(null, { status: 404 })
  return params.page
}

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const page = requireLegalPage(params)
  const requestedVersion = url.searchParams.get("version")
  if (requestedVersion !== null && !/^[1-9]\d{0,5}$/.test(requestedVersion)) throw data(null, { status: 404 })
  const [text, versions, outdated] = await loadScreen("Error loading content", () =>
    Promise.all([
      readLegalText(page, requestedVersion === null ? null : Number(requestedVersion)),
      listLegalVersions(page),
      requestedVersion === null ? findOutdatedText(page) : null,
    ]),
  )
  if (requestedVersion !== null && !text) throw data(null, { status: 404 })
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
    outdated: outdated && {
      sha256: outdated.sha256,
      difference: {
        from: outdated.version,
        to: outdated.version + 1,
        titles: null,
        lines: changesOnly(diffLines(outdated.before, outdated.after)),
      },
    },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const page = requireLegalPage(params)
  const publish = act(
    Form,
    async ({ title, content }, form) => {
      const published = await publishLegalText({
        actor: editor,
        page,
        typed: { title, content },
        loaded: parseLoadedForm(form),
      })
      if (published.ok)
        return redirectWith(
          { kind: "success", title: `Version ${published.value.version} publiée` },
          href("/admin/legal/:page", { page }),
        )
      const { error } = published
      if (error.kind !== "stale") return refuseText(form, error)
      const stored = { ...(await readLegalText(page)) }
      return refuseStale(form, error, { thing: "legal-text", labels: textLabels, mine: { title, content }, stored })
    },
    { log: "Error saving content", failed: saveFailed },
  )
  const republish = act(
    RepublishForm,
    async ({ vu, sha256 }, form) => {
      const published = await republishLegalText(editor, page, { version: vu, sha256 })
      if (published.ok)
        return redirectWith(
          { kind: "success", title: `Version ${published.value.version} publiée` },
          href("/admin/legal/:page", { page }),
        )
      const { error } = published
      return form.refuse(
        { form: textProblem(error.kind === "stale" ? { kind: "read-again" } : error) },
        { status: 409 },
      )
    },
    { log: "Error saving content", failed: saveFailed },
  )
  return handleForm(request, { publier: publish, republier: republish }, { maximumBytes: longText.bytes })
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
