import { expect, test } from "vitest"
import {
  dailyPriceNote,
  franchiseWording,
  totalLabel,
  totalWithoutDeliveryLabel,
  priceFieldNote,
} from "./vat-wording.ts"

test("prices with VAT mention it everywhere, and exempt ones nowhere (D42)", () => {
  const words = [totalLabel, totalWithoutDeliveryLabel, dailyPriceNote, priceFieldNote]
  for (const word of words) {
    expect(word("included")).toMatch(/TTC|toutes taxes comprises/)
    expect(word("franchise")).toMatch(/prix net/)
    expect(word("franchise")).not.toMatch(/TTC|taxes/)
  }
  expect(franchiseWording.text).toBe("TVA non applicable, art. L.\u00a0223 et s. du CIBS")
})
