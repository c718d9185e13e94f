import { data, isRouteErrorResponse } from "react-router"
import { daysLong } from "../../../../domain/day-words.ts"
import { readProduct } from "../../../../server/catalog/admin-queries.ts"
import { addProduct, saveProduct } from "../../../../server/catalog/edit-products.ts"
import { countBookings } from "../../../../server/catalog/product-state.ts"
import type { StillBooked } from "../../../../server/catalog/stock.ts"
import { readSiteConfig } from "../../../../server/content/site.ts"
import { acceptedTypes, uploadHint } from "../../../../server/images/refusals.ts"
import { ProductScreen } from "./screen.tsx"
import { type ProductRefusal, type ProductView, productLabels } from "./view.ts"
import { productsPath } from "../../kit/catalog/products-view.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { type RefusedForm, parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, refuseStale, saveOrSay, seenOf } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { pictureAct, storedPicture } from "../../kit/picture/pictures.server.ts"
import { productGone } from "../../kit/catalog/product-acts.server.ts"
import { type SentProduct, ProductForm } from "./fields.ts"
import { newProduct, productTexts } from "./texts.server.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"

const NEW = "nouveau"

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [product, bookings, site] = await loadOrLog("Error loading product", () =>
    Promise.all([id === NEW ? newProduct : readProduct(id), countBookings(id), readSiteConfig()]),
  )
  if (!product) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const view: ProductView = {
    id: product.id,
    seen: product.updatedAt?.toISOString() ?? "",
    texts: productTexts(product),
    features: product.features,
    isActive: product.isActive,
    isArchived: product.archivedAt !== null,
    bookings,
    picture: storedPicture(product.image, product.imageAlt),
    upload: { hint: uploadHint, accept: acceptedTypes },
    search: { address: canonicalUrl(`/product/${product.id || "…"}`), siteName: site.companyName },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const here = `${productsPath}/${id}`
  const pictures = {
    image: { place: { bucket: "products", folder: "products" }, holder: { kind: "product", id } },
  } as const
  const answered = await pictureAct(request, editor, {
    forms: pictures,
    here,
    gone: { flash: productGone, href: productsPath },
  })
  if (answered) return answered
  const form = await parseForm(request, ProductForm)
  if (!form.ok) return form.refusal
  return id === NEW ? add(editor, form) : save(editor, id, form)
}

type Sent = { value: SentProduct; refuse: (errors: Record<string, string>, status?: number) => RefusedForm }

const failed = "Le produit n’a pas pu être enregistré. Rien n’a été changé\u00a0: réessayez dans un instant."

async function add(editor: Administrator, form: Sent) {
  const { fields, told } = form.value
  const added = await saveOrSay(form, "Error saving product", failed, () => addProduct(editor, fields))
  if (!added.ok) return added.refusal
  return redirectWith(
    {
      kind: "success",
      title: "Produit créé",
      ...textOf(told, "Vous pouvez maintenant ajouter son image et ses options."),
    },
    `${productsPath}/${added.value}`,
  )
}

async function save(editor: Administrator, id: string, form: Sent) {
  const { fields, told, vu } = form.value
  const outcome = await saveOrSay(form, "Error saving product", failed, () =>
    saveProduct(editor, id, fields, seenOf(vu)),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok)
    return redirectWith({ kind: "success", title: "Produit enregistré", ...textOf(told) }, `${productsPath}/${id}`)
  const { error } = outcome.value
  switch (error.kind) {
    case "gone":
      return form.refuse({ form: "Ce produit a été supprimé entre-temps. Votre saisie est toujours là." }, 409)
    case "still-booked":
      return refuseStock(form, error, fields.stock)
    case "stale": {
      const stored = await readProduct(id)
      return refuseStale(
        form,
        error,
        productLabels,
        stored
          ? { ...productTexts(stored), features: stored.features.join("\n"), isActive: stored.isActive ? "oui" : "non" }
          : {},
        "product",
      )
    }
  }
}

function textOf(told: readonly string[], usual?: string): { text?: string } {
  const text = told.join(" ") || usual
  return text ? { text } : {}
}

/** 409: the bookings in the way are listed beside what was typed. */
function refuseStock(form: Sent, { bookings, holds }: StillBooked, stock: number) {
  const { data: told, init } = form.refuse(
    { stock: `Le stock ne peut pas descendre à ${stock}\u00a0: plus d’exemplaires sont réservés certains jours.` },
    409,
  )
  const refusal: ProductRefusal = {
    ...told,
    stock: { bookings: bookings.map(({ days, ...booking }) => ({ ...booking, days: daysLong(days) })), holds },
  }
  return data(refusal, init ?? undefined)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? loaderData.texts.name || screens.newProduct.title : "Produit",
    canonical: null,
  })

export default function Product({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductScreen product={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title="Produit"
        message="Ce produit n’existe pas ou plus"
        to={productsPath}
        label="Voir les produits"
      />
    )
  }
  return <ScreenUnreadable title="Produit" message="Ce produit n’a pas pu être chargé" />
}
