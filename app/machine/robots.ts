import { href } from "react-router"
import { canonicalUrl } from "../http/canonical.server.ts"
import { closedToRobots } from "../http/public-pages.ts"

export function loader(): Response {
  const lines = [
    "User-agent: *",
    ...closedToRobots.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${canonicalUrl(href("/sitemap.xml"))}`,
    "",
  ]
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  })
}
