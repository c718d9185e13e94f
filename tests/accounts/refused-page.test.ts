import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { ErrorBoundary } from "../../app/root.tsx"
import type { SiteIdentity, VisitorIdentity } from "../../app/http/site-identity.ts"

const site = {
  companyName: "Guinguette",
  logo: null,
  icon: "camera",
  conformity: "non audité",
  year: 2027,
} as SiteIdentity
const visitor: VisitorIdentity = {
  name: "Paul",
  email: "paul@exemple.fr",
  role: null,
  isNew: true,
  canMail: true,
  phoneMissing: false,
  acting: { name: "Claire", rights: "view" },
  others: [],
  cartLines: 0,
}

test("a refused or missing page has the site's frame for a new account too", () => {
  const answers = [
    [403, { why: "own-only", name: "Claire" }, "Cette page est celle de votre compte"],
    [403, { why: "other-account", name: "Claire" }, "Cette réservation est d’un autre compte"],
    [404, null, "introuvable"],
  ] as const
  for (const [status, data, sentence] of answers) {
    const error = { status, statusText: "", internal: false, data }
    const Refused = () => createElement(ErrorBoundary, { error, params: {} })
    const Screen = createRoutesStub([{ id: "root", path: "/", Component: () => null, ErrorBoundary: Refused }])
    const hydrationData = { loaderData: { root: { site, visitor } }, errors: { root: error } }
    const html = renderToStaticMarkup(createElement(Screen, { initialEntries: ["/"], hydrationData }))
    expect(html).toContain(sentence)
    expect(html).toContain('id="contenu"')
  }
})
