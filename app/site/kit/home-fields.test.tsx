import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import type { Refusal } from "../../http/refusal.ts"
import { type HomeQuestion, HomePanel } from "./home-fields.tsx"

const place = { street: "1 rue du Château", zipCode: "77300", city: "Fontainebleau" }

function render(question: Partial<HomeQuestion>, refusal: Refusal | null = null): string {
  const whole = { place, proposed: null, isCompany: false, ...question }
  const Component = () => (
    <HomePanel question={whole} refusal={refusal}>
      <p>Pour le contrat.</p>
    </HomePanel>
  )
  const Screen = createRoutesStub([{ path: "/", Component }])
  return renderToStaticMarkup(<Screen />)
}

test("the home is asked with an address saved earlier, and the event's place is a tick", () => {
  const html = render({ proposed: { street: "3 rue du Bal", zipCode: "94340", city: "Joinville" } })
  expect(html).toContain("Votre adresse")
  expect(html).toContain("La même que l’événement\u00a0: 1 rue du Château, 77300 Fontainebleau")
  expect(html).toContain('value="3 rue du Bal"')
  expect(render({ isCompany: true })).toContain("Adresse de votre siège")
})

test("a refused home keeps what was typed, with the error beside its field", () => {
  const values = { intent: "domicile", street: "3 rue du Bal", zipCode: "", city: "Joinville" }
  const html = render({}, { errors: { zipCode: "Indiquez le code postal" }, values, lists: {} })
  expect(html).toContain('value="3 rue du Bal"')
  expect(html).toMatch(/id="domicile-zipCode"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="domicile-zipCode"/)
  // The refusal of another form of the page is not this one's.
  expect(render({}, { errors: { zipCode: "x" }, values: { intent: "signer", street: "y" }, lists: {} })).not.toContain(
    'value="y"',
  )
})
