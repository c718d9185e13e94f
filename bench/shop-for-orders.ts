import type { OptionId, ProductId } from "../domain/id.ts"
import { addDays, dayInParis } from "../domain/day.ts"
import type { Account } from "../domain/accounts/party.ts"
import type { BookingOrder } from "../server/bookings/quote-order.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../tests/factories.ts"

const productsInShop = 20

export type OrderShop = { customers: Account[]; products: { id: ProductId; optionId: OptionId }[] }

export async function makeShop(customers: number): Promise<OrderShop> {
  await makeFinanceSettings()
  return {
    customers: await Promise.all(Array.from({ length: customers }, () => makeCustomer())),
    products: await Promise.all(
      Array.from({ length: productsInShop }, async () => {
        const { id } = await makeProduct({ preparationDaysAfter: 1 })
        return { id, optionId: (await makeOption(id, { unit: "day" })).id }
      }),
    ),
  }
}

export function makeOrders(
  { customers, products }: OrderShop,
  from: number,
  count: number,
): { customer: Account; order: BookingOrder }[] {
  const nextWeek = addDays(dayInParis(now), 7)
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    const product = products[number % products.length]
    const customer = customers[number % customers.length]
    if (!product || !customer) throw new Error("The shop has no product or no customer")
    const first = addDays(nextWeek, 3 * Math.floor(number / products.length))
    const order = makeOrder(product.id, [first, addDays(first, 1)], {
      options: [{ optionId: product.optionId, quantity: 1 }],
      photoPacks: 1,
      isDelivery: number % 2 === 0,
    })
    return { customer, order }
  })
}
