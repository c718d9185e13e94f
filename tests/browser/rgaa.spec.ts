import { test } from "../harness/shop.ts"
import { toSign } from "./booked.ts"
import { expectGrid } from "./rgaa.ts"

// The other pages of the sample are looked at by the walks over all screens: accessibility.spec.ts, admin-screens.spec.ts.
test("the sample of the RGAA grid, for a customer: account, booking and signature", async ({ page, shop, browser }) => {
  test.setTimeout(240_000)
  const { secret, number } = await toSign(page, browser, shop)
  for (const path of [
    "/booking/confirmation",
    "/account",
    `/account/bookings/${number}`,
    `/account/bookings/${number}/signer`,
    `/account/bookings/${number}/annuler`,
    `/account/bookings/${number}/dates`,
    "/mot-de-passe",
    "/appareils",
    `/signer/${secret}`,
  ]) {
    await page.goto(shop.url + path)
    await expectGrid(page, path)
  }
})
