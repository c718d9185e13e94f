import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { EditFoot } from "./edit-foot.tsx"

const proposal = {
  photoPackQuantity: 50,
  changed: true,
  delivery: "",
  distanceKm: null,
  distanceToConfirm: false,
  message: { subject: "", text: "" },
}
const renderText = (before: number, after: number, distanceToConfirm = false) =>
  renderToStaticMarkup(
    <EditFoot
      proposal={{ ...proposal, distanceToConfirm, price: { lines: [], before, after, difference: after - before } }}
    >
      x
    </EditFoot>,
  )
    .replaceAll(/<span class="sr-only">[^<]*<\/span>|<[^>]*>/g, "")
    .replaceAll(/[\u00a0\u202f]/g, " ")

test("the totals before and after a change stand beside the save button", () => {
  expect(renderText(95_400, 133_400)).toBe("954 € → 1 334 € (+ 380 €)x")
  expect(renderText(133_400, 95_400)).toBe("1 334 € → 954 € (− 380 €)x")
})

test("a free change says so, and a delivery without a price is left out of the total", () => {
  expect(renderText(95_400, 95_400)).toBe("Total inchangé : 954 €x")
  expect(renderText(95_400, 99_400, true)).toBe("954 € → 994 € (+ 40 €), hors livraisonx")
})

test("an unchanged booking shows no total", () => {
  expect(renderToStaticMarkup(<EditFoot proposal={null}>x</EditFoot>)).not.toContain("<p")
})
