import { type MetaDescriptor, href } from "react-router"
import type { SiteIdentity } from "./site-identity.ts"

/** What a page says of itself to search engines and to the tab of the browser. */
export type PageHead = {
  /** Without the company's name, which is added; null: the site's own title. */
  title: string | null
  /** When it has none of its own, the site's. */
  description?: string | null | undefined
  /** The page's one address, absolute; null for a page that has none, such as a list of results. */
  canonical: string | null
  /** What a link to it shows where it is shared: the path of a JPEG of 1200 × 630. When it has none of its own, the site's. */
  preview?: { path: string; alt: string } | undefined
}

const previewSize = { width: "1200", height: "630" }

/**
 * Title, description and canonical link of a public page, and what a shared link shows of it. `site` is absent when
 * nothing could be read.
 */
export function pageMeta(
  site: SiteIdentity | undefined,
  { title, description, canonical, preview }: PageHead,
): MetaDescriptor[] {
  const summary = description || site?.description
  const fullTitle = title === null ? (site?.title ?? "") : [title, site?.companyName].filter(Boolean).join(" – ")
  return [
    { title: fullTitle },
    ...(summary ? [{ name: "description", content: summary }] : []),
    ...(canonical === null
      ? [{ name: "robots", content: "noindex" }]
      : [
          { tagName: "link", rel: "canonical", href: canonical },
          ...sharing({ title: title ?? fullTitle, summary, canonical, preview, siteName: site?.companyName }),
        ]),
  ]
}

type Shared = Pick<PageHead, "preview"> & {
  title: string
  summary: string | undefined
  canonical: string
  siteName: string | undefined
}

/** Open Graph, and the one tag of Twitter's that has no equivalent there. Readers of previews want absolute addresses. */
function sharing({ title, summary, canonical, preview, siteName }: Shared): MetaDescriptor[] {
  const image = preview ?? { path: href("/og/:file", { file: "site.jpg" }), alt: siteName ?? "" }
  const tags: [property: string, content: string | undefined][] = [
    ["og:type", "website"],
    ["og:locale", "fr_FR"],
    ["og:site_name", siteName],
    ["og:title", title],
    ["og:description", summary],
    ["og:url", canonical],
    ["og:image", new URL(image.path, canonical).href],
    ["og:image:type", "image/jpeg"],
    ["og:image:width", previewSize.width],
    ["og:image:height", previewSize.height],
    ["og:image:alt", image.alt || undefined],
  ]
  return [
    ...tags.flatMap(([property, content]) => (content === undefined ? [] : [{ property, content }])),
    { name: "twitter:card", content: "summary_large_image" },
  ]
}
