/** Structured data for search engines. Data is never run, so it needs no nonce; nothing in it can end the element. */
export function JsonLd({ data }: { data: Readonly<Record<string, unknown>> }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data }).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
