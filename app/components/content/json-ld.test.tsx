import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { JsonLd } from "./json-ld.tsx"

test("structured data says what it was given, and nothing in it can leave its element", () => {
  const name = "</script><script>alert(1)</script> <!-- & \u2028"
  const markup = renderToStaticMarkup(<JsonLd data={{ "@type": "Question", name }} />)
  const [, json = ""] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(markup) ?? []
  expect(json).not.toMatch(/[<\u2028]/)
  expect(JSON.parse(json)).toEqual({ "@context": "https://schema.org", "@type": "Question", name })
})
