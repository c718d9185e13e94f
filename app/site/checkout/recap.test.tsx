import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CheckoutRecap } from "./recap.tsx"
import type { CheckoutLine } from "./view.ts"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }

const line = (name: string, securityDeposit: number) =>
  ({
    id: name,
    name,
    when: { dates: ["2027-06-12"] },
    total: 12_000,
    securityDeposit,
  }) as Partial<CheckoutLine> as CheckoutLine

const render = (...lines: CheckoutLine[]) =>
  renderToStaticMarkup(
    <CheckoutRecap
      lines={lines}
      address={address}
      isDelivery={false}
      quote={{ kind: "to-confirm", distanceKm: 0, fee: 0 }}
      total="240 €"
    />,
  )

test("the recap above the button shows each deposit by its machine, and explains a deposit", () => {
  const html = render(line("Borne", 30_000), line("Miroir", 50_000), line("Jeux", 0))
  expect(html).toContain("<dt>Cautions</dt>")
  expect(html).toContain("Borne\u00a0: 300\u202f€, Miroir\u00a0: 500\u202f€")
  expect(html).toContain("Ce n’est pas un paiement")
  expect(html).not.toContain("Jeux\u00a0:")
  expect(render(line("Jeux", 0))).not.toContain("Caution")
})
