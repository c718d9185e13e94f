import { readCompanyProposal } from "../../accounts/customers/company-proposal.ts"
import { type Party, isProxy } from "../../../domain/accounts/party.ts"
import { groupOverlapping } from "../../../domain/cart/overlapping.ts"
import { noAddress } from "../../../domain/booking/booking.ts"
import { toInstantTerms } from "../../../domain/booking/instant.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { toPricedCode } from "../../../domain/pricing/code-terms.ts"
import { sharesOfCode } from "../../../domain/pricing/promo-code.ts"
import { firstDay, rentalDays } from "../../../domain/rental/rental.ts"
import { readInstantSettings } from "../../catalog/instant-settings.ts"
import { db } from "../../platform/database.server.ts"
import { allowsInstant } from "../confirm-placed.ts"
import { findGroupForCode, readTypedCodeTerms } from "../promo-code.ts"
import { lowestPriceOfLastDays } from "../../catalog/lowest-price.ts"
import { type Cents, sumAmounts } from "../../../domain/money.ts"
import { estimateDelivery } from "../delivery-quote.ts"
import { holdFee } from "../shown-prices/held-price.ts"
import { isComplete, mustAskHome, readDraft } from "../draft.ts"
import { findSuggestedAddress } from "../suggested-address.ts"
import { toDeliveryRule, readFinanceSettings, warehouseLine } from "../../shop/settings/queries.ts"
import { type Cart, type CartLine, readCart } from "./read.ts"

type CheckoutStep = "address" | "delivery"

function isBlocking({ offered, unavailable }: Pick<CartLine, "offered" | "unavailable">): boolean {
  return !offered || unavailable.length > 0
}

export async function readCheckoutView(
  party: Party,
  { step: requestedStep, promoCode }: { step: CheckoutStep; promoCode: string | null },
  at: Date,
) {
  const { account } = party
  const accountId = account.id
  const [cart, draft, saved, settings] = await Promise.all([
    readCart(accountId, at, { hold: promoCode === null }),
    readDraft(accountId, null),
    findSuggestedAddress(accountId),
    readFinanceSettings(),
  ])
  if (!cart) return null
  const address = draft?.address ?? noAddress
  const destination = isComplete(address) ? address : (saved?.address ?? address)
  const step: CheckoutStep = requestedStep === "delivery" && isComplete(address) ? "delivery" : "address"
  const delivery = await estimateDelivery(destination)
  return {
    step,
    account: { id: account.id, othersName: isProxy(party) ? account.name : null },
    promoCode: await priceCartCode(promoCode, { cart, customerId: accountId, at }),
    company: step === "delivery" ? await readCompanyProposal(accountId) : null,
    cartId: cart.id,
    digest: cart.digest,
    at: at.getTime(),
    holdEndsAt: cart.state === "open" ? cart.endsAt.toISOString() : null,
    extensionsLeft: cart.extensionsLeft,
    lines: toCheckoutLines(cart),
    instant: (await allowsInstant(db, party, at)) ? await readCartInstantTerms(cart) : null,
    today: dayInParis(at),
    maxSecurityDeposit: settings.maxSecurityDeposit,
    address,
    saved,
    savedMatchesSearch: saved !== null,
    asksHome: await mustAskHome(party),
    isDelivery: draft?.isDelivery ?? true,
    orderKey: draft?.id ?? null,
    rule: toDeliveryRule(settings),
    warehouse: warehouseLine(settings),
    delivery:
      cart.held && delivery ? { ...delivery, quote: holdFee(cart.held, delivery.quote, destination) } : delivery,
  }
}

function toCheckoutLines({ lines }: Cart) {
  const namedLines = lines.map((line) => ({ ...line, days: rentalDays(line.when), productName: line.product.name }))
  const groups = groupOverlapping(namedLines, ({ days }) => days)
  return namedLines.map((line) => ({
    id: line.id,
    name: line.productName,
    when: line.when,
    plan: line.plan,
    times: line.times,
    total: line.price.total,
    priceLines: line.price.lines,
    securityDeposit: line.product.securityDeposit,
    group: groups.findIndex((group) => group.includes(line)),
    isBlocked: isBlocking(line),
    unavailable: line.unavailable,
  }))
}

async function priceCartCode(
  typed: string | null,
  { cart, customerId, at }: { cart: Cart; customerId: ProfileId; at: Date },
) {
  const lines = cart.lines.map((line) => ({ ...line, days: rentalDays(line.when) }))
  const groups = groupOverlapping(lines, ({ days }) => days).map((group) =>
    group.map(({ product, days: dates, price: { total } }, index) => ({
      position: index + 1,
      productId: product.id,
      dates,
      total,
    })),
  )
  const rentals = groups[await findGroupForCode(typed, groups, dayInParis(at))] ?? []
  const code = await readTypedCodeTerms(typed, { customerId, rentals, at })
  const amounts = rentals.map(({ position, total }) => ({ rental: position, amount: total }))
  const shares = code?.terms ? sharesOfCode(toPricedCode(code.terms, rentals), amounts) : []
  return (
    code && {
      ...code,
      discount: sumAmounts(shares),
      lowestPrices: code.isPublished ? await listLinePrices(cart, at) : [],
    }
  )
}

async function listLinePrices({ lines }: Cart, at: Date): Promise<{ name: string; price: Cents }[]> {
  const prices = await Promise.all(
    lines.map(async ({ product, plan }) => ({
      name: product.name,
      price: await lowestPriceOfLastDays(
        { product: product.id, plan: plan && plan.kind !== "day" ? plan.id : null },
        at,
      ),
    })),
  )
  return prices.flatMap(({ name, price }) => (price === null ? [] : [{ name, price }]))
}

async function readCartInstantTerms({ lines }: Cart) {
  const settings = await readInstantSettings(
    db,
    lines.map(({ product }) => product.id),
  )
  return lines.map(({ product, when }) => {
    const stored = settings.get(product.id)
    return { terms: stored ? toInstantTerms(stored) : null, firstDay: firstDay(when) }
  })
}
