import { useTotalLabel, useVatMode } from "../../kit/vat-mode.ts"
import type { Day } from "../../../domain/day.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { placeLabel, roundTripLabel, townCount, zoneLabel } from "../../../domain/delivery/delivery-labels.ts"
import { priceNote } from "../../../domain/finance/vat-wording.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"
import { securityDepositLabel } from "../../../domain/finance/security-deposit.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"
import { daysLabel, lineAmountLabel, lineLabel } from "../../../domain/pricing/price-labels.ts"
import { lengthLabel } from "../../../domain/pricing/length-label.ts"
import { type BookedPlan, lengthOfPlan } from "../../../domain/pricing/rate-plan.ts"
import type { Price, ProductTariff } from "../../../domain/pricing/price.ts"
import { periodOfDays, rentalLabel } from "../../../domain/rental/rental.ts"
import { Receipt, type ReceiptLine, ReceiptLines } from "../../ui/receipt.tsx"

export type DeliveryInSummary = { quote: DeliveryQuote; place: string; town?: string | null } | null

/** An unpriced delivery gets a line instead of being left out. */
export function summaryLines(price: Price, delivery: DeliveryInSummary, isDelivery: boolean): ReceiptLine[] {
  const lines = price.lines.map((line) => {
    // A shared delivery names the other booking instead of the distance.
    const detail = delivery && line.shared?.counted !== false ? deliveryDetail(delivery) : undefined
    const label = lineLabel(line, detail)
    return {
      ...label,
      amount: lineAmountLabel(line, delivery?.quote.kind === "to-confirm"),
    }
  })
  if (price.lines.some(({ kind }) => kind === "delivery")) return lines
  if (!isDelivery) return [...lines, { label: "Retrait", detail: "au dépôt", amount: "gratuit" }]
  if (delivery?.quote.kind === "too-far")
    return [...lines, { label: "Livraison", detail: deliveryDetail(delivery), amount: "non livrable" }]
  return [...lines, { label: "Livraison", detail: "selon le code postal", amount: "à calculer" }]
}

export function deliveryDetail({ quote, place, town }: NonNullable<DeliveryInSummary>): string {
  const where = placeLabel(place, town, quote)
  if (quote.kind === "to-confirm") return `${where}, distance à confirmer`
  const trip = `${where}, ${roundTripLabel(quote.distanceKm)}`
  if (quote.kind === "too-far") return `${trip}, ${roundTripLabel(quote.maximumKm)} au plus`
  if (quote.zone !== undefined) return `${zoneLabel(quote.zone)}, ${trip}`
  if (townCount(quote) > 0) return `${trip}, selon la commune`
  return trip
}

/** True when the delivery has no price: unknown, to be confirmed, or too far. */
export function isWithoutDelivery(delivery: DeliveryInSummary, isDelivery: boolean): boolean {
  return isDelivery && delivery?.quote.kind !== "quoted"
}

export function totalText(total: Cents, delivery: DeliveryInSummary, isDelivery: boolean): string {
  const toConfirm = isDelivery && delivery?.quote.kind === "to-confirm"
  return toConfirm ? `${formatMoney(total)} + livraison à confirmer` : formatMoney(total)
}

/** Promises a final total only when nothing is missing from it. */
function totalNote({
  delivery,
  isDelivery,
  allAvailable,
  isLastStep,
}: Pick<SummaryProps, "delivery" | "isDelivery" | "allAvailable" | "isLastStep">): string {
  if (isDelivery && delivery === null) return "Hors livraison\u00a0: elle dépend du code postal."
  if (isDelivery && delivery?.quote.kind === "to-confirm") return "Hors livraison, confirmée avant toute signature."
  if (isDelivery && delivery?.quote.kind === "too-far") return "Hors livraison\u00a0: cette adresse est trop loin."
  return allAvailable && !isLastStep ? "Prix définitif\u00a0: rien ne s’y ajoutera." : ""
}

