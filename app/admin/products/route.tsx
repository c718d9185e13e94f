import { data } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { countProducts, listProducts, productStates, readProduct } from "../../../server/catalog/admin-queries.ts"
import { duplicateProduct } from "../../../server/catalog/edit-products.ts"
import {
  countBookings,
  removeProduct,
  restoreProduct,
  setProductActive,
} from "../../../server/catalog/product-state.ts"
import { isId } from "../../../server/catalog/queries.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ProductsScreen } from "./screen.tsx"
import { type ProductsView, productsPath, productsShape } from "../kit/catalog/products-view.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, undoable } from "../kit/flash.server.ts"
import { productGone, tryAct } from "../kit/catalog/product-acts.server.ts"
import { productLine } from "../kit/catalog/products.server.ts"

const { title } = screens.products

export async function loader({ request, url: address, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const url = readListUrl(address.searchParams, productsShape)
  const state = productStates.find((name) => name === url.filters["etat"]) ?? null
  const asked = address.searchParams.get("supprimer") ?? ""
  // What is asked about may stand on another page of the list.
  const [list, counts, bookings, gone] = await loadOrLog("Error loading products", () =>
    Promise.all([listProducts({ ...url, state }), countProducts(), countBookings(asked), readProduct(asked)]),
  )
  const { flash, headers } = await takeFlash(request)
  const view: ProductsView = {
    url,
    lines: list.rows.map(productLine),
    total: list.total,
    page: list.page,
    pages: list.pages,
    counts,
    removing: gone ? { id: gone.id, name: gone.name, bookings } : null,
    flash,
  }
  return data(view, { headers })
}

const Act = z.object({
  intent: z.enum(["activer", "desactiver", "dupliquer", "supprimer", "desarchiver"]),
  id: z.guid(),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, Act)
  if (!form.ok) return form.refusal
  return tryAct(form.value.intent, listAddress(url), () => act(editor, form.value, listAddress(url)))
}

/** Back to the product that it was done from, or to the list as it was, without the question that lay over it. */
function listAddress({ searchParams }: URL): string {
  const values = new URLSearchParams(searchParams)
  const from = values.get("vers")
  if (from && isId(from)) return `${productsPath}/${from}`
  for (const name of ["supprimer", "index"]) values.delete(name)
  return values.size > 0 ? `${productsPath}?${values}` : productsPath
}

async function act(editor: Administrator, { intent, id }: z.output<typeof Act>, here: string): Promise<Response> {
  switch (intent) {
    case "activer":
    case "desactiver": {
      const outcome = await setProductActive(editor, id, intent === "activer")
      if (outcome.ok)
        return redirectWith(
          { kind: "success", title: intent === "activer" ? "Produit activé" : "Produit désactivé" },
          here,
        )
      if (outcome.error.kind === "gone") return redirectWith(productGone, here)
      return redirectWith(
        { kind: "error", title: "Ce produit est archivé", text: "Désarchivez-le d’abord, puis activez-le." },
        here,
      )
    }
    case "dupliquer": {
      const copy = await duplicateProduct(editor, id)
      if (!copy.ok) return redirectWith(productGone, here)
      return redirectWith(
        {
          kind: "success",
          title: "Produit dupliqué",
          text: "Voici la copie, inactive\u00a0: changez-la, puis activez-la.",
        },
        `${productsPath}/${copy.value}`,
      )
    }
    case "supprimer": {
      const removed = await removeProduct(editor, id)
      if (!removed.ok) return redirectWith(productGone, here)
      const { how, bookings, event } = removed.value
      if (how === "removed")
        return redirectWith({ kind: "success", title: "Produit supprimé", ...undoable("product.removed", event) }, here)
      const text = `Il a ${bookings > 1 ? `${bookings} réservations` : "une réservation"}\u00a0: il reste lisible parmi les archivés.`
      return redirectWith(
        { kind: "success", title: "Produit archivé", ...undoable("product.archived", event, text) },
        here,
      )
    }
    case "desarchiver": {
      const outcome = await restoreProduct(editor, id)
      return redirectWith(
        outcome.ok
          ? { kind: "success", title: "Produit désarchivé", text: "Il reste inactif jusqu’à ce que vous l’activiez." }
          : productGone,
        here,
      )
    }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Products({ loaderData }: Route.ComponentProps) {
  return <ProductsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les produits n’ont pas pu être chargés" />
}
