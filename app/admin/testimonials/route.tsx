import { data, href } from "react-router"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import {
  addTestimonial,
  listTestimonials,
  moveTestimonial,
  removeTestimonial,
  saveTestimonial,
} from "../../../server/shop/content/edit-testimonials.ts"
import { findImagesByUrl } from "../../../server/platform/images/queries.ts"
import { acceptedImageTypes, uploadHint } from "../../../server/platform/images/refusals.ts"
import { type ListShape, readListUrl } from "../kit/list-url.ts"
import { EntriesScreen } from "../kit/entries-screen.tsx"
import { ImageForm } from "../kit/picture/form.tsx"
import { pictureRefusal } from "../kit/edit-refusal.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { TestimonialEditor } from "./form.tsx"
import { screens } from "../kit/screens.ts"
import { Tag } from "../../ui/tag.tsx"
import { loadScreen } from "../../http/load.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, refuseStale, saveFailed } from "../kit/edits.server.ts"
import { EntryAct, PlaceAct, TestimonialForm } from "../kit/entry-forms.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"
import { onePicture, pictureActs, storedPicture } from "../kit/picture/pictures.server.ts"

const here = href("/admin/testimonials")
const { title } = screens.testimonials
/** `?q=…&etat=exemple`; always in the owner's order. */
const shape: ListShape<"ordre"> = {
  path: here,
  sorts: ["ordre"],
  defaultOrder: "ordre",
  filters: { etat: ["exemple", "client"] },
}
const labels = { author: "Auteur", day: "Date", rating: "Note", text: "Texte", isExample: "Exemple" }
const gone = { kind: "error", title: "Cet avis n’existe plus", text: "Rien n’a été changé." } as const

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const { search, filters } = readListUrl(url.searchParams, shape)
  const [rows, searchMatches] = await loadScreen("Error loading testimonials", () =>
    Promise.all([listTestimonials(), search === "" ? null : listTestimonials(search)]),
  )
  const { flash, headers } = await takeFlash(request)
  const requestedId = url.searchParams.get("entree")
  const row = rows.find(({ id }) => id === requestedId)
  const portrait = row?.imageUrl ? (await findImagesByUrl([row.imageUrl])).get(row.imageUrl) : undefined
  const entry =
    row ??
    (requestedId === "nouvelle"
      ? { id: "", updatedAt: null, author: "", rating: 5, day: dayInParis(new Date()), text: "", isExample: false }
      : null)
  const entryToRemove = rows.find(({ id }) => id === url.searchParams.get("supprimer"))
  const visibleRows = (searchMatches ?? rows).filter(
    ({ isExample }) => filters["etat"] === undefined || isExample === (filters["etat"] === "exemple"),
  )
  const view = {
    search,
    filters,
    count: rows.length,
    entries: visibleRows.map(({ id, author, day, text, rating, isExample }) => ({
      id,
      author,
      day,
      text,
      rating,
      isExample,
      place: rows.findIndex((each) => each.id === id) + 1,
    })),
    entry: entry && { ...entry, rating: String(entry.rating), version: entry.updatedAt?.toISOString() ?? "" },
    portrait: storedPicture(portrait, ""),
    removing: entryToRemove ? { id: entryToRemove.id, title: entryTitle(entryToRemove) } : null,
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    flash,
  }
  return data(view, { headers, status: requestedId !== null && entry === null ? 404 : 200 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const entry = url.searchParams.get("entree") ?? ""
  const portrait = { place: { bucket: "public" }, holder: { kind: "portrait", id: entry } } as const
  const order = {
    log: "Error saving testimonial",
    failed: "L’ordre n’a pas pu être enregistré",
    refused: refuseWithFlash(here),
  }
  return handleForm(
    request,
    {
      ...pictureActs(editor, { portrait }, { pagePath: `${here}?entree=${entry}`, gone: { flash: gone, href: here } }),
      monter: act(EntryAct, async ({ id }) => redirectAfterMove(await moveTestimonial(editor, id, "up")), order),
      descendre: act(EntryAct, async ({ id }) => redirectAfterMove(await moveTestimonial(editor, id, "down")), order),
      placer: act(
        PlaceAct,
        async ({ id, place }) => redirectAfterMove(await moveTestimonial(editor, id, place - 1)),
        order,
      ),
      supprimer: act(
        EntryAct,
        async ({ id }) => {
          const removed = await removeTestimonial(editor, id)
          if (!removed.ok) return redirectWith(gone, here)
          const undo = undoable("testimonial.removed", removed.value)
          return redirectWith({ kind: "success", title: "Avis supprimé", ...undo }, here)
        },
        { ...order, failed: "L’avis n’a pas pu être supprimé" },
      ),
      enregistrer: act(
        TestimonialForm,
        async ({ id, rester, ...text }, form) => {
          if (id === "") {
            await addTestimonial(editor, text)
            return redirectWith({ kind: "success", title: "Avis ajouté" }, here)
          }
          const saved = await saveTestimonial({ actor: editor, id, typed: text, loaded: parseLoadedForm(form) })
          if (saved.ok)
            return redirectWith({ kind: "success", title: "Avis enregistré" }, rester ? `${here}?entree=${id}` : here)
          if (saved.error.kind === "gone")
            return form.refuse(
              { form: "Cet avis a été supprimé entre-temps. Votre saisie est toujours là." },
              { status: 409 },
            )
          const stored = (await listTestimonials()).find((row) => row.id === id)
          return refuseStale(form, saved.error, { thing: "testimonial", labels, mine: text, stored: { ...stored } })
        },
        { log: "Error saving testimonial", failed: saveFailed },
      ),
    },
    onePicture,
  )
}

function redirectAfterMove({ ok }: { ok: boolean }): Promise<Response> {
  return redirectWith(ok ? { kind: "success", title: "Ordre enregistré" } : gone, here)
}

const origins = [
  { value: "client", label: "Clients" },
  { value: "exemple", label: "Exemples" },
]

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, shape, location.search, { etat: labelsOf(origins) }),
    canonical: null,
  })

