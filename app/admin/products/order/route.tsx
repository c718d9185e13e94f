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
import { parseForm } from "../../../http/forms.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { listChanged, productGone, tryAct } from "../../kit/catalog/product-acts.server.ts"
import { productLine } from "../../kit/catalog/products.server.ts"

const { to: path, title } = screens.productsOrder
const hrefOf = (page: number) => (page > 1 ? `${path}?page=${page}` : path)

function pageIn({ searchParams }: URL): number {
  const page = Number(searchParams.get("page"))
  return Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [products, { placed }] = await loadOrLog("Error loading products", () =>
    Promise.all([productsInOrder(pageIn(url)), countProducts()]),
  )
  const { flash, headers } = await takeFlash(request)
  const { rows, total, page, pages, offset } = products
  return data({ lines: rows.map(productLine), total, page, pages, offset, placed: placed > 0, flash }, { headers })
}

const Act = z.object({
  intent: z.enum(["monter", "descendre", "en-tete", "ordonner", "oublier"]),
  id: z.guid().optional(),
  ordre: z.array(z.guid()).max(PRODUCTS_TO_ORDER),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, Act)
  if (!form.ok) return form.refusal
  const { intent, id = "", ordre } = form.value
  const page = pageIn(url)
  const here = hrefOf(page)
  return tryAct("ordonner", here, async () => {
    if (intent === "oublier") {
      await forgetProductOrder(editor)
      return redirectWith({ kind: "success", title: "Les plus récents d’abord" }, here)
    }
    if (intent === "en-tete") {
      const first = await putProductFirst(editor, id)
      return redirectWith(
        first.ok ? { kind: "success", title: "Placé en tête du catalogue" } : productGone,
        first.ok ? path : here,
      )
    }
    const outcome = await (intent === "ordonner"
      ? orderProducts(editor, ordre, { page })
      : moveProduct(editor, id, intent === "monter" ? "up" : "down"))
    if (outcome.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
    return redirectWith(outcome.error.kind === "gone" ? productGone : listChanged, here)
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function ProductsOrder({ loaderData }: Route.ComponentProps) {
  return <CatalogueOrderScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les produits n’ont pas pu être chargés" />
}
