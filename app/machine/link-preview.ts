import { activeProduct } from "../../server/catalog/queries.ts"
import { readSite } from "../../server/shop/content/site.ts"
import { cutLinkPreview } from "../../server/platform/images/link-preview.ts"
import type { ImageRow } from "../../server/platform/images/queries.ts"
import { log } from "../../server/platform/log.ts"
import { answerOf, remembering, respond } from "../http/cached-answer.server.ts"
import type { Route } from "./+types/link-preview"

const DAY = 24 * 3600

/** Fifty are some 8 MB. */
const cut = remembering(
  50,
  (image: ImageRow | null) => image?.url ?? "",
  async (image) => answerOf(await cutLinkPreview(image), "image/jpeg"),
)

/** The picture of a shared link: "/og/site.jpg", or "/og/<product's id>.jpg". */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const [, name] = /^([0-9a-z-]+)\.jpg$/.exec(params.file) ?? []
  const product = name === undefined || name === "site" ? null : await activeProduct(name)
  if (name !== "site" && !product)
    return new Response("Introuvable\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } })
  const image = product?.image ?? (await readSite()).heroImage
  const preview = await cut(image).catch((error: unknown) => {
    log.warn("A link preview goes without its picture", { error })
    return cut(null)
  })
  return respond(request, preview, DAY)
}
