import { useLocation } from "react-router"

/** A schema.org object, with its "@type". */
export type StructuredData = { readonly "@type": string | readonly string[]; readonly [property: string]: unknown }

/** A data block, which browsers never run. null in the browser, which keeps the server's block. */
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

/** Without "<", the text contains neither "</script" nor "<!--". */
function jsonLdText(data: StructuredData | readonly StructuredData[]): string {
  const context = "https://schema.org"
  const block = isList(data) ? { "@context": context, "@graph": data } : { "@context": context, ...data }
  return JSON.stringify(block).replaceAll("<", "\\u003c")
}

function isList(data: StructuredData | readonly StructuredData[]): data is readonly StructuredData[] {
  return Array.isArray(data)
}
