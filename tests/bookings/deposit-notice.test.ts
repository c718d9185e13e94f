import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { accountBookingPaths } from "../../app/site/account/booking/paths.ts"
import { readBookingView } from "../../app/site/account/booking/load.server.ts"
import { BookingScreen } from "../../app/site/account/booking/screen.tsx"
import { BookingConfirmation } from "../../app/site/confirmation/confirmation.tsx"
import { loader as confirmation } from "../../app/site/confirmation/route.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeOrder, makeProduct, now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { renderPart } from "../harness/render-part.ts"

beforeEach(freshDatabase)

const elena = { name: "Elena", email: "elena@exemple.fr", password: "le bal du 14 juillet" }

async function pagesAfter(securityDeposit: number): Promise<string[]> {
  const { request } = await signedUp(elena)
  const [customer] = await db.select().from(profiles).where(eq(profiles.email, elena.email))
  if (!customer) throw new Error("Nobody signed up")
  const party = ownAccountParty(customer)
  const product = await makeProduct({ securityDeposit })
  const placed = await placeBooking({ party, order: makeOrder(product.id, ["2027-06-12"]), at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  const addresses = accountBookingPaths(booking.number)
  const view = await readBookingView(booking, { party, access: "owner", paths: addresses, at: now })
  return [
    await renderPart(BookingConfirmation, await confirmation((await routeArgs(request)) as never)),
    await renderPart(BookingScreen, { view }),
  ]
}

test("the confirmation and the booking's page show the deposit and explain it", async () => {
  for (const page of await pagesAfter(30_000)) {
    expect(page).toContain("Caution de 300\u202f€\u00a0: une empreinte de carte")
    expect(page).toContain("une empreinte de carte")
  }
})

test("neither page mentions a deposit where none is required", async () => {
  for (const page of await pagesAfter(0)) expect(page).not.toContain("Caution de")
})
