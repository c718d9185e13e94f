import { readFileSync } from "node:fs"
import { renderToStaticMarkup } from "react-dom/server"
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router"
import { expect, test } from "vitest"
import { periods } from "../../domain/retention/periods.ts"
import { DataNote } from "./data-note.tsx"

async function render(use: Parameters<typeof DataNote>[0]["use"]) {
  const routes = [
    {
      id: "root",
      path: "/",
      loader: () => ({ site: { companyName: "Guinguette" } }),
      Component: () => <DataNote use={use} />,
    },
  ]
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request("http://localhost/"))
  if (context instanceof Response) throw new Error("No page was made")
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
  )
}

test("a form says who uses its data, why, how long, and where the rights are explained", async () => {
  const html = await render("contact")
  expect(html).toContain("Guinguette utilise ces données pour vous répondre")
  expect(html).toContain(`${periods.contactYears}\u00a0ans après le dernier échange`)
  expect(html).toContain('href="/legal/privacy"')
  expect(await render("rights")).toContain(`${periods.rightsYears}\u00a0ans après la réponse`)
  expect(await render("booking")).toContain(`${periods.draftDays}\u00a0jours si vous n’envoyez pas la demande`)
})

test("the forms of the account say so too, and so do those to sign up and sign in", () => {
  const forms = [
    "account/account-form.tsx",
    "account/email/page.tsx",
    "account/my-data/rights.tsx",
    "sign-in/ask-verification/page.tsx",
  ]
  const silent = forms.filter((file) => !readFileSync(`app/site/${file}`, "utf8").includes("<DataNote "))
  expect(silent).toEqual([])
})
