import { href } from "react-router"
import { readPageDates, listPublicProducts } from "../../server/shop/content/public-pages.ts"
import { canonicalUrl } from "../http/canonical.server.ts"
import { productKey } from "../../domain/catalog/product-key.ts"
import { publicPages } from "../http/public-pages.ts"

type Entry = { path: string; changedAt: Date | null }

export async function loader(): Promise<Response> {
  const [products, dates] = await Promise.all([listPublicProducts(), readPageDates()])
  const entries: Entry[] = [
    ...publicPages.flatMap(({ pages }) => pages.map(({ path }) => ({ path, changedAt: dates.get(path) ?? null }))),
    ...products.map((product) => ({
      path: href("/product/:id", { id: productKey(product) }),
      changedAt: product.changedAt,
    })),
    ...products.flatMap(({ id, manualChangedAt }) =>
      manualChangedAt ? [{ path: href("/manual/:id", { id }), changedAt: manualChangedAt }] : [],
    ),
  ]
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map(urlElement),
    "</urlset>",
    "",
  ].join("\n")
  return new Response(body, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  })
}

function urlElement({ path, changedAt }: Entry): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ""
  return `<url><loc>${escapeXml(canonicalUrl(path))}</loc>${changed}</url>`
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}
