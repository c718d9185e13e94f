import { data, href } from "react-router"
import { readAboutPage } from "../../../../server/shop/content/pages.ts"
import { acceptedImageTypes, uploadHint } from "../../../../server/platform/images/refusals.ts"
import { AboutScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, longText } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import { pageTextView, savePage } from "../text.server.ts"
import { onePicture, pictureActs, storedPicture } from "../../kit/picture/pictures.server.ts"

const here = href("/admin/about")
const { title } = screens.about
const pictures = { image: { place: { bucket: "about-page" }, holder: { kind: "about" } } } as const
const textRequired = {
  kind: "error",
  title: "Enregistrez d’abord le texte de la page",
  text: "L’image n’a pas été gardée.",
} as const

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [text, page] = await loadScreen("Error loading content", () =>
    Promise.all([pageTextView("about", "À propos"), readAboutPage()]),
  )
  const { flash, headers } = await takeFlash(request)
  return data(
    { text, picture: storedPicture(page?.image, ""), upload: { hint: uploadHint, accept: acceptedImageTypes }, flash },
    { headers },
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(
    request,
    {
      ...pictureActs(editor, pictures, { pagePath: here, gone: { flash: textRequired, href: here } }),
      enregistrer: savePage(editor, "about", here),
    },
    { ...onePicture, maximumBytes: longText.bytes },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function About({ loaderData, actionData }: Route.ComponentProps) {
  return <AboutScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Une erreur est survenue lors du chargement de la page" />
}
