import { data } from "react-router"
import { z } from "zod"
import { countProducts, listProductsInOrder } from "../../../../server/catalog/admin-queries.ts"
import {
  ORDER_PAGE_SIZE,
  resetProductOrder,
  moveProduct,
  orderProducts,
  moveProductFirst,
} from "../../../../server/catalog/order-products.ts"
import { CatalogueOrderScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { idField, list } from "../../../http/form-fields.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { listChangedMessage, productGoneMessage } from "../../kit/catalog/product-acts.server.ts"
import { productLine } from "../../kit/catalog/products.server.ts"
import { readPage } from "../../../../domain/whole-number.ts"

const { to: path, title } = screens.productsOrder
const orderPageHref = (page: number) => (page > 1 ? `${path}?page=${page}` : path)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [products, { placed }] = await loadScreen("Error loading products", () =>
    Promise.all([listProductsInOrder(readPage(url.searchParams.get("page"))), countProducts()]),
  )
  const { flash, headers } = await takeFlash(request)
  const { rows, total, page, pages, offset } = products
  return data({ lines: rows.map(productLine), total, page, pages, offset, placed: placed > 0, flash }, { headers })
}

const ProductMove = z.object({ id: idField })
const ProductOrder = z.object({ ordre: list(z.array(idField).max(ORDER_PAGE_SIZE)) })

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const page = readPage(url.searchParams.get("page"))
  const currentHref = orderPageHref(page)
  const refused = refuseWithFlash(currentHref)
  const failure = { log: "Error saving product", failed: "L’ordre n’a pas pu être enregistré", refused }
  const redirectAfterOrdering = (outcome: Awaited<ReturnType<typeof orderProducts | typeof moveProduct>>) => {
    if (outcome.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, currentHref)
    return redirectWith(outcome.error.kind === "gone" ? productGoneMessage : listChangedMessage, currentHref)
  }
  return handleForm(
    request,
    {
      monter: act(ProductMove, async ({ id }) => redirectAfterOrdering(await moveProduct(editor, id, "up")), failure),
      descendre: act(
        ProductMove,
        async ({ id }) => redirectAfterOrdering(await moveProduct(editor, id, "down")),
        failure,
      ),
      ordonner: act(
        ProductOrder,
        async ({ ordre }) => redirectAfterOrdering(await orderProducts(editor, ordre, { page })),
        failure,
      ),
      "en-tete": act(
        ProductMove,
        async ({ id }) => {
          const first = await moveProductFirst(editor, id)
          return first.ok
            ? redirectWith({ kind: "success", title: "Placé en tête du catalogue" }, path)
            : redirectWith(productGoneMessage, currentHref)
        },
        failure,
      ),
      oublier: act(
        z.object({}),
        async () => {
          await resetProductOrder(editor)
          return redirectWith({ kind: "success", title: "Les plus récents d’abord" }, currentHref)
        },
        failure,
      ),
    },
    { refused },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function ProductsOrder({ loaderData }: Route.ComponentProps) {
  return <CatalogueOrderScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les produits n’ont pas pu être chargés" />
}