type SummaryProps = {
  price: Price
  tariff: ProductTariff
  days: readonly Day[]
  plan: BookedPlan | null
  /** Missing on whole calendar days. */
  times?: string | undefined
  delivery: DeliveryInSummary
  isDelivery: boolean
  /** Stands beside a published code (D64). */
  lowestPrice?: Cents | null
  /** False when chosen days were booked meanwhile: the price excludes them. */
  allAvailable: boolean
  /** Not part of the price (D27). */
  securityDeposit: Cents
  holdMinutes: number | null
  isLastStep: boolean
}

export function PriceSummary({
  price,
  tariff,
  days,
  plan,
  times,
  delivery,
  isDelivery,
  lowestPrice,
  allAvailable,
  securityDeposit,
  holdMinutes,
  isLastStep,
}: SummaryProps) {
  const note = totalNote({ delivery, isDelivery, allAvailable, isLastStep })
  const deposit = securityDepositLabel(securityDeposit)
  const isByTheHour = plan?.kind === "hours"
  const isOneDay = isByTheHour || plan?.kind === "fixed"
  const whenLabel = isByTheHour && times ? capitalize(times) : rentalLabel(periodOfDays(days))
  const subtitle = days.length > 0 ? whenLabel : `Choisissez ${isOneDay ? "votre jour" : "vos dates"}`
  return (
    <Receipt
      title="Votre prix"
      subtitle={subtitle}
      lines={days.length > 0 ? summaryLines(price, delivery, isDelivery) : [baseLine(tariff, plan)]}
      totalLabel={useTotalLabel({ withoutDelivery: isWithoutDelivery(delivery, isDelivery) })}
      total={days.length > 0 ? formatMoney(price.total) : null}
      live
      note={
        <>
          {times && !isByTheHour && <p>{capitalize(times)}.</p>}
          {days.length > 0 && note && <p>{note}</p>}
          {lowestPrice && <p>Prix le plus bas des 30 derniers jours&nbsp;: {formatMoney(lowestPrice)}.</p>}
          {deposit && <p>{deposit}</p>}
          {holdMinutes !== null && allAvailable && <p>Nous vous gardons cette date {holdMinutes}&nbsp;minutes.</p>}
        </>
      }
    />
  )
}

export function SummaryLines(props: Omit<SummaryProps, "holdMinutes" | "allAvailable" | "isLastStep">) {
  const deposit = securityDepositLabel(props.securityDeposit)
  return (
    <>
      <ReceiptLines
        lines={
          props.days.length > 0
            ? summaryLines(props.price, props.delivery, props.isDelivery)
            : [baseLine(props.tariff, props.plan)]
        }
      />
      {deposit && <p className="fine soft">{deposit}</p>}
    </>
  )
}

function baseLine({ name, dailyPrice }: ProductTariff, plan: BookedPlan | null): ReceiptLine {
  if (!plan || plan.kind === "day") return { label: name, detail: "par jour", amount: formatMoney(dailyPrice) }
  return { label: `${name}, ${plan.name}`, detail: lengthLabel(lengthOfPlan(plan)), amount: formatMoney(plan.price) }
}

export function useBarTotal({
  price,
  tariff,
  days,
  plan,
  delivery,
  isDelivery,
}: Pick<SummaryProps, "price" | "tariff" | "days" | "plan" | "delivery" | "isDelivery">): {
  total: string
  caption: string
} {
  const label = useTotalLabel({ withoutDelivery: isWithoutDelivery(delivery, isDelivery) })
  const isFixed = plan !== null && plan.kind !== "day"
  const caption = priceNote(useVatMode(), isFixed ? lengthLabel(lengthOfPlan(plan)) : undefined)
  return days.length === 0
    ? { total: formatMoney(isFixed ? plan.price : tariff.dailyPrice), caption }
    : { total: formatMoney(price.total), caption: `${label}, ${durationLabel(days, plan)}` }
}

function durationLabel(days: readonly Day[], plan: BookedPlan | null): string {
  return plan?.kind === "hours"
    ? `${plan.hours + plan.extraHours}\u00a0h`
    : daysLabel(days.length).replace(" ", "\u00a0")
}
