import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { DeliveryChoice, OrderTerms } from "./delivery-choice.tsx"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }

function render(warehouse: string | null) {
  return renderToStaticMarkup(
    <DeliveryChoice
      quote={{ kind: "to-confirm", distanceKm: 0, fee: 0 }}
      address={address}
      rule={{ feePerKm: 200, freeThresholdKm: 10, maximumKm: null }}
      warehouse={warehouse}
      isDelivery
      onMode={() => undefined}
    />,
  )
}

test("a shop without a depot never says that an address was not found: the shop sets the fee itself", () => {
  expect(render(null)).toContain("nous ajouterons ensuite les frais de livraison")
  expect(render(null)).not.toContain("pas pu situer votre adresse")
  expect(render("8 quai de la Marne")).toContain("Nous n’avons pas pu situer votre adresse.")
})

test("the estimated delivery fee is visible only while delivery is ticked, with or without a script", () => {
  expect(render("8 quai de la Marne")).toMatch(
    /<div class="if-delivery"><div class="notice[^"]*">.*Distance à confirmer/,
  )
})

test("the text above the button promises an immediate confirmation in the mode that allows it", () => {
  const read = (delivery: boolean, pickup: boolean) =>
    renderToStaticMarkup(<OrderTerms othersName={null} instant={{ delivery, pickup }} />)
  expect(read(false, false)).toContain("Nous vous répondons sous 24\u00a0h.")
  expect(read(false, false)).not.toContain("Confirmation immédiate")
  expect(read(true, true)).not.toContain("24\u00a0h")
  expect(read(false, true)).toMatch(/if-delivery.*24\sh.*if-pickup.*Confirmation immédiate/)
})
