import type { MetaDescriptor } from "react-router"
import type { SiteIdentity } from "../components/site/site-identity.ts"

/** What a page says of itself to search engines and to the tab of the browser. */
export type PageHead = {
  /** Without the company's name, which is added; null: the site's own title. */
  title: string | null
  /** When it has none of its own, the site's. */
  description?: string | null
  /** The page's one address, absolute; null for a page that has none, such as a list of results. */
  canonical: string | null
}

/** Title, description and canonical link of a public page. `site` is absent when nothing could be read. */
export function pageMeta(site: SiteIdentity | undefined, { title, description, canonical }: PageHead): MetaDescriptor[] {
  const summary = description || site?.description
  return [
    { title: title === null ? (site?.title ?? "") : [title, site?.companyName].filter(Boolean).join(" – ") },
    ...(summary ? [{ name: "description", content: summary }] : []),
    canonical === null ? { name: "robots", content: "noindex" } : { tagName: "link", rel: "canonical", href: canonical },
  ]
}
