import { readSite } from "../../server/shop/content/site.ts"
import { toIco, iconPng } from "../../server/platform/images/icon-files.ts"
import { type CachedAnswer, withEtag, memoizeLatest, respond } from "../http/cached-answer.server.ts"
import { type IconShape, companyIconSvg } from "./company-icon.tsx"
import { toSiteIdentity } from "../http/site-identity.server.ts"
import type { Route } from "./+types/icons"

const SIDE = 64
const HOUR = 3600

type IconFile = { shape: IconShape; make(svg: string): Promise<CachedAnswer> }

const png = (pixels: number, shape: IconShape): IconFile => ({
  shape,
  make: async (svg) => withEtag(await iconPng(svg, SIDE, pixels), "image/png"),
})

const files: Readonly<Record<string, IconFile>> = {
  "favicon.svg": { shape: "rounded", make: async (svg) => withEtag(svg, "image/svg+xml") },
  "favicon.ico": {
    shape: "rounded",
    make: async (svg) => withEtag(toIco(await iconPng(svg, SIDE, 32), 32), "image/x-icon"),
  },
  "apple-touch-icon.png": png(180, "full"),
  "192.png": png(192, "rounded"),
  "512.png": png(512, "rounded"),
  "maskable-512.png": png(512, "full"),
}

const makeIcon = memoizeLatest(
  24,
  ({ name, svg }: { name: string; svg: string; file: IconFile }) => `${name} ${svg}`,
  ({ svg, file }) => file.make(svg),
)

export async function loader({ request, url }: Route.LoaderArgs): Promise<Response> {
  const name = url.pathname.split("/").at(-1) ?? ""
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file)
    return new Response("Introuvable\n", { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" } })
  const svg = companyIconSvg(toSiteIdentity(await readSite()), file.shape)
  return respond(request, await makeIcon({ name, svg, file }), HOUR)
}
