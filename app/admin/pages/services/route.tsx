import { data, href } from "react-router"
import {
  addSlide,
  captionSlide,
  moveSlide,
  orderSlides,
  readSlides,
  removeSlide,
} from "../../../../server/shop/content/carousel.ts"
import type { OrderProblem } from "../../../../server/platform/revisions/list-order.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import { acceptedImageTypes, uploadHint } from "../../../../server/platform/images/refusals.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { ServicesScreen } from "./screen.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, longText } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { pageTextView, savePage } from "../text.server.ts"
import { orderedPictureActs } from "../../kit/picture/order-acts.server.ts"
import { PictureForm, storePicture, notRecorded, onePicture, refusePicture } from "../../kit/picture/pictures.server.ts"

const here = href("/admin/services")
const { title } = screens.services

const problems: Record<OrderProblem["kind"], { title: string; text: string }> = {
  gone: { title: "Cette image n’est plus dans le carrousel", text: "Rien n’a été changé." },
  "list-changed": {
    title: "Le carrousel a changé entre-temps",
    text: "Rien n’a été déplacé\u00a0: voici les images actuelles.",
  },
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [text, slides] = await loadScreen("Error loading content", () =>
    Promise.all([pageTextView("services", "Services"), readSlides()]),
  )
  const { flash, headers } = await takeFlash(request)
  const removingId = url.searchParams.get("supprimer")
  const view = {
    text,
    slides: slides.map(({ id, caption, imageAlt, image, updatedAt }) => ({
      id,
      version: updatedAt.toISOString(),
      caption,
      imageAlt,
      picture: pictureOf(image, ""),
    })),
    removing: slides.some(({ id }) => id === removingId) ? removingId : null,
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(
    request,
    {
      enregistrer: savePage(editor, "services", here),
      carrousel: act(
        PictureForm,
        async ({ cadre }, form) => {
          const stored = await storePicture(form, { bucket: "services-page" }, { cadre, envoyee: "" })
          if (!stored.ok) return refusePicture(form, stored.error)
          await addSlide(editor, stored.value)
          return redirectWith({ kind: "success", title: "Image ajoutée" }, here)
        },
        notRecorded,
      ),
      ...orderedPictureActs({
        pagePath: here,
        problems,
        removed: { title: "Image supprimée", act: "carousel.image-removed" },
        read: readSlides,
        describe: (image, text, loaded) => captionSlide({ actor: editor, id: image, typed: text, loaded }),
        move: (image, direction) => moveSlide(editor, image, direction),
        order: (images) => orderSlides(editor, images),
        remove: (image) => removeSlide(editor, image),
      }),
    },
    { ...onePicture, maximumBytes: longText.bytes },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  return <ServicesScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Une erreur est survenue lors du chargement de la page" />
}
