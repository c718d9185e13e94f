import { data } from "react-router"
import { z } from "zod"
import { productsInOrder } from "../../../server/catalog/admin-queries.ts"
import { forgetProductOrder, moveProduct, orderProducts } from "../../../server/catalog/order-products.ts"
import { CatalogueOrderScreen } from "../../components/admin-catalogue/catalogue-order-screen.tsx"
import { productsPath } from "../../components/admin-catalogue/products-view.ts"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { parseForm } from "../forms.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/products-order"
import { editorOf, loadOrLog } from "./edits.ts"
import { redirectWith, takeFlash } from "./flash.ts"
import { listChanged, productGone, tryAct } from "./product-acts.ts"
import { productLine } from "./products-props.ts"

const here = `${productsPath}/ordre`
const { title } = screens.productsOrder

export async function loader({ request, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const products = await loadOrLog("Error loading products", productsInOrder)
  const { flash, headers } = await takeFlash(request)
  return data({ lines: products.map(productLine), placed: products.some(({ order }) => order > 0), flash }, { headers })
}

const Act = z.object({ intent: z.enum(["monter", "descendre", "ordonner", "oublier"]), id: z.guid().optional(), ordre: z.array(z.guid()).max(2000) })

export async function action({ request, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, Act)
  if (!form.ok) return form.refusal
  const { intent, id = "", ordre } = form.value
  return tryAct("ordonner", here, async () => {
    if (intent === "oublier") {
      await forgetProductOrder(editor)
      return redirectWith({ kind: "success", title: "Les plus récents d’abord" }, here)
    }
    const outcome = await (intent === "ordonner" ? orderProducts(editor, ordre) : moveProduct(editor, id, intent === "monter" ? "up" : "down"))
    if (outcome.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
    return redirectWith(outcome.error.kind === "gone" ? productGone : listChanged, here)
  })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function ProductsOrder({ loaderData }: Route.ComponentProps) {
  return <CatalogueOrderScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les produits n’ont pas pu être chargés" />
}