function entryTitle({ author, day }: { author: string; day: Day }): string {
  return `${author}, ${dayMedium(day)}`
}

export default function Testimonials({
  loaderData: { search, filters, entries, count, entry, portrait, upload, removing, flash },
  actionData,
}: Route.ComponentProps) {
  const refusal = actionData ?? null
  return (
    <EntriesScreen
      title={title}
      href={here}
      addLabel="Ajouter un avis"
      emptyTitle="Aucun avis pour le moment"
      act="testimonial.removed"
      question="Supprimer cet avis ?"
      entries={entries.map(({ id, author, day, text, rating, isExample, place }) => ({
        id,
        place,
        title: entryTitle({ author, day }),
        text,
        aside: isExample ? <Tag tone="busy">Exemple</Tag> : <span className="small soft">{rating}/5</span>,
      }))}
      count={count}
      filters={{
        href: here,
        search: { label: "Rechercher", value: search, placeholder: "Auteur ou mot de l’avis" },
        filters: [
          {
            name: "etat",
            label: "Origine",
            all: "Tous",
            options: origins,
            value: filters["etat"] ?? "",
          },
        ],
      }}
      resultText={countLabel(entries.length, "avis", "avis", "Aucun avis")}
      removing={removing}
      flash={flash}
      editor={
        entry && (
          <div className="stack gap-6" key={entry.id}>
            <TestimonialEditor entry={entry} flash={flash} refusal={refusal} listHref={here} />
            {entry.id !== "" && (
              <ImageForm
                intent="portrait"
                label="Portrait"
                {...upload}
                stored={portrait}
                removeIntent="retirer-portrait"
                refusal={pictureRefusal(refusal, "portrait")}
              />
            )}
          </div>
        )
      }
    />
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les avis n’ont pas pu être chargés" />
}
