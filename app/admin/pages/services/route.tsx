import { data } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../../isomorphic/text/relative-time.ts"
import type { Result } from "../../../../domain/result.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  type CarouselProblem,
  type StaleWords,
  addSlide,
  captionSlide,
  moveSlide,
  orderSlides,
  readSlides,
  removeSlide,
} from "../../../../server/content/carousel.ts"
import { pictureOf } from "../../../../server/images/queries.ts"
import { acceptedTypes, uploadHint } from "../../../../server/images/refusals.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { ServicesScreen } from "./screen.tsx"
import { screens } from "../../kit/screens.ts"
import { type RefusedForm, parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, saveOrSay } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, undoable } from "../../kit/flash.server.ts"
import { pageTextView, savePage } from "../text.server.ts"
import { isUpload, keepPicture, notRecorded } from "../../kit/picture/pictures.server.ts"

const here = "/admin/services"
const { title } = screens.services

const CarouselForm = z.object({
  intent: z.enum(["legende", "monter", "descendre", "supprimer", "ordonner"]),
  image: z.string().default(""),
  legende: z.string().trim().max(200, "La légende ne peut pas dépasser 200 caractères.").default(""),
  description: z.string().trim().max(300, "La description ne peut pas dépasser 300 caractères.").default(""),
  /** The words that were there when the form was opened. */
  "legende-vue": z.string().default(""),
  "description-vue": z.string().default(""),
  ordre: z.array(z.guid()).max(200),
})

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [text, slides] = await loadOrLog("Error loading content", () =>
    Promise.all([pageTextView("services", "Services"), readSlides()]),
  )
  const { flash, headers } = await takeFlash(request)
  const asked = url.searchParams.get("supprimer")
  const view = {
    text,
    slides: slides.map(({ id, caption, imageAlt, image }) => ({
      id,
      caption,
      imageAlt,
      picture: pictureOf(image, ""),
    })),
    removing: slides.some(({ id }) => id === asked) ? asked : null,
    upload: { hint: uploadHint, accept: acceptedTypes },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  if (isUpload(request)) {
    const kept = await keepPicture(request, (intent) => (intent === "carrousel" ? { bucket: "services-page" } : null))
    if (!kept.ok) return kept.refusal
    try {
      await addSlide(editor, kept.image.url)
    } catch (error) {
      return notRecorded(kept.intent, error)
    }
    return redirectWith({ kind: "success", title: "Image ajoutée" }, here)
  }
  const form = await parseForm(request.clone(), CarouselForm)
  const ofCaption = form.ok || ["legende", "description"].some((name) => name in form.refusal.data.errors)
  if (!ofCaption) return savePage(request, editor, "services", here)
  if (!form.ok) return form.refusal
  const { intent } = form.value
  const failed = failures[intent]
  const outcome = await saveOrSay(form, failed.log, failed.words, () => act(editor, form.value))
  // A caption that was typed comes back with its page.
  if (!outcome.ok && intent === "legende")
    return form.refuse({ legende: `${failed.words}. Réessayez dans un instant.` }, 503)
  if (!outcome.ok) return redirectWith({ kind: "error", title: failed.words, text: "Réessayez dans un instant." }, here)
  if (!outcome.value.ok) {
    const { error } = outcome.value
    return error.kind === "stale"
      ? refuseStaleWords(form, error)
      : redirectWith({ kind: "error", ...problems[error.kind] }, here)
  }
  return redirectWith(
    { kind: "success", title: done[intent], ...undoable("carousel.image-removed", outcome.value.value) },
    here,
  )
}

type CarouselAct = z.output<typeof CarouselForm>

/** 409, beside the fields that somebody else wrote: sent again, what is typed takes their place. */
function refuseStaleWords(
  form: { refuse(errors: Record<string, string>, status?: number): RefusedForm },
  { by, at, stored: { caption, imageAlt } }: StaleWords,
) {
  const who = by === "" ? "Quelqu’un" : by
  const when = at ? ` ${agoWords(at, new Date())}` : ""
  const told = (words: string) =>
    `${who} a écrit${when}\u00a0: ${words === "" ? "rien" : `«\u00a0${words}\u00a0»`}. Rien n’a été enregistré\u00a0: enregistrez de nouveau pour garder votre texte.`
  const { data: refusal, init } = form.refuse(
    { legende: told([caption, imageAlt].filter(Boolean).join("\u00a0/ ")) },
    409,
  )
  return data(
    { ...refusal, values: { ...refusal.values, "legende-vue": caption, "description-vue": imageAlt } },
    init ?? undefined,
  )
}

function act(
  editor: Administrator,
  { intent, image, legende, description, ordre, ...seen }: CarouselAct,
): Promise<Result<number | null, CarouselProblem | StaleWords>> {
  switch (intent) {
    case "legende":
      return captionSlide(
        editor,
        image,
        { caption: legende, imageAlt: description },
        { caption: seen["legende-vue"], imageAlt: seen["description-vue"] },
      )
    case "monter":
      return moveSlide(editor, image, "up")
    case "descendre":
      return moveSlide(editor, image, "down")
    case "supprimer":
      return removeSlide(editor, image)
    case "ordonner":
      return orderSlides(editor, ordre)
  }
}

const moving = { log: "Error updating image order", words: "L’ordre des images n’a pas pu être enregistré" }
const failures: Record<CarouselAct["intent"], { log: string; words: string }> = {
  legende: { log: "Error saving content", words: "Erreur lors de la sauvegarde" },
  monter: moving,
  descendre: moving,
  ordonner: moving,
  supprimer: { log: "Error deleting image", words: "L’image n’a pas pu être supprimée" },
}

const done: Record<CarouselAct["intent"], string> = {
  legende: "Légende enregistrée",
  monter: "Ordre enregistré",
  descendre: "Ordre enregistré",
  ordonner: "Ordre enregistré",
  supprimer: "Image supprimée",
}

const problems: Record<CarouselProblem["kind"], { title: string; text: string }> = {
  gone: { title: "Cette image n’est plus dans le carrousel", text: "Rien n’a été changé." },
  "list-changed": {
    title: "Le carrousel a changé entre-temps",
    text: "Rien n’a été déplacé\u00a0: voici les images actuelles.",
  },
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  return <ServicesScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Une erreur est survenue lors du chargement de la page" />
}
