import { data, href } from "react-router"
import { z } from "zod"
import { idField } from "../../http/form-fields.ts"
import { type ProductId, isId } from "../../../domain/id.ts"
import { countProducts, listProducts, productStates, readProduct } from "../../../server/catalog/admin-queries.ts"
import { type Starter, starterNames } from "../../../domain/catalog/starters.ts"
import { duplicateProduct } from "../../../server/catalog/edit-products.ts"
import { startProduct } from "../../../server/catalog/start-product.ts"
import { removeProduct } from "../../../server/bookings/remove-product.ts"
import { countBookings, restoreProduct, setProductActive } from "../../../server/catalog/product-state.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ProductsScreen, productStateOptions } from "./screen.tsx"
import { type ProductsView, productsPath, productsShape } from "../kit/catalog/products-view.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"
import { productGoneMessage } from "../kit/catalog/product-acts.server.ts"
import { productLine } from "../kit/catalog/products.server.ts"

const { title } = screens.products

export async function loader({ request, url: address, context }: Route.LoaderArgs) {
  requireStaff(context)
  const url = readListUrl(address.searchParams, productsShape)
  const state = productStates.find((name) => name === url.filters["etat"]) ?? null
  const removingId = address.searchParams.get("supprimer") ?? ""
  // Read separately: the product may be on another page of the list.
  const [list, counts, bookings, productToRemove] = await loadScreen("Error loading products", () =>
    Promise.all([listProducts({ ...url, state }), countProducts(), countBookings(removingId), readProduct(removingId)]),
  )
  const { flash, headers } = await takeFlash(request)
  const view: ProductsView = {
    url,
    lines: list.rows.map(productLine),
    total: list.total,
    page: list.page,
    pages: list.pages,
    counts,
    removing: productToRemove ? { id: productToRemove.id, name: productToRemove.name, bookings } : null,
    flash,
  }
  return data(view, { headers })
}

const Act = z.object({ id: idField })
const Start = z.object({ modele: z.enum(starterNames) })

const listFormat = new Intl.ListFormat("fr-FR")

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const returnHref = returnPath(url)
  const refused = refuseWithFlash(returnHref)
  const flash = (title: string, text?: string) =>
    redirectWith({ kind: "success", title, ...(text === undefined ? {} : { text }) }, returnHref)
  const redirectGone = () => redirectWith(productGoneMessage, returnHref)

  async function setActive(id: ProductId, active: boolean) {
    const set = await setProductActive(editor, id, active)
    if (set.ok) return flash(active ? "Produit activé" : "Produit désactivé")
    if (set.error.kind === "gone") return redirectGone()
    if (set.error.kind === "no-price")
      return redirectWith(
        {
          kind: "error",
          title: "Ce produit n’a pas de prix",
          text: "Donnez-lui un prix par jour ou une formule, puis activez-le.",
        },
        returnHref,
      )
    return redirectWith(
      { kind: "error", title: "Ce produit est archivé", text: "Désarchivez-le d’abord, puis activez-le." },
      returnHref,
    )
  }

  function redirectNeeded(products: readonly string[]) {
    const text = `Il fait partie de ${listFormat.format(products)}. Retirez-l’en d’abord.`
    return redirectWith({ kind: "error", title: "Ce produit sert encore", text }, returnHref)
  }

  async function duplicate(id: ProductId) {
    const copy = await duplicateProduct(editor, id)
    if (!copy.ok) return redirectGone()
    const text = "Voici la copie, inactive\u00a0: changez-la, puis activez-la."
    return redirectWith(
      { kind: "success", title: "Produit dupliqué", text },
      href("/admin/products/:id", { id: copy.value }),
    )
  }

  async function start(starter: Starter) {
    const text = "Le voici, inactif\u00a0: changez ses prix et ses mots, ajoutez son image, puis activez-le."
    return redirectWith(
      { kind: "success", title: "Produit créé", text },
      href("/admin/products/:id", { id: await startProduct(editor, starter) }),
    )
  }

  async function remove(id: ProductId) {
    const removed = await removeProduct(editor, id)
    if (!removed.ok) return removed.error.kind === "gone" ? redirectGone() : redirectNeeded(removed.error.products)
    const { how, bookings, eventId } = removed.value
    if (how === "removed")
      return redirectWith(
        { kind: "success", title: "Produit supprimé", ...undoable("product.removed", eventId) },
        returnHref,
      )
    const text = `Il a ${bookings > 1 ? `${bookings} réservations` : "une réservation"}\u00a0: il reste lisible parmi les archivés.`
    return redirectWith(
      { kind: "success", title: "Produit archivé", ...undoable("product.archived", eventId, text) },
      returnHref,
    )
  }

  async function restore(id: ProductId) {
    const restored = await restoreProduct(editor, id)
    return restored.ok
      ? flash("Produit désarchivé", "Il reste inactif jusqu’à ce que vous l’activiez.")
      : redirectGone()
  }

  return handleForm(
    request,
    {
      activer: act(Act, ({ id }) => setActive(id, true), {
        log: "Error updating product status",
        failed: "Le produit n’a pas pu être activé",
        refused,
      }),
      desactiver: act(Act, ({ id }) => setActive(id, false), {
        log: "Error updating product status",
        failed: "Le produit n’a pas pu être désactivé",
        refused,
      }),
      dupliquer: act(Act, ({ id }) => duplicate(id), {
        log: "Error saving product",
        failed: "Le produit n’a pas pu être dupliqué",
        refused,
      }),
      commencer: act(Start, ({ modele }) => start(modele), {
        log: "Error saving product",
        failed: "Le produit n’a pas pu être créé",
        refused,
      }),
      supprimer: act(Act, ({ id }) => remove(id), {
        log: "Error deleting product",
        failed: "Le produit n’a pas pu être supprimé",
        refused,
      }),
      desarchiver: act(Act, ({ id }) => restore(id), {
        log: "Error updating product status",
        failed: "Le produit n’a pas pu être désarchivé",
        refused,
      }),
    },
    { refused },
  )
}

/** Returns to the product page that the act came from, or to the list without its dialog. */
function returnPath({ searchParams }: URL): string {
  const values = new URLSearchParams(searchParams)
  const from = values.get("vers")
  if (from && isId(from)) return href("/admin/products/:id", { id: from })
  for (const name of ["supprimer", "index"]) values.delete(name)
  return values.size > 0 ? `${productsPath}?${values}` : productsPath
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, productsShape, location.search, { etat: labelsOf(productStateOptions) }),
    canonical: null,
  })

export default function Products({ loaderData }: Route.ComponentProps) {
  return <ProductsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les produits n’ont pas pu être chargés" />
}
