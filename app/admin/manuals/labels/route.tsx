import { named } from "../../../../isomorphic/text/name-search.ts"
import { pageAt } from "../../../../server/platform/lists.ts"
import { manualPath } from "../../../../server/catalog/manual-path.ts"
import { allProducts } from "../../../../server/catalog/queries.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { LabelsScreen, type LabelsView } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { pickedProduct } from "../../kit/catalog/products.server.ts"
import { readPage, readWhole } from "../../../../domain/whole-number.ts"

const { title } = screens.manualLabels
const MAX_COPIES = 12
/** On one sheet: the form carries each of them in its address, of which a server reads 16 KiB at most. */
const MAX_ON_SHEET = 250
/** More boxes than these nobody reads through. */
const PRODUCTS_SHOWN = 24

/** `?q=bois&page=2&produit=…&produit=…&nombre=4`: a sheet with the QR codes of those products, shown or not. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const [products, site] = await loadScreen("Error loading products", () =>
    Promise.all([allProducts(), readSiteConfig()]),
  )
  const asked = new Set(url.searchParams.getAll("produit"))
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 200)
  const found = named(products, search)
  const { page, pages, offset } = pageAt(found.length, readPage(url.searchParams.get("page")), PRODUCTS_SHOWN)
  const copies = readWhole(url.searchParams.get("nombre")) ?? 1
  const chosen = products.filter(({ id }) => asked.has(id))
  const view: LabelsView = {
    search,
    products: found.slice(offset, offset + PRODUCTS_SHOWN).map(pickedProduct),
    found: found.length,
    many: products.length > PRODUCTS_SHOWN,
    page,
    pages,
    labels: chosen.slice(0, MAX_ON_SHEET).map(({ id, name }) => ({ id, name, address: canonicalUrl(manualPath(id)) })),
    leftOut: Math.max(0, chosen.length - MAX_ON_SHEET),
    copies: copies >= 1 && copies <= MAX_COPIES ? copies : 1,
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
