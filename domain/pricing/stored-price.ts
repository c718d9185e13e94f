import type { Cents } from "../money.ts"
import { type Price, type PriceLine, deliveryLine, toPrice } from "./price.ts"

/** Later reads use this, never the tariff (D3). The database checks the total. */
export type StoredPrice = { version: 1; lines: readonly PriceLine[] }

export function toStoredPrice({ lines }: Price): StoredPrice {
  return { version: 1, lines }
}

export function priceFrom({ lines }: StoredPrice): Price {
  return toPrice(lines)
}

export function withDelivery(price: StoredPrice, fee: Cents | null, zone?: string): Price {
  const tariffLines = price.lines.filter(({ kind }) => kind !== "delivery" && kind !== "adjustment")
  const delivery = fee === null ? [] : [deliveryLine(fee, zone)]
  return toPrice([...tariffLines, ...delivery, ...price.lines.filter(({ kind }) => kind === "adjustment")])
}
