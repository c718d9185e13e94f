import { type DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { Receipt, type ReceiptLine, ReceiptLines } from "../../ui/receipt.tsx"
import { type DeliveryInSummary, deliveryDetail, isWithoutDelivery } from "../kit/price-summary.tsx"
import { deliveryAmount } from "../kit/delivery-amount.ts"
import { plannedDaysLabel } from "../kit/planned-times.ts"
import type { CheckoutLine, CheckoutView } from "./view.ts"

/** Lines whose days overlap share one trip (D60). */
export function countTrips(lines: readonly CheckoutLine[]): number {
  return new Set(lines.map(({ group }) => group)).size
}

/** A delivery without a price counts as zero. */
export function orderTotal({ lines, promoCode }: PricedOrder, delivery: DeliveryInSummary, isDelivery: boolean): Cents {
  const rentalTotal = lines.reduce((sum, { total }) => sum + total, 0) - (promoCode?.discount ?? 0)
  return rentalTotal + (isDelivery ? deliveryFee(delivery?.quote) * countTrips(lines) : 0)
}

function deliveryFee(quote: DeliveryQuote | undefined): Cents {
  return quote && quote.kind !== "too-far" ? quote.fee : 0
}

function receiptLines(
  { lines, promoCode }: PricedOrder,
  delivery: DeliveryInSummary,
  isDelivery: boolean,
): ReceiptLine[] {
  const rentalLines: ReceiptLine[] = lines.map((line) => ({
    label: line.name,
    detail: plannedDaysLabel(line),
    amount: formatMoney(line.total),
  }))
  if (promoCode && promoCode.discount > 0)
    rentalLines.push({ label: `Code ${promoCode.typed}`, detail: "", amount: `−${formatMoney(promoCode.discount)}` })
  if (!isDelivery) return [...rentalLines, { label: "Retrait", detail: "au dépôt", amount: "gratuit" }]
  if (!delivery)
    return [...rentalLines, { label: "Livraison", detail: "dès que vous donnez le code postal", amount: "à calculer" }]
  const trips = [...Map.groupBy(lines, ({ group }) => group).values()]
  const deliveryLines = trips.map((trip) => ({
    label: "Livraison",
    detail: [trips.length > 1 ? namesOf(trip) : null, deliveryDetail(delivery)].filter(Boolean).join(", "),
    amount: deliveryAmount(delivery.quote),
  }))
  return [...rentalLines, ...deliveryLines]
}

function namesOf(lines: readonly CheckoutLine[]): string {
  return lines.map(({ name }) => name).join(", ")
}

type PricedOrder = Pick<CheckoutView, "lines" | "promoCode">

type CheckoutPriceProps = {
  order: PricedOrder
  delivery: DeliveryInSummary
  isDelivery: boolean
  holdMinutes: number | null
  isLastStep: boolean
}

export function CheckoutPrice({ order, delivery, isDelivery, holdMinutes, isLastStep }: CheckoutPriceProps) {
  const note = isDelivery ? deliveryNote(delivery, isLastStep) : ""
  return (
    <Receipt
      title="Votre prix"
      subtitle={order.lines.length > 1 ? `${order.lines.length} locations` : undefined}
      lines={receiptLines(order, delivery, isDelivery)}
      totalLabel={useTotalLabel({ withoutDelivery: isWithoutDelivery(delivery, isDelivery) })}
      total={formatMoney(orderTotal(order, delivery, isDelivery))}
      live
      note={
        <>
          {note && <p>{note}</p>}
          {order.promoCode?.lowestPrices.map(({ name, price }) => (
            <p key={name}>
              {name}, prix le plus bas des 30 derniers jours&nbsp;: {formatMoney(price)}.
            </p>
          ))}
          {holdMinutes !== null && <p>Vos dates sont gardées {holdMinutes}&nbsp;min.</p>}
        </>
      }
    />
  )
}

export function CheckoutPriceLines(props: Omit<CheckoutPriceProps, "holdMinutes" | "isLastStep">) {
  return <ReceiptLines lines={receiptLines(props.order, props.delivery, props.isDelivery)} />
}

function deliveryNote(delivery: DeliveryInSummary, isLastStep: boolean): string {
  switch (delivery?.quote.kind) {
    case undefined:
      return "Hors livraison, calculée dès que vous donnez le code postal."
    case "to-confirm":
      return "Hors livraison, confirmée avant toute signature."
    case "too-far":
      return "Hors livraison\u00a0: cette adresse est trop loin."
    case "quoted":
      return isLastStep ? "" : "Prix définitif\u00a0: rien ne s’y ajoutera."
  }
}
