import { productKey } from "../../../../domain/catalog/product-key.ts"
import { saveProduct } from "../../../../server/bookings/save-product.ts"
import { data, href, isRouteErrorResponse } from "react-router"
import type { z } from "zod"
import type { ProductKind } from "../../../../domain/catalog/product-kinds.ts"
import { type ProductId, isId } from "../../../../domain/id.ts"
import type { Cents } from "../../../../domain/money.ts"
import { planSummary } from "../../../../domain/pricing/plan-details.ts"
import { plansOnSale, withUsualPlan } from "../../../../domain/pricing/rate-plan.ts"
import { readPlans } from "../../../../server/catalog/rate-plans.ts"
import { readProduct } from "../../../../server/catalog/admin-queries.ts"
import { listBundleParts } from "../../../../server/catalog/bundle-parts.ts"
import { type BundleProblem, listParts, partsVersion, saveBundleParts } from "../../../../server/catalog/edit-bundle.ts"
import { addProduct } from "../../../../server/catalog/edit-products.ts"
import { countBookings } from "../../../../server/catalog/product-state.ts"
import type { StillBooked } from "../../../../server/bookings/change-stock.ts"
import { MAX_PRODUCT_PICTURES, readGallery } from "../../../../server/catalog/gallery.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { pictureOf } from "../../../../server/platform/images/queries.ts"
import { acceptedFilmTypes, filmHint } from "../../../../server/platform/films/refusals.ts"
import { acceptedImageTypes, uploadHint } from "../../../../server/platform/images/refusals.ts"
import { ProductScreen } from "./screen.tsx"
import { type PlanLine, type ProductView, type UnitLine, productLabels } from "./view.ts"
import { productsPath } from "../../kit/catalog/products-view.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, refuseStale } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { onePicture, pictureActs, storedPicture } from "../../kit/picture/pictures.server.ts"
import { productGoneMessage } from "../../kit/catalog/product-acts.server.ts"
import type { BundleView } from "./bundle-parts.tsx"
import { type ProductInput, BundleForm, ProductForm } from "./fields.ts"
import { galleryActs } from "./gallery-acts.server.ts"
import { newProduct, productTexts } from "./texts.server.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { listRepairs, listUnits } from "../../../../server/availability/units.ts"
import { stillBookedView } from "../../kit/catalog/still-booked.server.ts"
import { unitState } from "../../kit/catalog/unit-state.ts"

const NEW = "nouveau"

