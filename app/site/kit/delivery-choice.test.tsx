import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { DeliveryChoice } from "./delivery-choice.tsx"

const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" }

function shown(warehouse: string | null) {
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

test("where the shop has no depot, nobody reads that their address was not found: the shop works it out", () => {
  expect(shown(null)).toContain("Nous calculons la distance après votre demande.")
  expect(shown(null)).not.toContain("pas pu situer votre adresse")
  expect(shown("8 quai de la Marne")).toContain("Nous n’avons pas pu situer votre adresse.")
})

test("what delivery may cost yet is said only while delivery is ticked, script or not", () => {
  expect(shown("8 quai de la Marne")).toMatch(
    /<div class="if-delivery"><div class="notice[^"]*">.*Distance à confirmer/,
  )
})
