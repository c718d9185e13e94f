import { data } from "react-router"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-words.ts"
import {
  addTestimonial,
  allTestimonials,
  moveTestimonial,
  removeTestimonial,
  saveTestimonial,
} from "../../../server/content/edit-testimonials.ts"
import { imagesByUrl } from "../../../server/images/queries.ts"
import { acceptedTypes, uploadHint } from "../../../server/images/refusals.ts"
import { type ListShape, readListUrl } from "../kit/list-url.ts"
import { EntriesScreen } from "../kit/entries-screen.tsx"
import { ImageForm } from "../kit/picture/form.tsx"
import { pictureRefusal } from "../kit/edit-refusal.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { TestimonialForm } from "./form.tsx"
import { screens } from "../kit/screens.ts"
import { Tag } from "../../ui/tag.tsx"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, refuseStale, saveFailed, saveOrSay, seenOf } from "../kit/edits.server.ts"
import { entryAct, testimonialForm } from "../kit/entry-forms.ts"
import { redirectWith, takeFlash, undoable } from "../kit/flash.server.ts"
import { pictureAct, storedPicture } from "../kit/picture/pictures.server.ts"

const here = "/admin/testimonials"
const { title } = screens.testimonials
/** `?q=…&etat=exemple`; the order is the owner's. */
const shape: ListShape<"ordre"> = {
  path: here,
  sorts: ["ordre"],
  usual: "ordre",
  filters: { etat: ["exemple", "client"] },
}
const labels = { author: "Auteur", day: "Date", rating: "Note", text: "Texte", isExample: "Exemple" }
const gone = { kind: "error", title: "Cet avis n’existe plus", text: "Rien n’a été changé." } as const

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const { search, filters } = readListUrl(url.searchParams, shape)
  const [rows, found] = await loadOrLog("Error loading testimonials", () =>
    Promise.all([allTestimonials(), search === "" ? null : allTestimonials(search)]),
  )
  const { flash, headers } = await takeFlash(request)
  const asked = url.searchParams.get("entree")
  const row = rows.find(({ id }) => id === asked)
  const portrait = row?.imageUrl ? (await imagesByUrl([row.imageUrl])).get(row.imageUrl) : undefined
  const entry =
    row ??
    (asked === "nouvelle"
      ? { id: "", updatedAt: null, author: "", rating: 5, day: dayInParis(new Date()), text: "", isExample: false }
      : null)
  const gone = rows.find(({ id }) => id === url.searchParams.get("supprimer"))
  const listed = (found ?? rows).filter(
    ({ isExample }) => filters["etat"] === undefined || isExample === (filters["etat"] === "exemple"),
  )
  const view = {
    search,
    filters,
    count: rows.length,
    entries: listed.map(({ id, author, day, text, rating, isExample }) => ({
      id,
      author,
      day,
      text,
      rating,
      isExample,
    })),
    entry: entry && { ...entry, rating: String(entry.rating), seen: entry.updatedAt?.toISOString() ?? "" },
    portrait: storedPicture(portrait, ""),
    removing: gone ? { id: gone.id, title: titleOf(gone) } : null,
    upload: { hint: uploadHint, accept: acceptedTypes },
    flash,
  }
  return data(view, { headers, status: asked !== null && entry === null ? 404 : 200 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const entry = url.searchParams.get("entree") ?? ""
  const pictures = { portrait: { place: { bucket: "public" }, holder: { kind: "portrait", id: entry } } } as const
  const answered = await pictureAct(request, editor, {
    forms: pictures,
    here: `${here}?entree=${entry}`,
    gone: { flash: gone, href: here },
  })
  if (answered) return answered
  const act = await parseForm(request.clone(), entryAct)
  if (act.ok) return change(editor, act.value)
  const form = await parseForm(request, testimonialForm)
  if (!form.ok) return form.refusal
  const { intent: _, id, vu, rester, ...text } = form.value
  if (id === "") {
    const added = await saveOrSay(form, "Error saving testimonial", saveFailed, () => addTestimonial(editor, text))
    return added.ok ? redirectWith({ kind: "success", title: "Avis ajouté" }, here) : added.refusal
  }
  const outcome = await saveOrSay(form, "Error saving testimonial", saveFailed, () =>
    saveTestimonial(editor, id, text, seenOf(vu)),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok)
    return redirectWith({ kind: "success", title: "Avis enregistré" }, rester ? `${here}?entree=${id}` : here)
  const { error } = outcome.value
  if (error.kind === "gone")
    return form.refuse({ form: "Cet avis a été supprimé entre-temps. Votre saisie est toujours là." }, 409)
  return refuseStale(form, error, labels, { ...(await allTestimonials()).find((row) => row.id === id) }, "testimonial")
}

async function change(
  editor: Administrator,
  { intent, id }: { intent: "monter" | "descendre" | "supprimer"; id: string },
) {
  const outcome = await (intent === "supprimer"
    ? removeTestimonial(editor, id)
    : moveTestimonial(editor, id, intent === "monter" ? "up" : "down"))
  if (!outcome.ok) return redirectWith(gone, here)
  if (intent !== "supprimer") return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
  return redirectWith(
    { kind: "success", title: "Avis supprimé", ...undoable("testimonial.removed", outcome.value) },
    here,
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

function titleOf({ author, day }: { author: string; day: string }): string {
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
      add="Ajouter un avis"
      empty="Aucun avis pour le moment"
      act="testimonial.removed"
      question="Supprimer cet avis ?"
      entries={entries.map(({ id, author, day, text, rating, isExample }) => ({
        id,
        title: titleOf({ author, day }),
        text,
        aside: isExample ? <Tag tone="pending">Exemple</Tag> : <span className="small soft">{rating}/5</span>,
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
            options: [
              { value: "client", label: "Clients" },
              { value: "exemple", label: "Exemples" },
            ],
            value: filters["etat"] ?? "",
          },
        ],
      }}
      removing={removing}
      flash={flash}
      editor={
        entry && (
          <div className="stack gap-6" key={entry.id}>
            <TestimonialForm entry={entry} flash={flash} refusal={refusal} listHref={here} />
            {entry.id !== "" && (
              <ImageForm
                intent="portrait"
                label="Portrait"
                {...upload}
                stored={portrait}
                remove="retirer-portrait"
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
