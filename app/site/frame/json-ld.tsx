import { useLocation } from "react-router"

/** A schema.org object, with its "@type". */
export type StructuredData = { readonly "@type": string | readonly string[]; readonly [property: string]: unknown }

/**
 * Facts for search engines, as a data block: browsers read it and run nothing of it, whatever the page's policy says
 * of scripts. Several objects become one graph. Nothing that a person wrote can end the block.
 *
 * Null in the browser, which has no script to make them (`import.meta.env.SSR`): it keeps the block of the page that was
 * asked for as it is, and leaves that of a page that it went to by itself empty.
 */
export function JsonLd({ data }: { data: StructuredData | readonly StructuredData[] | null }) {
  const { pathname } = useLocation()
  // oxlint-disable-next-line react/no-danger -- no "<" is left in it
  return (
    <script
      key={pathname}
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: data ? jsonLdText(data) : "" }}
    />
  )
}

/** The block's text: JSON in which no "<" is left, so that neither "</script" nor "<!--" can be. */
function jsonLdText(data: StructuredData | readonly StructuredData[]): string {
  const context = "https://schema.org"
  const block = isList(data) ? { "@context": context, "@graph": data } : { "@context": context, ...data }
  return JSON.stringify(block).replaceAll("<", "\\u003c")
}

function isList(data: StructuredData | readonly StructuredData[]): data is readonly StructuredData[] {
  return Array.isArray(data)
}
