import type { SharedDelivery } from "../delivery/together.ts"
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

/** How the booking shares its delivery with others of its order; null when it does not (D48). */
export function sharedDeliveryIn({ lines }: StoredPrice): SharedDelivery | null {
  return lines.find(({ kind }) => kind === "delivery")?.shared ?? null
}

/**
 * The same price with another delivery fee, or without one for a pick-up; every other line stays as it was agreed.
 * `shared`: as before, unless told otherwise.
 */
export function withDelivery(
  price: StoredPrice,
  fee: Cents | null,
  shared: SharedDelivery | null = sharedDeliveryIn(price),
): Price {
  const { lines } = price
  const priced = lines.filter(({ kind }) => kind !== "delivery" && kind !== "adjustment")
  const delivery = fee === null ? [] : [deliveryLine(fee, shared)]
  return priceFrom({
    version: 1,
    lines: [...priced, ...delivery, ...lines.filter(({ kind }) => kind === "adjustment")],
  })
}
