import type { ProductId } from "../../../domain/id.ts"
import type { ManualSection } from "../../../domain/catalog/manual.ts"
import { data } from "react-router"
import { manualPath } from "../../../server/catalog/manual-path.ts"
import { readProductChoices } from "../../../server/catalog/queries.ts"
import { readStoredManual, saveManual } from "../../../server/shop/content/edit-manuals.ts"
import { renderMarkdown } from "../../../server/platform/rendering/markdown.ts"
import { findImagesByUrl, pictureOf } from "../../../server/platform/images/queries.ts"
import { acceptedImageTypes, uploadHint } from "../../../server/platform/images/refusals.ts"
import { ManualsScreen } from "./screen.tsx"
import { type ManualsView, manualHref, manualsPath } from "./view.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { filteredTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { type CheckedForm, act, handleForm } from "../../http/forms.server.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, longText, refuseStale } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { MAX_PICTURES, ManualForm, type PostedManual, buildSections } from "./form.server.ts"
import { productGoneMessage } from "../kit/catalog/product-acts.server.ts"
import { choicesView, readChosenProduct, pickedProduct, readProductSearch } from "../kit/catalog/products.server.ts"

const { title } = screens.manuals

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const requestedId = url.searchParams.get("produit") ?? ""
  const search = readProductSearch(url.searchParams)
  const [choices, product] = await loadScreen("Error loading products", () =>
    Promise.all([readProductChoices(search), readChosenProduct(requestedId)]),
  )
  if (requestedId !== "" && !product) return redirectWith(productGoneMessage, manualsPath)
  const manual = product ? await loadScreen("Error loading manual", () => readStoredManual(product.id)) : null
  const sections = manual?.sections ?? []
  const images = await findImagesByUrl(sections.map(({ image_url }) => image_url))
  const { flash, headers } = await takeFlash(request)
  const ownPath = product ? manualPath(product.id) : ""
  const view: ManualsView = {
    choices: choicesView(choices, product, search),
    product: product && pickedProduct(product),
    version: manual?.updatedAt.toISOString() ?? "",
    sections: sections.map(({ title: heading, content, image_url, image_alt = "" }) => ({
      title: heading,
      content,
      imageUrl: image_url ?? "",
      imageAlt: image_alt,
      preview: renderMarkdown(content, { topLevel: 3 }).html,
    })),
    emptyPreview: renderMarkdown("").html,
    pictures: Object.fromEntries([...images].map(([address, image]) => [address, pictureOf(image, "")])),
    otherManualUrl: product?.manualUrl && product.manualUrl !== ownPath ? product.manualUrl : null,
    address: canonicalUrl(ownPath),
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const product = await readChosenProduct(url.searchParams.get("produit") ?? "")
  const save = act(ManualForm, (sent, form) => saveSections(editor, product?.id ?? null, sent, form), {
    log: "Error saving manual",
    failed: "La notice n’a pas pu être enregistrée. Rien n’a été changé\u00a0: réessayez dans un instant.",
  })
  return handleForm(
    request,
    { enregistrer: save },
    {
      maximumBytes: longText.bytes,
      pictures: { prefix: "fichier-", max: MAX_PICTURES },
      refused: ({ errors, ...typed }, init) =>
        data(
          { ...typed, errors: { form: errors["image"] ?? errors["form"] ?? "" }, values: { intent: "enregistrer" } },
          init,
        ),
    },
  )
}

async function saveSections(editor: Staff, productId: ProductId | null, sent: PostedManual, form: CheckedForm) {
  const { sections, errors, urls } = await buildSections(sent, form.files)
  // Uploaded pictures are stored by now: the refused form must name them, or they would be lost.
  form.fields.delete("image_url")
  for (const url of urls) form.fields.append("image_url", url)
  if (Object.keys(errors).length > 0) return form.refuse(errors)
  const goneErrors = { form: "Ce produit a été supprimé entre-temps. Votre saisie est toujours là." }
  if (productId === null) return form.refuse(goneErrors, { status: 409 })
  const saved = await saveManual({
    actor: editor,
    productId,
    sections,
    keepUrl: sent.garder === "oui",
    loaded: parseLoadedForm(form),
  })
  if (saved.ok) {
    const { manualUrl } = saved.value
    const pointsElsewhere = manualUrl !== null && manualUrl !== manualPath(productId)
    const text = pointsElsewhere ? { text: `Le produit renvoie toujours vers ${manualUrl}` } : {}
    return redirectWith({ kind: "success", title: "Notice enregistrée", ...text }, manualHref(productId))
  }
  if (saved.error.kind === "gone") return form.refuse(goneErrors, { status: 409 })
  const stored = await readStoredManual(productId)
  return refuseStale(form, saved.error, {
    thing: "manual",
    labels: { sections: "Sections" },
    mine: { sections: sectionsAsText(sections) },
    stored: { sections: sectionsAsText(stored?.sections ?? []) },
  })
}

function sectionsAsText(sections: readonly ManualSection[]): string {
  return sections
    .map(({ title: heading, content, image_url, image_alt }) =>
      [heading, content, ...(image_url ? [`(une image\u00a0: ${image_alt || "sans description"})`] : [])].join("\n"),
    )
    .join("\n\n")
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: filteredTitle(title, { filtered: [loaderData?.product?.name ?? null] }),
    canonical: null,
  })

export default function Manuals({ loaderData, actionData }: Route.ComponentProps) {
  return <ManualsScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les notices n’ont pas pu être chargées" />
}
