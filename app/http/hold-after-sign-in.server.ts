import { type Account, onOwnAccount } from "../../domain/accounts/party.ts"
import { readChoice } from "../../domain/booking/wizard.ts"
import { holdDays } from "../../server/cart/hold.ts"
import { productForRent } from "../../server/catalog/queries.ts"
import { log } from "../../server/log.ts"

/**
 * Whoever has signed in and goes back to a wizard finds their days held (D8). Days that are gone, or anything that
 * breaks, is no reason not to be signed in: the wizard says what it finds.
 */
export async function holdForWizard(account: Account, path: string): Promise<void> {
  const url = new URL(path, "http://ours.invalid")
  const [, productId] = /^\/book\/([^/]+)$/.exec(url.pathname) ?? []
  const { days } = readChoice(url.searchParams)
  if (productId === undefined || days.length === 0) return
  try {
    const product = await productForRent(productId)
    if (product) await holdDays(onOwnAccount(account), product, days, new Date())
  } catch (error) {
    log.error("Days could not be held after signing in", { error })
  }
}
