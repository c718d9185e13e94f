import { dayInParis } from "../../../domain/day.ts"
import { findDayAvailability } from "../../../server/availability/queries.ts"
import { type ProductForRent, readProductForRent } from "../../../server/catalog/queries.ts"
import { readSite } from "../../../server/shop/content/site.ts"
import { readFinanceSettings } from "../../../server/shop/settings/queries.ts"
import { inlineHash } from "../../../server/platform/request/security.ts"
import { accentHead } from "../../http/site-identity.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { priceFrom, resolveSearch, quoteForPlace } from "../kit/catalog.server.ts"
import { embedPage } from "./page.tsx"
import { embedScript, embedStyle } from "./assets.ts"
import type { EmbedView } from "./view.ts"
import type { Route } from "./+types/route"

/** Same rules and price as on the product's page (decision 66). */
export async function loader({ params, url }: Route.LoaderArgs) {
  const view = await loadScreen("Error loading product", () => readEmbed(params.id, url.searchParams, new Date()), {
    id: params.id,
  })
  return new Response(embedPage(view), {
    status: view.product ? 200 : 404,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": framePolicy },
  })
}

/** Any site may frame it: it does nothing and knows nobody. Overrules X-Frame-Options (CSP 3, 6.4.2.2). */
const framePolicy = [
  "default-src 'none'",
  `style-src 'self' ${inlineHash(embedStyle)}`,
  `script-src ${inlineHash(embedScript)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors *",
].join("; ")

async function readEmbed(id: string, values: URLSearchParams, at: Date): Promise<EmbedView> {
  const [site, finance, product] = await Promise.all([readSite(), readFinanceSettings(), readProductForRent(id)])
  return {
    companyName: site.companyName,
    accent: accentHead(site.accentColor)?.stylesheet ?? null,
    vatMode: finance.vatMode,
    today: dayInParis(at),
    product: product && (await toEmbedProduct(product, values, at)),
  }
}

async function toEmbedProduct(
  product: ProductForRent,
  values: URLSearchParams,
  at: Date,
): Promise<EmbedView["product"]> {
  const search = await resolveSearch(values, dayInParis(at))
  const { day } = search
  const [answers, delivery] = await Promise.all([
    day === null ? null : findDayAvailability([product], day, { customerId: null, at }),
    quoteForPlace(search),
  ])
  const answer = answers?.get(product.id)
  return {
    id: product.id,
    name: product.name,
    from: priceFrom(product),
    search,
    requested: day !== null && answer ? { day, answer } : null,
    delivery,
  }
}
