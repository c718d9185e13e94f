import { href } from "react-router"
import { JsonLd } from "../frame/json-ld.tsx"
import { useVatMode } from "../../kit/vat-mode.ts"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { type ProductFacts, buildBreadcrumbData, buildProductData } from "../frame/structured-data.ts"
import { productHref } from "../kit/links.ts"

export function ProductData({ product, site, origin }: { product: ProductFacts; site: SiteIdentity; origin: string }) {
  const vatMode = useVatMode()
  const crumbs = [
    { label: "Accueil", href: href("/") },
    { label: "Catalogue", href: href("/catalog") },
    { label: product.name, href: productHref(product) },
  ]
  const data = import.meta.env.SSR
    ? [buildProductData(product, { site, origin, vatMode }), buildBreadcrumbData(crumbs, origin)]
    : null
  return <JsonLd data={data} />
}
