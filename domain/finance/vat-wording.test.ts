import { expect, test } from "vitest"
import {
  dailyPriceNote,
  franchiseWording,
  totalLabel,
  totalWithoutDeliveryLabel,
  typedPriceNote,
} from "./vat-wording.ts"

test("with VAT in the prices everything says so, and under the exemption nothing does (D42)", () => {
  const words = [totalLabel, totalWithoutDeliveryLabel, dailyPriceNote, typedPriceNote]
  for (const word of words) {
    expect(word("included")).toMatch(/TTC|toutes taxes comprises/)
    expect(word("franchise")).toMatch(/prix net/)
    expect(word("franchise")).not.toMatch(/TTC|taxes/)
  }
  expect(franchiseWording.text).toBe("TVA non applicable, art. L.\u00a0223 et s. du CIBS")
})
