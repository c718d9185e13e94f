import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { afterEach, expect, test, vi } from "vitest"
import { hasKept } from "../../kit/kept-store.ts"
import { AuthPage } from "./page.tsx"

afterEach(() => vi.unstubAllGlobals())

function signInPage(refused: boolean): string {
  const Screen = createRoutesStub([
    { path: "/", Component: () => <AuthPage mode="sign-in" retour="/admin/faq" refused={refused} /> },
  ])
  return renderToStaticMarkup(<Screen />)
}

test("whoever is put out of a page is told why the sign-in form is there", () => {
  const reason = "Votre session a pris fin, ou cette page demande de se connecter."
  expect(signInPage(true)).toContain(reason)
  expect(signInPage(false)).not.toContain(reason)
})

test("typing is announced as kept for the page it was typed on, and for no other", () => {
  vi.stubGlobal("sessionStorage", { "guinguette.saisie.anna /admin/options?produit=1": "[]" })
  expect(hasKept("/admin/options")).toBe(true)
  expect(hasKept("/admin/options?produit=2")).toBe(true)
  expect(hasKept("/admin/option")).toBe(false)
  expect(hasKept("/admin/faq")).toBe(false)
})

test("a browser that refuses storage keeps nothing, and the form says nothing of it", () => {
  vi.stubGlobal("sessionStorage", undefined)
  expect(hasKept("/admin/faq")).toBe(false)
})
