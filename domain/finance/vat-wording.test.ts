import { expect, test } from "vitest"
import {
  type VatMode,
  franchiseWording,
  totalLabel,
  totalWithoutDeliveryLabel,
  priceFieldNote,
  priceNote,
} from "./vat-wording.ts"

test("prices with VAT mention it everywhere, and exempt ones nowhere (D42)", () => {
  const words = [totalLabel, totalWithoutDeliveryLabel, priceFieldNote, (mode: VatMode) => priceNote(mode)]
  for (const word of words) {
    expect(word("included")).toMatch(/TTC|toutes taxes comprises/)
    expect(word("franchise")).toMatch(/prix net/)
    expect(word("franchise")).not.toMatch(/TTC|taxes/)
  }
  expect(franchiseWording.text).toBe("TVA non applicable, art. L.\u00a0223 et s. du CIBS")
})
