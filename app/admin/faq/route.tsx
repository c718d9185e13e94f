import { data, href } from "react-router"
import { counted } from "../../../isomorphic/text/counted.ts"
import {
  addFaqEntry,
  allFaqEntries,
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
import { requireAdministrator } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadedForm, longText, refuseStale, saveFailed } from "../kit/edits.server.ts"
import { EntryAct, PlaceAct, FaqForm } from "../kit/entry-forms.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"

const here = href("/admin/faq")
const { title } = screens.faq
/** `?q=…&theme=…&etat=masquee`; the order is the owner's. */
const shape: ListShape<"ordre"> = {
  path: here,
  sorts: ["ordre"],
  usual: "ordre",
  filters: { theme: null, etat: ["publiee", "masquee"] },
}
const gone = { kind: "error", title: "Cette question n’existe plus", text: "Rien n’a été changé." } as const
const labels = { theme: "Thème", question: "Question", answer: "Réponse", isPublished: "Publiée" }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const { search, filters } = readListUrl(url.searchParams, shape)
  const [rows, found] = await loadScreen("Error loading questions", () =>
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
    entries: listed.map((each) => ({
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
  const order = {
    log: "Error saving question",
    failed: "L’ordre n’a pas pu être enregistré",
    refused: refuseWithFlash(here),
  }
  return handleForm(
    request,
    {
      monter: act(EntryAct, async ({ id }) => moved(await moveFaqEntry(editor, id, "up")), order),
      descendre: act(EntryAct, async ({ id }) => moved(await moveFaqEntry(editor, id, "down")), order),
      placer: act(PlaceAct, async ({ id, place }) => moved(await moveFaqEntry(editor, id, place - 1)), order),
      supprimer: act(
        EntryAct,
        async ({ id }) => {
          const removed = await removeFaqEntry(editor, id)
          if (!removed.ok) return redirectWith(gone, here)
          const undo = undoable("faq.removed", removed.value)
          return redirectWith({ kind: "success", title: "Question supprimée", ...undo }, here)
        },
        { ...order, failed: "La question n’a pas pu être supprimée" },
      ),
      enregistrer: act(
        FaqForm,
        async ({ id, ...text }, form) => {
          if (id === "") {
            await addFaqEntry(editor, text)
            return redirectWith({ kind: "success", title: "Question ajoutée" }, here)
          }
          const saved = await saveFaqEntry(editor, id, text, loadedForm(form))
          if (saved.ok) return redirectWith({ kind: "success", title: "Question enregistrée" }, here)
          if (saved.error.kind === "gone")
            return form.refuse(
              { form: "Cette question a été supprimée entre-temps. Votre saisie est toujours là." },
              { status: 409 },
            )
          const stored = (await allFaqEntries()).find((row) => row.id === id)
          return refuseStale(form, saved.error, { thing: "question", labels, mine: text, stored: { ...stored } })
        },
        { log: "Error saving question", failed: saveFailed },
      ),
    },
    { maximumBytes: longText.bytes },
  )
}

function moved({ ok }: { ok: boolean }): Promise<Response> {
  return redirectWith(ok ? { kind: "success", title: "Ordre enregistré" } : gone, here)
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
      href={here}
      add="Ajouter une question"
      empty="Aucune question pour le moment"
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
            options: states,
            value: filters["etat"] ?? "",
          },
        ],
      }}
      found={counted(entries.length, "question", "questions", "Aucune question")}
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
