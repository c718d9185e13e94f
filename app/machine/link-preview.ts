import type { Kept } from "../../server/kept/declaration.ts"
import { type PreviewFacts, productPreview, renderPreview, sitePreview } from "../../server/link-previews/previews.ts"
import { answerOf, remembering, respond } from "../http/cached-answer.server.ts"
import type { Route } from "./+types/link-preview"

const DAY = 24 * 3600

/** Drawn once for each state of a product; the last hundred are some 8 MB. */
const drawn = remembering(
  100,
  (facts: PreviewFacts) => JSON.stringify(facts),
  async (facts) => answerOf(await renderPreview(facts), "image/jpeg"),
)

export const kept: Kept = { reads: ["products", "images", "site_config"] }

/** What a shared link shows: "/og/site.jpg", or "/og/<product's id>.jpg". */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const [, name] = /^([0-9a-z-]+)\.jpg$/.exec(params.file) ?? []
  const facts = name === undefined ? null : name === "site" ? await sitePreview() : await productPreview(name)
  if (!facts)
    return new Response("Introuvable\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } })
  return respond(request, await drawn(facts), DAY)
}
