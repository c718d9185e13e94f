import { expect, test } from "vitest"
import { deferredType, hydrateAfterPaint } from "./hydrate-after-paint.ts"

const page = `<!DOCTYPE html><html lang="fr"><head><link rel="modulepreload" href="/assets/entry.js" nonce="n"/><link rel="stylesheet" href="/assets/app.css"/></head>\
<body><main>Bonjour</main><script nonce="n">window.__reactRouterContext = {}</script>\
<script nonce="n" type="module" async="">import "/assets/manifest.js";import("/assets/entry.js");</script></body></html>`

test("nothing in the page requests a script before the first paint", () => {
  const arranged = hydrateAfterPaint(page, "n")
  expect(arranged).not.toContain('rel="modulepreload"')
  expect(arranged).not.toContain('type="module" async')
  expect(arranged).toContain(`<script nonce="n" type="${deferredType}">import "/assets/manifest.js"`)
})

test("the loader of the script comes last, knows its files and may run under the CSP", () => {
  const [, last] = /<script nonce="n">([^<]*)<\/script><\/body>/.exec(hydrateAfterPaint(page, "n")) ?? []
  expect(last).toContain(`(["/assets/entry.js"],"${deferredType}")`)
})

test("the rest of the page is unchanged", () => {
  const arranged = hydrateAfterPaint(page, "n")
  for (const part of [
    '<link rel="stylesheet" href="/assets/app.css"/></head>',
    "<main>Bonjour</main>",
    "window.__reactRouterContext = {}",
  ]) {
    expect(arranged).toContain(part)
  }
})

test("a page without a script stays as it is", () => {
  const plain = "<html><head></head><body>Bonjour</body></html>"
  expect(hydrateAfterPaint(plain, "n")).toBe(plain)
})
