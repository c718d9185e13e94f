import { randomUUID } from "node:crypto"
import type { Account } from "../../../domain/accounts/party.ts"
import { noAddress } from "../../../domain/booking/booking.ts"
import type { WizardChoice } from "../../../domain/booking/choice.ts"
import type { ProductId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { db } from "../../platform/database.server.ts"
import { readCart, readLinesToOrder, toOrderLine } from "../cart/read.ts"
import { estimateDelivery } from "../delivery-quote.ts"
import { readDraft } from "../draft.ts"
import { type PlaceProblem, quoteOrder } from "../quote-order.ts"
import { type PlaceCartProblem, quoteCart } from "../place-cart.ts"
import type { PriceToShow } from "./show-price.ts"

type Choice = Pick<WizardChoice, "days" | "plan" | "options" | "photoPacks" | "postcode" | "town">

export async function priceChoiceToShow(
  account: Account,
  { productId, days, plan, options, photoPacks, postcode, town }: Choice & { productId: ProductId },
  { isDelivery, at }: { isDelivery: boolean; at: Date },
): Promise<Result<PriceToShow, PlaceProblem>> {
  const place = { ...noAddress, zipCode: postcode ?? "", city: town ?? "" }
  const delivery = isDelivery ? await estimateDelivery(place) : null
  const quoted = await quoteOrder(
    account,
    {
      rentals: [{ productId, days, plan, options, photoPacks }],
      isDelivery,
      address: { ...place, city: delivery?.town ?? place.city },
      idempotencyKey: randomUUID(),
      expectedTotal: null,
    },
    { at, by: "customer", unfinished: true, ...(delivery && { delivery: delivery.quote }) },
  )
  return quoted.ok ? ok({ rows: [quoted.value.row], delivery }) : quoted
}

/** Without a price for the delivery until the customer has typed a place for their cart. */
export async function priceCartToShow(account: Account, at: Date): Promise<Result<PriceToShow, PlaceCartProblem>> {
  const cart = await readCart(account.id, at)
  if (!cart) return err({ kind: "cart-empty" })
  const lines = await readLinesToOrder(db, account.id, cart.id)
  const draft = await readDraft(account.id, null)
  const isDelivery = draft?.isDelivery ?? true
  const { zipCode = "", city = "" } = draft?.address ?? {}
  const delivery = isDelivery ? await estimateDelivery({ street: "", zipCode, city }) : null
  const quoted = await quoteCart(
    account,
    lines.map(({ stored, product }) => toOrderLine(stored, product)),
    {
      order: {
        expectedDigest: null,
        isDelivery,
        address: { ...noAddress, zipCode, city },
        idempotencyKey: randomUUID(),
        expectedTotal: null,
      },
      delivery: delivery && delivery.quote,
      at,
    },
  )
  return quoted.ok ? ok({ rows: quoted.value.orders.map(({ row }) => row), delivery }) : quoted
}
