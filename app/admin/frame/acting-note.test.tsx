import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { ActingIdentity, SiteIdentity } from "../../http/site-identity.ts"
import { AdminShell } from "./shell.tsx"

const site = { companyName: "Guinguette", logo: null, icon: "camera" } as SiteIdentity

function render(acting: ActingIdentity["acting"]): string {
  const Screen = createRoutesStub([
    {
      path: "/admin/bookings",
      Component: () => (
        <AdminShell site={site} counts={{ requests: 0, messages: 0 }} userId="one" acting={acting}>
          Réservations
        </AdminShell>
      ),
    },
  ])
  return renderToStaticMarkup(<Screen initialEntries={["/admin/bookings?page=2"]} />)
}

test("an administrator acting for a customer sees it in the back office, with the way back to this screen @R-account-sharing", () => {
  const html = render({ name: "Claire Martin", rights: "view" })
  expect(html).toContain('aria-label="Vous agissez pour Claire Martin"')
  expect(html).toMatch(/<form[^>]* action="\/agir-pour"[^>]*>.*value="\/admin\/bookings\?page=2".*value="moi"/)
  for (const none of [null, { name: "Claire Martin", rights: null }])
    expect(render(none)).not.toContain("Vous agissez pour")
})
