import { href } from "react-router"
import { readSiteConfig } from "../../server/shop/content/site.ts"
import { canonicalUrl } from "../http/canonical.server.ts"

const MONTHS_VALID = 6

/** RFC 9116; it must name an end, which moves with each answer. */
export async function loader(): Promise<Response> {
  const { companyEmail } = await readSiteConfig()
  if (!companyEmail) return answer("Cette boutique n’a pas d’adresse de contact.\n", 404, "no-store")
  const expires = new Date()
  expires.setUTCMonth(expires.getUTCMonth() + MONTHS_VALID)
  const lines = [
    `Contact: mailto:${encodeURI(companyEmail)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: fr, en",
    `Canonical: ${canonicalUrl(href("/.well-known/security.txt"))}`,
    "",
  ]
  return answer(lines.join("\n"), 200, "public, max-age=3600")
}

function answer(text: string, status: number, cacheControl: string): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cacheControl },
  })
}