export async function loader({ request, url, params: { id }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const now = new Date()
  const [product, bookings, site, pictures, units] = await loadScreen("Error loading product", () =>
    Promise.all([
      id === NEW ? newProduct : readProduct(id),
      countBookings(id),
      readSiteConfig(),
      isId(id) ? readGallery(id) : [],
      isId(id) ? readUnits(id, now) : [],
    ]),
  )
  if (!product) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const view: ProductView = {
    id: product.id,
    version: product.updatedAt?.toISOString() ?? "",
    texts: productTexts(product),
    features: product.features,
    isActive: product.isActive,
    asksInsurance: product.asksInsurance,
    needsInstaller: product.needsInstaller,
    needsHost: product.needsHost,
    instantBooking: product.instantBooking,
    isArchived: product.archivedAt !== null,
    bookings,
    picture: storedPicture(product.image, product.imageAlt),
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    gallery: {
      pictures: pictures.map(({ image, film, updatedAt, ...picture }) => ({
        ...picture,
        version: updatedAt.toISOString(),
        picture: pictureOf(image, ""),
        film: film && (film.seconds === null ? "" : `${Math.max(1, Math.round(film.seconds))} s`),
      })),
      film: { hint: filmHint, accept: acceptedFilmTypes },
      max: MAX_PRODUCT_PICTURES,
      removing: pictures.find((picture) => picture.id === url.searchParams.get("supprimer"))?.id ?? null,
    },
    units,
    kind: product.kind,
    bundle: isId(id) && product.kind === "bundle" ? await readBundle(id) : null,
    plans: isId(id) && product.kind !== "accessory" ? await readPlanLines(id, product.price) : [],
    // Display only: "…" stands for the id of an unsaved product.
    searchResult: {
      address: decodeURI(canonicalUrl(href("/product/:id", { id: product.id ? productKey(product) : "…" }))),
      siteName: site.companyName,
    },
    flash,
  }
  return data(view, { headers })
}

async function readUnits(id: ProductId, now: Date): Promise<UnitLine[]> {
  const [units, repairs] = await Promise.all([listUnits(id), listRepairs(id, now)])
  const today = dayInParis(now)
  return units.map(({ number, label, serialNumber, acquiredOn, retiredOn, personId }) => {
    const own = repairs.filter(({ unit }) => unit === number)
    return {
      number,
      label,
      serialNumber,
      since: acquiredOn && dayMedium(acquiredOn),
      state: unitState({ retiredOn, repairs: own, personId }, today),
      isRetired: retiredOn !== null,
      repairs: own.length,
    }
  })
}

async function readBundle(id: ProductId): Promise<BundleView> {
  const [parts, choices] = await Promise.all([listBundleParts([id]), listParts(["machine", "accessory"])])
  const stored = (parts.get(id) ?? []).map((part) => ({ productId: part.id, units: part.units }))
  return { parts: stored, version: partsVersion(stored), choices }
}

async function readPlanLines(id: ProductId, dailyPrice: Cents): Promise<PlanLine[]> {
  const stored = await readPlans(id)
  const onSale = new Set(plansOnSale(stored, dailyPrice).map((plan) => plan.id))
  return withUsualPlan(stored).map((plan) => ({
    id: plan.id,
    name: plan.name,
    summary: planSummary(plan, dailyPrice),
    state: onSale.has(plan.id) ? "on-sale" : plan.isActive ? "no-price" : "off",
  }))
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  if (id !== NEW && !isId(id)) throw data(null, { status: 404 })
  const image = { place: { bucket: "products", folder: "products" }, holder: { kind: "product", id } } as const
  const paths = {
    pagePath: href("/admin/products/:id", { id }),
    gone: { flash: productGoneMessage, href: productsPath },
  }
  return handleForm(
    request,
    {
      ...pictureActs(editor, { image }, paths),
      ...(id === NEW ? {} : galleryActs(editor, id)),
      contenu: act(BundleForm, (sent, form) => (id === NEW ? notFound() : saveParts(editor, id, sent, form)), {
        log: "Error saving product",
        failed: "Le contenu du pack n’a pas pu être enregistré. Rien n’a été changé\u00a0: réessayez dans un instant.",
      }),
      enregistrer: act(ProductForm, (sent, form) => (id === NEW ? add(editor, sent) : save(editor, id, sent, form)), {
        log: "Error saving product",
        failed: "Le produit n’a pas pu être enregistré. Rien n’a été changé\u00a0: réessayez dans un instant.",
      }),
    },
    { pictures: { ...onePicture.pictures, films: 1 } },
  )
}

async function add(editor: Staff, { fields, messages }: ProductInput) {
  const id = await addProduct(editor, fields)
  const next = nextStep[fields.kind]
  if (next)
    return redirectWith({ kind: "success", title: "Produit créé", text: next }, href("/admin/products/:id", { id }))
  return redirectWith(
    {
      kind: "success",
      title: "Produit créé",
      ...flashText(
        fields.isActive && fields.price === 0 ? [...messages, NOT_FOR_RENT] : messages,
        fields.isActive
          ? "Il est dans le catalogue. Ajoutez son image et ses options."
          : "Il n’est visible que d’ici. Ajoutez son image et ses options.",
      ),
    },
    href("/admin/products/:id", { id }),
  )
}

function notFound(): never {
  throw data(null, { status: 404 })
}

async function saveParts(editor: Staff, id: ProductId, sent: z.output<typeof BundleForm>, form: CheckedForm) {
  const saved = await saveBundleParts({ actor: editor, id, ...sent })
  if (saved.ok)
    return redirectWith({ kind: "success", title: "Contenu enregistré" }, href("/admin/products/:id", { id }))
  const messages: Record<BundleProblem["kind"], string> = {
    gone: "Ce produit n’est pas un pack, ou n’existe plus.",
    "no-parts": "Un pack contient au moins un produit.",
    changed: "Le contenu a changé entre-temps. Rechargez la page, puis refaites votre modification.",
    "unknown-part": "Un de ces produits n’existe plus. Choisissez-en un autre.",
  }
  return form.refuse({ produit: messages[saved.error.kind] }, { status: 409 })
}

async function save(editor: Staff, id: ProductId, { fields, messages }: ProductInput, form: CheckedForm) {
  const saved = await saveProduct({ actor: editor, id, fields, loaded: parseLoadedForm(form) })
  if (saved.ok) {
    const isHidden = fields.isActive && fields.kind !== "accessory" && !saved.value.isActive
    return redirectWith(
      {
        kind: "success",
        title: "Produit enregistré",
        ...flashText(isHidden ? [...messages, NOT_FOR_RENT] : messages),
      },
      href("/admin/products/:id", { id }),
    )
  }
  const { error } = saved
  switch (error.kind) {
    case "gone":
      return form.refuse(
        { form: "Ce produit a été supprimé entre-temps. Votre saisie est toujours là." },
        { status: 409 },
      )
    case "still-booked":
      return refuseStock(form, error, fields.stock)
    case "stale": {
      const stored = await readProduct(id)
      return refuseStale(form, error, {
        thing: "product",
        labels: productLabels,
        mine: { ...fields, ...productTexts({ ...fields, id }) },
        stored: stored ? { ...stored, ...productTexts(stored) } : {},
      })
    }
  }
}

const nextStep: Partial<Record<ProductKind, string>> = {
  bundle: "Indiquez maintenant ce qu’il contient\u00a0: sans contenu, il ne se loue pas.",
  accessory: "Choisissez-le maintenant dans une option, sous «\u00a0Accessoire\u00a0».",
}

const NOT_FOR_RENT = "Sans prix, un produit ne se loue pas\u00a0: il est enregistré hors du catalogue."

function flashText(messages: readonly string[], fallback?: string): { text?: string } {
  const text = messages.join(" ") || fallback
  return text ? { text } : {}
}

function refuseStock(form: CheckedForm, stillBooked: StillBooked, requestedStock: number) {
  return form.refuseWith(
    { stock: stillBookedView(stillBooked) },
    {
      stock: `Le stock ne peut pas descendre à ${requestedStock}\u00a0: plus d’exemplaires sont réservés certains jours.`,
    },
    { status: 409 },
  )
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
