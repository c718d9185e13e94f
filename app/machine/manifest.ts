import { href } from "react-router"
import { readSite } from "../../server/shop/content/site.ts"
import { withEtag, respond } from "../http/cached-answer.server.ts"
import { toSiteIdentity } from "../http/site-identity.server.ts"
import type { Route } from "./+types/manifest"

const HOUR = 3600
/** Home screens crop longer names. */
const MAX_SHORT_NAME_LENGTH = 12

export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const site = toSiteIdentity(await readSite())
  const manifest = {
    id: "/",
    name: site.companyName,
    ...(site.companyName.length <= MAX_SHORT_NAME_LENGTH && { short_name: site.companyName }),
    ...(site.description && { description: site.description }),
    lang: "fr",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: "#fbf6ee",
    theme_color: "#002a31",
    icons: [
      { src: href("/favicon.svg"), type: "image/svg+xml", sizes: "any" },
      { src: href("/icones/:file", { file: "192.png" }), type: "image/png", sizes: "192x192" },
      { src: href("/icones/:file", { file: "512.png" }), type: "image/png", sizes: "512x512" },
      {
        src: href("/icones/:file", { file: "maskable-512.png" }),
        type: "image/png",
        sizes: "512x512",
        purpose: "maskable",
      },
    ],
  }
  return respond(request, withEtag(JSON.stringify(manifest), "application/manifest+json"), HOUR)
}
