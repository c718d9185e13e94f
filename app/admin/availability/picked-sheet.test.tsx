import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { describe, expect, test } from "vitest"
import { PickedSheet } from "./picked-sheet.tsx"
import { readPlanningUrl } from "./url.ts"
import type { OtherUnit, UnitSwapView } from "./view.ts"

const url = readPlanningUrl(new URLSearchParams())
const booking = {
  id: "b1",
  number: 1012,
  status: "confirmed",
  clientName: "Lila Morel",
  productName: "Miroir magique",
  rentals: null,
  dates: ["2027-06-12"],
} as const

function drawn(others: OtherUnit[], swaps: UnitSwapView[] = []): string {
  const picked = { booking, productId: "p1", unit: 1, days: booking.dates, others, swaps }
  const Screen = createRoutesStub([
    { path: "/", Component: () => <PickedSheet picked={picked} url={url} refusal={null} /> },
  ])
  return renderToStaticMarkup(<Screen />).replaceAll("<!-- -->", "")
}

describe("the sheet of a selected bar in the planning", () => {
  test("the sheet offers the free units and names who occupies the others", () => {
    const html = drawn([
      { unit: 2, occupants: ["Paul Roux"] },
      { unit: 3, occupants: [] },
    ])
    expect(html).toContain("pris par Paul Roux")
    expect(html).toContain("libre ces jours-là")
    expect(html).toMatch(/<button[^>]*value="deplacer"/)
  })

  test("the sheet offers no form when every other unit is occupied, and names who occupies them", () => {
    const html = drawn([{ unit: 2, occupants: ["Paul Roux"] }])
    expect(html).toContain("Aucun autre exemplaire n’est libre ces jours-là.")
    expect(html).toContain("Exemplaire 2\u00a0: pris par Paul Roux")
    expect(html).not.toMatch(/<form|deplacer|Annulable/)
    expect(html).toContain("Changer les dates")
  })

  test("the sheet offers to swap units, names the other booking and posts the swap", () => {
    const html = drawn(
      [
        { unit: 2, occupants: ["Paul Roux"] },
        { unit: 3, occupants: ["un panier en cours"] },
      ],
      [
        { unit: 2, others: [{ id: "b2", number: 1013, clientName: "Paul Roux" }] },
        { unit: 3, others: null },
      ],
    )
    expect(html).toContain("contre Paul Roux (n°\u00a01013)")
    expect(html).toContain("pris par un panier en cours, sans échange possible")
    expect(html).toMatch(/name="avec" value="2:b2"/)
    expect(html).toMatch(/<button[^>]*value="echanger"/)
  })
})
