import { readActiveProduct } from "../../server/catalog/queries.ts"
import { readSite } from "../../server/shop/content/site.ts"
import { cutLinkPreview } from "../../server/platform/images/link-preview.ts"
import type { ImageRow } from "../../server/platform/images/queries.ts"
import { log } from "../../server/platform/log.ts"
import { withEtag, memoizeLatest, respond } from "../http/cached-answer.server.ts"
import type { Route } from "./+types/link-preview"

const DAY = 24 * 3600

/** Fifty previews take about 8 MB of memory. */
const makePreview = memoizeLatest(
  50,
  (image: ImageRow | null) => image?.url ?? "",
  async (image) => withEtag(await cutLinkPreview(image), "image/jpeg"),
)

/** "/og/site.jpg", or "/og/{product id}.jpg". */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const [, name] = /^([0-9a-z-]+)\.jpg$/.exec(params.file) ?? []
  const product = name === undefined || name === "site" ? null : await readActiveProduct(name)
  if (name !== "site" && !product)
    return new Response("Introuvable\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } })
  const image = product?.image ?? (await readSite()).heroImage
  const preview = await makePreview(image).catch((error: unknown) => {
    log.warn("A link preview goes without its picture", { error })
    return makePreview(null)
  })
  return respond(request, preview, DAY)
}
