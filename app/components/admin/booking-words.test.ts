import { expect, test } from "vitest"
import { phoneWords, placeWords } from "./booking-words.ts"

test("a French phone number reads in pairs, however it was typed", () => {
  for (const typed of ["0612345678", "06.12.34.56.78", "+33 6 12 34 56 78", "0033612345678"]) {
    expect(phoneWords(typed).replaceAll("\u00a0", " ")).toBe("06 12 34 56 78")
  }
  expect(phoneWords("+32 2 555 12 12")).toBe("+32 2 555 12 12")
})

test("a delivery says its town, a pick-up says so", () => {
  const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  expect(placeWords({ isDelivery: true, address })).toBe("livraison 94130 Nogent-sur-Marne")
  expect(placeWords({ isDelivery: false, address })).toBe("retrait")
})
