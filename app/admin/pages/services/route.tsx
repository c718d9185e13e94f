import { data, href } from "react-router"
import { z } from "zod"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import type { Result } from "../../../../domain/result.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  type CarouselProblem,
  type SlideText,
  type StaleMessage,
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
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import { idField, list } from "../../../http/form-fields.ts"
import type { Route } from "./+types/route"
import { type StaleView, choicesIn } from "../../kit/edit-refusal.ts"
import { editorOf, longText } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../../kit/flash.server.ts"
import { pageTextView, savePage } from "../text.server.ts"
import { PictureForm, keepPicture, notRecorded, onePicture, refusePicture } from "../../kit/picture/pictures.server.ts"

const here = href("/admin/services")
const { title } = screens.services

const Slide = z.object({ image: idField })
const Order = z.object({ ordre: list(z.array(idField).max(200)) })
const Caption = Slide.extend({
  legende: z.string().trim().max(200, "La légende ne peut pas dépasser 200 caractères.").default(""),
  description: z.string().trim().max(300, "La description ne peut pas dépasser 300 caractères.").default(""),
  /** The words that were there when the form was opened. */
  "legende-vue": z.string().default(""),
  "description-vue": z.string().default(""),
  /** The words of somebody else that the choices were made on. */
  "legende-lue": z.string().optional(),
  "description-lue": z.string().optional(),
})

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [text, slides] = await loadScreen("Error loading content", () =>
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
  const refused = refuseWithFlash(here, "Réessayez dans un instant.")
  const order = { log: "Error updating image order", failed: "L’ordre des images n’a pas pu être enregistré", refused }
  return handleForm(
    request,
    {
      enregistrer: savePage(editor, "services", here),
      carrousel: act(
        PictureForm,
        async ({ cadre }, form) => {
          const kept = await keepPicture(form, { bucket: "services-page" }, { cadre, envoyee: "" })
          if (!kept.ok) return refusePicture(form, kept.error)
          await addSlide(editor, kept.value)
          return redirectWith({ kind: "success", title: "Image ajoutée" }, here)
        },
        notRecorded,
      ),
      legende: act(Caption, (sent, form) => caption(editor, sent, form), {
        log: "Error saving content",
        failed: "Erreur lors de la sauvegarde. Réessayez dans un instant.",
        // Beside the caption that was typed.
        refused: ({ errors: { form: failed, ...errors }, ...typed }, init) =>
          data({ ...typed, errors: failed === undefined ? errors : { legende: failed } }, init),
      }),
      monter: act(Slide, async ({ image }) => moved(await moveSlide(editor, image, "up")), order),
      descendre: act(Slide, async ({ image }) => moved(await moveSlide(editor, image, "down")), order),
      ordonner: act(Order, async ({ ordre }) => moved(await orderSlides(editor, ordre)), order),
      supprimer: act(
        Slide,
        async ({ image }) => {
          const removed = await removeSlide(editor, image)
          if (!removed.ok) return flashProblem(removed.error)
          const undo = undoable("carousel.image-removed", removed.value)
          return redirectWith({ kind: "success", title: "Image supprimée", ...undo }, here)
        },
        { log: "Error deleting image", failed: "L’image n’a pas pu être supprimée", refused },
      ),
    },
    { ...onePicture, maximumBytes: longText.bytes },
  )
}

async function caption(editor: Administrator, sent: z.output<typeof Caption>, form: CheckedForm) {
  const saved = await captionSlide(
    editor,
    sent.image,
    { caption: sent.legende, imageAlt: sent.description },
    {
      seen: { caption: sent["legende-vue"], imageAlt: sent["description-vue"] },
      read: readWords(sent),
      choices: choicesIn(form.fields),
    },
  )
  if (saved.ok) return redirectWith({ kind: "success", title: "Légende enregistrée" }, here)
  return saved.error.kind === "stale" ? refuseStaleMessage(form, saved.error) : flashProblem(saved.error)
}

function readWords({
  "legende-lue": caption,
  "description-lue": imageAlt,
}: z.output<typeof Caption>): SlideText | null {
  return caption === undefined || imageAlt === undefined ? null : { caption, imageAlt }
}

const captionFields = {
  caption: { label: "Légende", field: "legende" },
  imageAlt: { label: "Description", field: "description" },
} as const

/** 409: whose words each field gets that both changed is asked beside the button. */
function refuseStaleMessage(form: CheckedForm, { by, at, stored, fields }: StaleMessage) {
  const changed = fields.map((name) => {
    const { label, field } = captionFields[name]
    return { name, label, stored: stored[name], mine: form.fields.get(field) ?? "" }
  })
  const stale: StaleView = { by, when: at ? agoLabel(at, new Date()) : "", thing: "caption", changed }
  return form.refuseWith(
    { stale },
    {},
    { status: 409, values: { "legende-lue": stored.caption, "description-lue": stored.imageAlt } },
  )
}

function moved(outcome: Result<unknown, CarouselProblem>): Promise<Response> {
  return outcome.ok ? redirectWith({ kind: "success", title: "Ordre enregistré" }, here) : flashProblem(outcome.error)
}

function flashProblem({ kind }: CarouselProblem): Promise<Response> {
  return redirectWith({ kind: "error", ...problems[kind] }, here)
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
