import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { OrderRecap } from "./order-recap.tsx"

test("the recap above the button shows the deposit and explains it", () => {
  const recap = (securityDeposit: number) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <OrderRecap
          productName="Borne"
          days={["2027-06-12"]}
          address={{ street: "12 quai de la Marne", zipCode: "94340", instructions: "", city: "Joinville-le-Pont" }}
          addressHref="/book"
          isDelivery={false}
          total="120 €"
          securityDeposit={securityDeposit}
        />
      </MemoryRouter>,
    )
  expect(recap(30_000)).toContain("<dt>Caution</dt><dd>300\u202f€, une empreinte de carte")
  expect(recap(0)).not.toContain("Caution")
})
