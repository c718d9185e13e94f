import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { describe, expect, test } from "vitest"
import { JsonLd, type StructuredData } from "./json-ld.tsx"

function read(markup: string): unknown {
  const [, text = ""] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(markup) ?? []
  return JSON.parse(text)
}

function written(data: StructuredData | StructuredData[]): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <JsonLd data={data} />
    </MemoryRouter>,
  )
}

describe("structured data", () => {
  test("structured data are one object, or a graph of several", () => {
    const thing: StructuredData = { "@type": "Thing", name: "Photomaton" }
    expect(read(written(thing))).toEqual({ "@context": "https://schema.org", ...thing })
    expect(read(written([thing, thing]))).toEqual({
      "@context": "https://schema.org",
      "@graph": [thing, thing],
    })
  })

  test.each([
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "</SCRIPT >",
    "l’été & « l’hiver » \u2028 \\u003c",
  ])("structured data escape any user text: %s", (name) => {
    const markup = written({ "@type": "Thing", name })
    expect(markup.slice(1, -"</script>".length)).not.toContain("<")
    expect(read(markup)).toMatchObject({ name })
  })
})
