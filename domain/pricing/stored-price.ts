import type { Cents } from "../money.ts"
import { type Price, type PriceLine, deliveryLine, sumOfLines } from "./price.ts"

/**
 * A booking's price as it was agreed, line by line: kept with it when it is placed or changed, and what everything later
 * reads (D3). `version` is that of the lines' shape. The database holds the total to be their sum.
 */
export type StoredPrice = { version: 1; lines: readonly PriceLine[] }

export function storedPrice({ lines }: Price): StoredPrice {
  return { version: 1, lines }
}

/** The price that a booking's stored lines say; nothing of it is worked out from a tariff. */
export function priceFrom({ lines }: StoredPrice): Price {
  const options = lines.filter(({ kind }) => kind === "option" || kind === "sub-option")
  return { lines: [...lines], optionsTotal: sumOfLines(options), total: sumOfLines(lines) }
}

/** The same price with another delivery fee, or without one for a pick-up; every other line stays as it was agreed. */
export function withDelivery({ lines }: StoredPrice, fee: Cents | null): Price {
  const priced = lines.filter(({ kind }) => kind !== "delivery" && kind !== "adjustment")
  const delivery = fee === null ? [] : [deliveryLine(fee)]
  return priceFrom({
    version: 1,
    lines: [...priced, ...delivery, ...lines.filter(({ kind }) => kind === "adjustment")],
  })
}
