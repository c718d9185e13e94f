import { href } from "react-router"
import { placeLine } from "../../../../../domain/booking/booking.ts"
import { dayInParis } from "../../../../../domain/day.ts"
import { dayLong } from "../../../../../domain/day-labels.ts"
import { placeLabel } from "../../../../../domain/delivery/delivery-labels.ts"
import { instalmentsIfSigned } from "../../../../../domain/finance/payment-schedule.ts"
import { isOrderWaiting } from "../../../../../domain/quotes/follow-up.ts"
import { quoteDifferences } from "../../../../../domain/quotes/differences.ts"
import { nameWithParts } from "../../../../../domain/rental/parts.ts"
import { bookingStops, datesOrHoursLabel, timesLabel, withPlanName } from "../../../../../domain/rental/rental-times.ts"
import { type Rental, isSamePeriod, periodOfRentals, rentalDays } from "../../../../../domain/rental/rental.ts"
import { listActiveProducts } from "../../../../../server/catalog/queries.ts"
import { pictureOf } from "../../../../../server/platform/images/queries.ts"
import { findNearOffers, findTakenRentals } from "../../../../../server/quotes/near-offers.ts"
import { type OpenedQuote, type QuoteClient, readQuoteClient } from "../../../../../server/quotes/open-quote.ts"
import { readQuoteTerms } from "../../../../../server/quotes/quote-terms.ts"
import { readFinanceSettings, warehouseLine } from "../../../../../server/shop/settings/queries.ts"
import { equipmentOf } from "../signing-view.server.ts"
import type { QuoteView, Taken } from "./view.ts"

/** A link to show names postcode and town, neither a person nor the owner's words (D66). */
export async function readQuoteView(
  opened: OpenedQuote,
  { secret, at }: { secret: string; at: Date },
): Promise<QuoteView> {
  const { quote, version, earlier, link } = opened
  const { row } = version
  const [client, settings, products, terms] = await Promise.all([
    readQuoteClient(quote),
    readFinanceSettings(),
    listActiveProducts(),
    readQuoteTerms(version),
  ])
  const mayAct = link.purpose === "accept"
  const taken = await readTaken(opened, client, at)
  const keepsDays = taken === null && version.keepUntil !== null && version.keepUntil >= dayInParis(at)
  const { isDelivery, address } = row
  const town = placeLabel(address.zipCode, address.city)
  return {
    number: quote.number,
    version: version.version,
    reader: mayAct
      ? {
          name: client?.name ?? "",
          message: version.message,
          paths: {
            accept: href("/devis/:secret/accepter", { secret }),
            pdf: href("/devis/:secret/devis.pdf", { secret }),
          },
        }
      : null,
    days: rentalDays(periodOfRentals(row.rentals)),
    validUntil: version.validUntil,
    keptUntil: keepsDays ? version.keepUntil : null,
    stops: stopsOf(row.rentals, isDelivery),
    place: !isDelivery ? `Au dépôt, ${warehouseLine(settings) ?? "à convenir"}` : mayAct ? placeLine(address) : town,
    machines: row.rentals.map((rental) => {
      const product = products.find(({ id }) => id === rental.productId)
      return {
        name: nameWithParts(rental),
        detail: describeMachine(rental, row.rentals),
        picture: pictureOf(product?.image ?? null, ""),
      }
    }),
    price: { ...row.priceLines, total: row.total },
    delivery: { isDelivery, zipCode: address.zipCode, city: address.city, distanceKm: row.distance },
    extras: version.extras,
    vatMode: terms.vatMode,
    instalments: instalmentsIfSigned(row, terms, dayInParis(at)),
    downPaymentPercent: terms.downPaymentPercent,
    securityDeposit: terms.securityDeposit,
    change: mayAct && earlier ? { since: earlier.version, lines: quoteDifferences(earlier, version) } : null,
    changeRequest: mayAct && quote.changeRequestedAt !== null ? quote.changeWords : null,
    orderReceivedAt: mayAct && isOrderWaiting({ ...quote, sentAt: version.sentAt }) ? quote.orderReceivedAt : null,
    taken,
  }
}

/** Its time where that says more than the page's title. */
function describeMachine(rental: Rental, rentals: readonly Rental[]): string {
  const isTitled = !rental.plan && isSamePeriod(rental, periodOfRentals(rentals))
  return [isTitled ? "" : withPlanName(rental.plan, datesOrHoursLabel(rental)), ...equipmentOf(rental)]
    .filter(Boolean)
    .join(", ")
}

export async function readTaken(
  { quote, version }: OpenedQuote,
  client: QuoteClient | null,
  at: Date,
): Promise<Taken | null> {
  const reading = { rentals: version.row.rentals, quoteId: quote.id, customerId: client?.id ?? null, at }
  const taken = await findTakenRentals(reading)
  if (taken.length === 0) return null
  return { productNames: taken.map(nameWithParts), near: await findNearOffers(reading, taken) }
}

function stopsOf(rentals: readonly Rental[], isDelivery: boolean): QuoteView["stops"] {
  const [out, back] = isDelivery ? (["Livré", "Repris"] as const) : (["Retrait", "Retour"] as const)
  return bookingStops(rentals, { isDelivery }).map(({ leg, day, window }) => ({
    label: leg === "out" ? out : back,
    when: [dayLong(day), window && timesLabel(window)].filter(Boolean).join(", "),
  }))
}
