import { readProductKey } from "../../../domain/catalog/product-key.ts"
import { isId } from "../../../domain/id.ts"
import { publicPages } from "../../http/public-pages.ts"

const paths = new Set(publicPages.flatMap(({ pages }) => pages.map(({ path }) => path)))
const productPattern = /^\/(product|book|manual)\/:id$/
const productPath = /^\/(product|book|manual)\/([^/]+)$/

/** null for private pages, addresses with secrets and missing pages. `pattern` is the route's: "product/:id". */
export function countedPage(pattern: string, params: Readonly<Record<string, string | undefined>>): string | null {
  const route = `/${pattern.replace(/^\//, "")}`
  const product = readProductKey(params["id"] ?? "").toLowerCase()
  if (productPattern.test(route)) return isId(product) ? route.replace(":id", product) : null
  const path = route.replace(":page", params["page"] ?? "")
  return paths.has(path) ? path : null
}

/** The product in it may not exist. */
export function countedAddress(address: string): { page: string; productId: string | null } | null {
  const path = (address.split(/[?#]/)[0] ?? "").replace(/(?<=.)\/+$/, "")
  const [, kind, productId] = productPath.exec(path) ?? []
  const page = productId ? countedPage(`/${kind}/:id`, { id: productId }) : countedPage(path, {})
  return page === null ? null : { page, productId: productId ? readProductKey(productId).toLowerCase() : null }
}
