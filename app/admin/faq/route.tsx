import { data, href } from "react-router"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import {
  addFaqEntry,
  listFaqEntries,
  moveFaqEntry,
  removeFaqEntry,
  saveFaqEntry,
} from "../../../server/shop/content/edit-faq.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { type ListShape, readListUrl } from "../kit/list-url.ts"
import { EntriesScreen } from "../kit/entries-screen.tsx"
import { FaqEditor } from "./form.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { Tag } from "../../ui/tag.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, longText, refuseStale, saveFailed } from "../kit/edits.server.ts"
import { EntryAct, PlaceAct, FaqForm } from "../kit/entry-forms.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"

const faqPath = href("/admin/faq")
const { title } = screens.faq
/** `?q=…&theme=…&etat=masquee`; always in the owner's order. */
const shape: ListShape<"ordre"> = {
  path: faqPath,
  sorts: ["ordre"],
  defaultOrder: "ordre",
  filters: { theme: null, etat: ["publiee", "masquee"] },
}
const gone = { kind: "error", title: "Cette question n’existe plus", text: "Rien n’a été changé." } as const
const labels = { theme: "Thème", question: "Question", answer: "Réponse", isPublished: "Publiée" }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const { search, filters } = readListUrl(url.searchParams, shape)
  const [rows, searchMatches] = await loadScreen("Error loading questions", () =>
    Promise.all([listFaqEntries(), search === "" ? null : listFaqEntries(search)]),
  )
  const { flash, headers } = await takeFlash(request)
  const requestedId = url.searchParams.get("entree")
  const themes = [...new Set(rows.map(({ theme }) => theme))]
  const row = rows.find(({ id }) => id === requestedId)
  const entry =
    row ??
    (requestedId === "nouvelle"
      ? { id: "", updatedAt: null, theme: themes[0] ?? "", question: "", answer: "", isPublished: true }
      : null)
  const entryToRemove = rows.find(({ id }) => id === url.searchParams.get("supprimer"))
  const visibleRows = (searchMatches ?? rows).filter(({ theme, isPublished }) => {
    const inState = filters["etat"] === undefined || isPublished === (filters["etat"] === "publiee")
    return inState && (filters["theme"] === undefined || theme === filters["theme"])
  })
  const view = {
    search,
    filters,
    entries: visibleRows.map((each) => ({
      id: each.id,
      theme: each.theme,
      question: each.question,
      isPublished: each.isPublished,
      place: rows.findIndex(({ id }) => id === each.id) + 1,
    })),
    count: rows.length,
    entry: entry && {
      id: entry.id,
      theme: entry.theme,
      question: entry.question,
      answer: entry.answer,
      isPublished: entry.isPublished,
      version: entry.updatedAt?.toISOString() ?? "",
      preview: renderMarkdown(entry.answer).html,
    },
    themes,
    removing: entryToRemove ? { id: entryToRemove.id, title: entryToRemove.question } : null,
    flash,
  }
  return data(view, { headers, status: requestedId !== null && entry === null ? 404 : 200 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const order = {
    log: "Error saving question",
    failed: "L’ordre n’a pas pu être enregistré",
    refused: refuseWithFlash(faqPath),
  }
  return handleForm(
    request,
    {
      monter: act(EntryAct, async ({ id }) => redirectAfterMove(await moveFaqEntry(editor, id, "up")), order),
      descendre: act(EntryAct, async ({ id }) => redirectAfterMove(await moveFaqEntry(editor, id, "down")), order),
      placer: act(
        PlaceAct,
        async ({ id, place }) => redirectAfterMove(await moveFaqEntry(editor, id, place - 1)),
        order,
      ),
      supprimer: act(
        EntryAct,
        async ({ id }) => {
          const removed = await removeFaqEntry(editor, id)
          if (!removed.ok) return redirectWith(gone, faqPath)
          const undo = undoable("faq.removed", removed.value)
          return redirectWith({ kind: "success", title: "Question supprimée", ...undo }, faqPath)
        },
        { ...order, failed: "La question n’a pas pu être supprimée" },
      ),
      enregistrer: act(
        FaqForm,
        async ({ id, ...text }, form) => {
          if (id === "") {
            await addFaqEntry(editor, text)
            return redirectWith({ kind: "success", title: "Question ajoutée" }, faqPath)
          }
          const saved = await saveFaqEntry({ actor: editor, id, typed: text, loaded: parseLoadedForm(form) })
          if (saved.ok) return redirectWith({ kind: "success", title: "Question enregistrée" }, faqPath)
          if (saved.error.kind === "gone")
            return form.refuse(
              { form: "Cette question a été supprimée entre-temps. Votre saisie est toujours là." },
              { status: 409 },
            )
          const stored = (await listFaqEntries()).find((row) => row.id === id)
          return refuseStale(form, saved.error, { thing: "question", labels, mine: text, stored: { ...stored } })
        },
        { log: "Error saving question", failed: saveFailed },
      ),
    },
    { maximumBytes: longText.bytes },
  )
}

function redirectAfterMove({ ok }: { ok: boolean }): Promise<Response> {
  return redirectWith(ok ? { kind: "success", title: "Ordre enregistré" } : gone, faqPath)
}

const states = [
  { value: "publiee", label: "Publiées" },
  { value: "masquee", label: "Non publiées" },
]

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, shape, location.search, { etat: labelsOf(states) }),
    canonical: null,
  })

export default function Faq({
  loaderData: { search, filters, entries, count, entry, themes, removing, flash },
  actionData,
}: Route.ComponentProps) {
  return (
    <EntriesScreen
      title={title}
      href={faqPath}
      addLabel="Ajouter une question"
      emptyTitle="Aucune question pour le moment"
      act="faq.removed"
      question="Supprimer cette question ?"
      entries={entries.map(({ id, theme, question, isPublished, place }) => ({
        id,
        place,
        title: question,
        text: theme,
        aside: isPublished ? undefined : <Tag tone="off">Non publiée</Tag>,
      }))}
      count={count}
      filters={{
        href: faqPath,
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
            options: states,
            value: filters["etat"] ?? "",
          },
        ],
      }}
      resultText={countLabel(entries.length, "question", "questions", "Aucune question")}
      removing={removing}
      flash={flash}
      editor={
        entry && (
          <FaqEditor
            key={entry.id}
            entry={entry}
            themes={themes}
            flash={flash}
            refusal={actionData ?? null}
            listHref={faqPath}
          />
        )
      }
    />
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les questions n’ont pas pu être chargées" />
}
