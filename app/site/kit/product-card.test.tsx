import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import type { Day } from "../../../domain/day.ts"
import type { ProductCardView } from "./catalog-view.ts"
import { ProductCard, type ProductCardProps } from "./product-card.tsx"

const day = "2027-06-12" as Day
const forCards =
  `Tirages en bande. ${"Une vraie cabine en pin huilé, construite dans notre atelier. ".repeat(6)}`.trim()
const description = `${forCards}

On s’y serre à quatre, et la bande tombe dans la niche.`
const product: ProductCardView = {
  id: "3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37",
  name: "Photomaton bois",
  description,
  from: { price: 25_000, length: { unit: "day", count: 1 } },
  includedPhotos: null,
  picture: { sources: [], src: "/bois.jpg", width: 1200, height: 900, alt: "" },
  features: [],
  instant: null,
  answer: { free: true, plans: [] },
}

function card(props: Partial<ProductCardProps>): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <ProductCard product={product} day={null} today="2027-06-01" place={{}} {...props} />
    </MemoryRouter>,
  )
}

test("a card shows the first paragraph of its product's description, whatever its length @R-home-products @R-catalog-card", () => {
  expect(card({})).toContain(`${forCards}</p>`)
  expect(card({})).not.toContain("On s’y serre")
})

test("a card shows its starting price, also beside the total for the day and place @R-home-price @R-catalog-card", () => {
  expect(card({})).toMatch(/À partir de <\/span>250€/)
  const whole = card({ day, delivery: { kind: "quoted", distanceKm: 24, fee: 4_800 } })
  expect(whole).toContain("À partir de 250€ par jour, TTC")
  expect(whole).toMatch(/298\s€ <span class="price-from">livré le 12 juin/)
})

test("a card promises an immediate confirmation only where the day and the distance allow it", () => {
  const instant = { ...product, instant: { noticeDays: 11, maximumKm: 24, maximumTotal: null } }
  const delivery = { kind: "quoted", distanceKm: 24, fee: 4_800 } as const
  const promise = "Confirmation immédiate"
  expect(card({})).not.toContain(promise)
  expect(card({ product: instant })).toContain(promise)
  expect(card({ product: instant, day, delivery })).toContain(promise)
  expect(card({ product: instant, day, delivery: { ...delivery, distanceKm: 25 } })).not.toContain(promise)
  expect(card({ product: instant, day: "2027-06-11" })).not.toContain(promise)
})
