import { isId } from "../../../domain/id.ts"
import { publicPages } from "../../http/public-pages.ts"

const paths = new Set(publicPages.flatMap(({ pages }) => pages.map(({ path }) => path)))
const ofProduct = /^\/(product|book|manual)\/:id$/
const productPage = /^\/(product|book|manual)\/([^/]+)$/

/**
 * What a public page is counted under: its path, with the product's id where it has one. Null for every other: what is
 * private (account, cart, confirmation), what holds a secret in its address, what does not exist. `pattern` is the
 * route's: "product/:id".
 */
export function countedPage(pattern: string, params: Readonly<Record<string, string | undefined>>): string | null {
  const route = `/${pattern.replace(/^\//, "")}`
  const product = (params["id"] ?? "").toLowerCase()
  if (ofProduct.test(route)) return isId(product) ? route.replace(":id", product) : null
  const path = route.replace(":page", params["page"] ?? "")
  return paths.has(path) ? path : null
}

/** The same of an address: the page on which somebody accepted to be counted. A product in it may not exist. */
export function countedAddress(address: string): { page: string; productId: string | null } | null {
  const path = (address.split(/[?#]/)[0] ?? "").replace(/(?<=.)\/+$/, "")
  const [, kind, productId] = productPage.exec(path) ?? []
  const page = productId ? countedPage(`/${kind}/:id`, { id: productId }) : countedPage(path, {})
  return page === null ? null : { page, productId: productId?.toLowerCase() ?? null }
}
