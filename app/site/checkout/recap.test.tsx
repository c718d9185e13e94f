import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CheckoutRecap } from "./recap.tsx"
import type { CheckoutLine } from "./view.ts"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }

const line = (name: string, securityDeposit: number, group = 0) =>
  ({
    id: name,
    name,
    when: { dates: ["2027-06-12"] },
    total: 12_000,
    securityDeposit,
    group,
  }) as Partial<CheckoutLine> as CheckoutLine

const render = (...lines: CheckoutLine[]) =>
  renderToStaticMarkup(
    <CheckoutRecap
      lines={lines}
      address={address}
      isDelivery={false}
      quote={{ kind: "to-confirm", distanceKm: 0, fee: 0 }}
      total="240 €"
      maxSecurityDeposit={60_000}
    />,
  )

test("the recap above the button shows the deposit of each booking within the limit, and explains it", () => {
  const html = render(line("Borne", 30_000), line("Miroir", 50_000), line("Jeux", 0))
  expect(html).toContain("<dt>Caution</dt>")
  expect(html).toContain("<dd>600\u202f€, une empreinte")
  expect(html).toContain("en cas de dommage")
  const several = render(line("Borne", 30_000), line("Jeux", 0), line("Miroir", 50_000, 1))
  expect(several).toContain("<dt>Cautions</dt>")
  expect(several).toContain("Borne\u00a0: 300\u202f€\u00a0; Miroir\u00a0: 500\u202f€, une empreinte")
  expect(render(line("Jeux", 0))).not.toContain("Caution")
})
