import { manualPath } from "../../../../server/content/manual-path.ts"
import { allProducts } from "../../../../server/catalog/queries.ts"
import { readSiteConfig } from "../../../../server/content/site.ts"
import { LabelsScreen, type LabelsView } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { pickedProduct } from "../../kit/catalog/products.server.ts"

const { title } = screens.manualLabels
const MAX_COPIES = 12

/** `?produit=…&produit=…&nombre=4`: a sheet with the QR codes of those products. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [products, site] = await loadScreen("Error loading products", () =>
    Promise.all([allProducts(), readSiteConfig()]),
  )
  const asked = new Set(url.searchParams.getAll("produit"))
  const copies = Number(url.searchParams.get("nombre") ?? 1)
  const view: LabelsView = {
    products: products.map(pickedProduct),
    labels: products
      .filter(({ id }) => asked.has(id))
      .map(({ id, name }) => ({ id, name, address: canonicalUrl(manualPath(id)) })),
    copies: Number.isInteger(copies) && copies >= 1 && copies <= MAX_COPIES ? copies : 1,
    companyName: site.companyName,
  }
  return view
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function ManualLabels({ loaderData }: Route.ComponentProps) {
  return <LabelsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les étiquettes n’ont pas pu être préparées" />
}
