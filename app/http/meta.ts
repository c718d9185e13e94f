import { type MetaDescriptor, href } from "react-router"
import type { SiteIdentity } from "./site-identity.ts"

type PageHead = {
  title: string | null
  description?: string | null | undefined
  canonical: string | null
  preview?: { path: string; alt: string } | undefined
}

const previewSize = { width: "1200", height: "630" }

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
          ...sharingTags({ title: title ?? fullTitle, summary, canonical, preview, siteName: site?.companyName }),
        ]),
  ]
}

export const secretLinkHeaders = () => ({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" })

/** The address is a secret. */
export function secretLinkMeta(site: SiteIdentity | undefined, title: string): MetaDescriptor[] {
  return [...pageMeta(site, { title, canonical: null }), { name: "referrer", content: "no-referrer" }]
}

type SharingInput = Pick<PageHead, "preview"> & {
  title: string
  summary: string | undefined
  canonical: string
  siteName: string | undefined
}

function sharingTags({ title, summary, canonical, preview, siteName }: SharingInput): MetaDescriptor[] {
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
