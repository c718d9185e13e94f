import { data } from "react-router"
import type { Administrator } from "../../../domain/accounts/party.ts"
import {
  addFaqEntry,
  allFaqEntries,
  moveFaqEntry,
  removeFaqEntry,
  saveFaqEntry,
} from "../../../server/content/edit-faq.ts"
import { renderMarkdown } from "../../../server/rendering/markdown.ts"
import { type ListShape, readListUrl } from "../kit/list-url.ts"
import { EntriesScreen } from "../kit/entries-screen.tsx"
import { FaqForm } from "./form.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { Tag } from "../../ui/tag.tsx"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, longText, refuseStale, saveFailed, saveOrSay, seenOf } from "../kit/edits.server.ts"
import { entryAct, faqForm } from "../kit/entry-forms.ts"
import { redirectWith, takeFlash, undoable } from "../kit/flash.server.ts"

const here = "/admin/faq"
const { title } = screens.faq
/** `?q=…&theme=…&etat=masquee`; the order is the owner's. */
const shape: ListShape<"ordre"> = {
  path: here,
  sorts: ["ordre"],
  usual: "ordre",
  filters: { theme: null, etat: ["publiee", "masquee"] },
}
const labels = { theme: "Thème", question: "Question", answer: "Réponse", isPublished: "Publiée" }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const { search, filters } = readListUrl(url.searchParams, shape)
  const [rows, found] = await loadOrLog("Error loading questions", () =>
    Promise.all([allFaqEntries(), search === "" ? null : allFaqEntries(search)]),
  )
  const { flash, headers } = await takeFlash(request)
  const asked = url.searchParams.get("entree")
  const themes = [...new Set(rows.map(({ theme }) => theme))]
  const row = rows.find(({ id }) => id === asked)
  const entry =
    row ??
    (asked === "nouvelle"
      ? { id: "", updatedAt: null, theme: themes[0] ?? "", question: "", answer: "", isPublished: true }
      : null)
  const gone = rows.find(({ id }) => id === url.searchParams.get("supprimer"))
  const listed = (found ?? rows).filter(({ theme, isPublished }) => {
    const inState = filters["etat"] === undefined || isPublished === (filters["etat"] === "publiee")
    return inState && (filters["theme"] === undefined || theme === filters["theme"])
  })
  const view = {
    search,
    filters,
    entries: listed.map(({ id, theme, question, isPublished }) => ({ id, theme, question, isPublished })),
    count: rows.length,
    entry: entry && {
      id: entry.id,
      theme: entry.theme,
      question: entry.question,
      answer: entry.answer,
      isPublished: entry.isPublished,
      seen: entry.updatedAt?.toISOString() ?? "",
      preview: renderMarkdown(entry.answer).html,
    },
    themes,
    removing: gone ? { id: gone.id, title: gone.question } : null,
    flash,
  }
  return data(view, { headers, status: asked !== null && entry === null ? 404 : 200 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const act = await parseForm(request.clone(), entryAct)
  if (act.ok) return change(editor, act.value)
  const form = await parseForm(request, faqForm, { maximumBytes: longText.bytes })
  if (!form.ok) return form.refusal
  const { intent: _, id, vu, ...text } = form.value
  if (id === "") {
    const added = await saveOrSay(form, "Error saving question", saveFailed, () => addFaqEntry(editor, text))
    return added.ok ? redirectWith({ kind: "success", title: "Question ajoutée" }, here) : added.refusal
  }
  const outcome = await saveOrSay(form, "Error saving question", saveFailed, () =>
    saveFaqEntry(editor, id, text, seenOf(vu)),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok) return redirectWith({ kind: "success", title: "Question enregistrée" }, here)
  const { error } = outcome.value
  if (error.kind === "gone")
    return form.refuse({ form: "Cette question a été supprimée entre-temps. Votre saisie est toujours là." }, 409)
  return refuseStale(form, error, labels, { ...(await allFaqEntries()).find((row) => row.id === id) }, "question")
}

async function change(
  editor: Administrator,
  { intent, id }: { intent: "monter" | "descendre" | "supprimer"; id: string },
) {
  const outcome = await (intent === "supprimer"
    ? removeFaqEntry(editor, id)
    : moveFaqEntry(editor, id, intent === "monter" ? "up" : "down"))
  if (!outcome.ok)
    return redirectWith({ kind: "error", title: "Cette question n’existe plus", text: "Rien n’a été changé." }, here)
  if (intent !== "supprimer") return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
  return redirectWith({ kind: "success", title: "Question supprimée", ...undoable("faq.removed", outcome.value) }, here)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Faq({
  loaderData: { search, filters, entries, count, entry, themes, removing, flash },
  actionData,
}: Route.ComponentProps) {
  return (
    <EntriesScreen
      title={title}
      href={here}
      add="Ajouter une question"
      empty="Aucune question pour le moment"
      act="faq.removed"
      question="Supprimer cette question ?"
      entries={entries.map(({ id, theme, question, isPublished }) => ({
        id,
        title: question,
        text: theme,
        aside: isPublished ? undefined : <Tag tone="off">Non publiée</Tag>,
      }))}
      count={count}
      filters={{
        href: here,
        search: { label: "Rechercher", value: search, placeholder: "Mot de la question ou de la réponse" },
        filters: [
          {
            name: "theme",
            label: "Thème",
            all: "Tous les thèmes",
            options: themes.map((theme) => ({ value: theme, label: theme })),
            value: filters["theme"] ?? "",
          },
          {
            name: "etat",
            label: "État",
            all: "Toutes",
            options: [
              { value: "publiee", label: "Publiées" },
              { value: "masquee", label: "Non publiées" },
            ],
            value: filters["etat"] ?? "",
          },
        ],
      }}
      removing={removing}
      flash={flash}
      editor={
        entry && (
          <FaqForm
            key={entry.id}
            entry={entry}
            themes={themes}
            flash={flash}
            refusal={actionData ?? null}
            listHref={here}
          />
        )
      }
    />
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les questions n’ont pas pu être chargées" />
}
