import { filterByName } from "../../../../isomorphic/text/name-search.ts"
import { clampPage } from "../../../../server/platform/pagination.ts"
import { manualPath } from "../../../../server/catalog/manual-path.ts"
import { listProductChoices } from "../../../../server/catalog/queries.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { LabelsScreen, type LabelsView } from "./screen.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { pickedProduct } from "../../kit/catalog/products.server.ts"
import { readPage, readWholeNumber } from "../../../../domain/whole-number.ts"

const { title } = screens.manualLabels
const MAX_COPIES = 12
/** Each product is in the URL, of which a server reads 16 KiB. */
const MAX_ON_SHEET = 250
const PRODUCTS_PER_PAGE = 24

/** `?q=bois&page=2&produit=…&produit=…&nombre=4` */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [products, site] = await loadScreen("Error loading products", () =>
    Promise.all([listProductChoices(), readSiteConfig()]),
  )
  const chosenIds = new Set(url.searchParams.getAll("produit"))
  const search = (url.searchParams.get("q") ?? "").trim().slice(0, 200)
  const matches = filterByName(products, search)
  const { page, pages, offset } = clampPage(matches.length, readPage(url.searchParams.get("page")), PRODUCTS_PER_PAGE)
  const copies = readWholeNumber(url.searchParams.get("nombre")) ?? 1
  const chosen = products.filter(({ id }) => chosenIds.has(id))
  const view: LabelsView = {
    search,
    products: matches.slice(offset, offset + PRODUCTS_PER_PAGE).map(pickedProduct),
    matchCount: matches.length,
    hasSeveralPages: products.length > PRODUCTS_PER_PAGE,
    page,
    pages,
    labels: chosen.slice(0, MAX_ON_SHEET).map(({ id, name }) => ({ id, name, address: canonicalUrl(manualPath(id)) })),
    omittedCount: Math.max(0, chosen.length - MAX_ON_SHEET),
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
