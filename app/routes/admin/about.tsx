import { data } from "react-router"
import { z } from "zod"
import { setAboutImage } from "../../../server/content/edit-pages.ts"
import { readAboutPage } from "../../../server/content/pages.ts"
import { pictureOf } from "../../../server/images/queries.ts"
import { acceptedTypes, uploadHint } from "../../../server/images/refusals.ts"
import { AboutScreen } from "../../components/admin-content/about-screen.tsx"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { parseForm } from "../forms.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/about"
import { editorOf, isUpload, keepPicture, loadOrLog } from "./edits.ts"
import { redirectWith, takeFlash } from "./flash.ts"
import { pageTextView, savePage } from "./page-text.ts"

const here = "/admin/about"
const { title } = screens.about
const Removal = z.object({ intent: z.literal("retirer-image") })

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [text, page] = await loadOrLog("Error loading content", () => Promise.all([pageTextView("about", "À propos"), readAboutPage()]))
  const { flash, headers } = await takeFlash(request)
  const picture = page?.image ? pictureOf(page.image, "") : null
  return data({ text, picture, upload: { hint: uploadHint, accept: acceptedTypes }, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  if (isUpload(request)) {
    const kept = await keepPicture(request, (intent) => (intent === "image" ? { bucket: "about-page" } : null))
    if (!kept.ok) return kept.refusal
    if (await setAboutImage(editor, kept.image.url)) return redirectWith({ kind: "success", title: "Image enregistrée" }, here)
    return redirectWith({ kind: "error", title: "Enregistrez d’abord le texte de la page", text: "L’image n’a pas été gardée." }, here)
  }
  const removal = await parseForm(request.clone(), Removal)
  if (!removal.ok) return savePage(request, editor, "about", here)
  await setAboutImage(editor, null)
  return redirectWith({ kind: "success", title: "Image retirée" }, here)
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function About({ loaderData, actionData }: Route.ComponentProps) {
  return <AboutScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Une erreur est survenue lors du chargement de la page" />
}
