import { data } from "react-router"
import { z } from "zod"
import { countProducts, productsInOrder } from "../../../../server/catalog/admin-queries.ts"
import {
  PRODUCTS_TO_ORDER,
  forgetProductOrder,
  moveProduct,
  orderProducts,
  putProductFirst,
} from "../../../../server/catalog/order-products.ts"
import { CatalogueOrderScreen } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { idField, list } from "../../../http/form-fields.ts"
import type { Route } from "./+types/route"
import { editorOf } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { listChanged, productGone } from "../../kit/catalog/product-acts.server.ts"
import { productLine } from "../../kit/catalog/products.server.ts"
import { readPage } from "../../../../domain/whole-number.ts"

const { to: path, title } = screens.productsOrder
const hrefOf = (page: number) => (page > 1 ? `${path}?page=${page}` : path)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [products, { placed }] = await loadScreen("Error loading products", () =>
    Promise.all([productsInOrder(readPage(url.searchParams.get("page"))), countProducts()]),
  )
  const { flash, headers } = await takeFlash(request)
  const { rows, total, page, pages, offset } = products
  return data({ lines: rows.map(productLine), total, page, pages, offset, placed: placed > 0, flash }, { headers })
}

const Moved = z.object({ id: idField })
const Ordered = z.object({ ordre: list(z.array(idField).max(PRODUCTS_TO_ORDER)) })

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const page = readPage(url.searchParams.get("page"))
  const here = hrefOf(page)
  const refused = refuseWithFlash(here)
  const failure = { log: "Error saving product", failed: "L’ordre n’a pas pu être enregistré", refused }
  const ordered = (outcome: Awaited<ReturnType<typeof orderProducts | typeof moveProduct>>) => {
    if (outcome.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
    return redirectWith(outcome.error.kind === "gone" ? productGone : listChanged, here)
  }
  return handleForm(
    request,
    {
      monter: act(Moved, async ({ id }) => ordered(await moveProduct(editor, id, "up")), failure),
      descendre: act(Moved, async ({ id }) => ordered(await moveProduct(editor, id, "down")), failure),
      ordonner: act(Ordered, async ({ ordre }) => ordered(await orderProducts(editor, ordre, { page })), failure),
      "en-tete": act(
        Moved,
        async ({ id }) => {
          const first = await putProductFirst(editor, id)
          return first.ok
            ? redirectWith({ kind: "success", title: "Placé en tête du catalogue" }, path)
            : redirectWith(productGone, here)
        },
        failure,
      ),
      oublier: act(
        z.object({}),
        async () => {
          await forgetProductOrder(editor)
          return redirectWith({ kind: "success", title: "Les plus récents d’abord" }, here)
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
