import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { AuthPage } from "./page.tsx"

function signInPage(refused: boolean): string {
  const Screen = createRoutesStub([
    { path: "/", Component: () => <AuthPage mode="sign-in" retour="/admin/faq" isSignInRequired={refused} /> },
  ])
  return renderToStaticMarkup(<Screen />)
}

test("a visitor signed out of a page reads why the sign-in form appears", () => {
  const reason = "Connectez-vous pour continuer."
  expect(signInPage(true)).toContain(reason)
  expect(signInPage(false)).not.toContain(reason)
})
