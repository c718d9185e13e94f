import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { accountAddresses } from "../../app/site/account/booking/addresses.ts"
import { bookingView } from "../../app/site/account/booking/load.server.ts"
import { BookingScreen } from "../../app/site/account/booking/screen.tsx"
import { BookingConfirmation } from "../../app/site/confirmation/confirmation.tsx"
import { loader as confirmation } from "../../app/site/confirmation/route.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeOrder, makeProduct, now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { rendered } from "../harness/rendered.ts"

beforeEach(freshDatabase)

const elena = { name: "Elena", email: "elena@exemple.fr", password: "le bal du 14 juillet" }

/** The request of somebody who asked for a machine with that deposit: the confirmation, and the page of the booking. */
async function pagesAfter(securityDeposit: number): Promise<string[]> {
  const { request } = await signedUp(elena)
  const [customer] = await db.select().from(profiles).where(eq(profiles.email, elena.email))
  if (!customer) throw new Error("Nobody signed up")
  const party = onOwnAccount(customer)
  const product = await makeProduct({ securityDeposit })
  const placed = await placeBooking({ party, order: makeOrder(product.id, ["2027-06-12"]), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  const addresses = accountAddresses(booking.number)
  const view = await bookingView(booking, { party, access: "owner", addresses, at: now })
  return [
    await rendered(BookingConfirmation, await confirmation((await routeArgs(request)) as never)),
    await rendered(BookingScreen, { view }),
  ]
}

test("the confirmation and the page of a booking say the deposit, and what it is", async () => {
  for (const page of await pagesAfter(30_000)) {
    expect(page).toContain("Caution de 300\u202f€\u00a0: une autorisation sur votre carte")
    expect(page).toContain("Ce n’est pas un paiement")
  }
})

test("where none is asked for, neither speaks of one", async () => {
  for (const page of await pagesAfter(0)) expect(page).not.toContain("Caution de")
})
