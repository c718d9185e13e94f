import { type Party, isForAnother } from "../../../domain/accounts/party.ts"
import { sharedDeliveries } from "../../../domain/delivery/together.ts"
import { noAddress } from "../../../domain/booking/booking.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { deliveryTo } from "../delivery-quote.ts"
import { isComplete, readDraft } from "../draft.ts"
import { knownAddress } from "../known-address.ts"
import { deliveryRuleOf, readFinanceSettings, warehouseLine } from "../../shop/settings/queries.ts"
import { type Cart, type CartLine, readCart } from "./read.ts"

/** The steps from the cart to the order (D13). */
type CheckoutStep = "address" | "delivery"

/** A line that is in the way of the order: it was taken, or is not for rent any more. */
function isInTheWay({ offered, unavailable }: Pick<CartLine, "offered" | "unavailable">): boolean {
  return !offered || unavailable.length > 0
}

/** Everything that a step of ordering the whole cart shows; null when there is no cart. Reads only. */
export async function checkoutView(party: Party, wanted: CheckoutStep, at: Date) {
  const { account } = party
  const accountId = account.id
  const [cart, draft, saved, settings] = await Promise.all([
    readCart(accountId, at),
    readDraft(accountId, null),
    knownAddress(accountId),
    readFinanceSettings(),
  ])
  if (!cart) return null
  const address = draft?.address ?? noAddress
  const known = isComplete(address) ? address : (saved?.address ?? address)
  const step: CheckoutStep = wanted === "delivery" && isComplete(address) ? "delivery" : "address"
  return {
    step,
    account: { id: account.id, othersName: isForAnother(party) ? account.name : null },
    cartId: cart.id,
    digest: cart.digest,
    at: at.getTime(),
    holdEndsAt: cart.state === "open" ? cart.endsAt.toISOString() : null,
    extensionsLeft: cart.extensionsLeft,
    lines: linesOf(cart),
    address,
    saved,
    savedFits: saved !== null,
    isDelivery: draft?.isDelivery ?? true,
    orderKey: draft?.id ?? null,
    rule: deliveryRuleOf(settings),
    warehouse: warehouseLine(settings),
    delivery: await deliveryTo(known),
  }
}

function linesOf({ lines }: Cart) {
  const namedLines = lines.map((line) => ({ ...line, days: rentalDays(line.when), productName: line.product.name }))
  const shared = sharedDeliveries(namedLines)
  return namedLines.map((line) => ({
    id: line.id,
    name: line.productName,
    when: line.when,
    total: line.price.total,
    priceLines: line.price.lines,
    photoPackQuantity: line.tariff.photoPackQuantity,
    securityDeposit: line.product.securityDeposit,
    /** How it shares its delivery with other lines; null where it travels alone. */
    shared: shared.get(line) ?? null,
    inTheWay: isInTheWay(line),
    unavailable: line.unavailable,
  }))
}
