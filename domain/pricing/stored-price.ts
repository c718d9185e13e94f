import type { SharedDelivery } from "../delivery/shared-deliveries.ts"
import type { Cents } from "../money.ts"
import { type Price, type PriceLine, deliveryLine, sumOfLines } from "./price.ts"

/** Later reads use this, never the tariff (D3). The database checks the total. */
export type StoredPrice = { version: 1; lines: readonly PriceLine[] }

export function toStoredPrice({ lines }: Price): StoredPrice {
  return { version: 1, lines }
}

export function priceFrom({ lines }: StoredPrice): Price {
  const options = lines.filter(({ kind }) => kind === "option" || kind === "sub-option")
  return { lines: [...lines], optionsTotal: sumOfLines(options), total: sumOfLines(lines) }
}

export function sharedDeliveryIn({ lines }: StoredPrice): SharedDelivery | null {
  return lines.find(({ kind }) => kind === "delivery")?.shared ?? null
}

export function withDelivery(
  price: StoredPrice,
  fee: Cents | null,
  shared: SharedDelivery | null = sharedDeliveryIn(price),
): Price {
  const { lines } = price
  const tariffLines = lines.filter(({ kind }) => kind !== "delivery" && kind !== "adjustment")
  const delivery = fee === null ? [] : [deliveryLine(fee, shared)]
  return priceFrom({
    version: 1,
    lines: [...tariffLines, ...delivery, ...lines.filter(({ kind }) => kind === "adjustment")],
  })
}
