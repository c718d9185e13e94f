import { Link, href } from "react-router"
import { listPublicProducts } from "../../../../server/shop/content/public-pages.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { type PageGroup, publicPages } from "../../../http/public-pages.ts"
import { productHref } from "../../kit/links.ts"
import type { Route } from "./+types/route"

export async function loader() {
  const products = await listPublicProducts()
  const manuals = products.filter(({ manualChangedAt }) => manualChangedAt !== null)
  const groups: PageGroup[] = [
    { title: "Produits", pages: products.map((product) => ({ path: productHref(product), label: product.name })) },
    {
      title: "Notices",
      pages: manuals.map(({ id, name }) => ({ path: href("/manual/:id", { id }), label: `Notice\u00A0: ${name}` })),
    },
  ]
  return { groups: groups.filter(({ pages }) => pages.length > 0), canonical: canonicalUrl(href("/sitemap")) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: "Plan du site",
    description: "Toutes les pages du site\u00A0: catalogue, produits, notices, aide, contact et informations légales.",
    canonical: loaderData?.canonical ?? null,
  })

export default function Sitemap({ loaderData: { groups } }: Route.ComponentProps) {
  const [first, ...others] = publicPages
  return (
    <div className="page stack gap-8 py-12 lg:pb-24">
      <h1 className="title-page">Plan du site</h1>
      <div className="grid gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {[...(first ? [first] : []), ...groups, ...others].map(({ title, pages }) => (
          <div key={title} className="stack gap-2">
            <h2 className="title-card">{title}</h2>
            <ul>
              {pages.map(({ path, label }) => (
                <li key={path}>
                  <Link className="link-alone" to={path}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}
