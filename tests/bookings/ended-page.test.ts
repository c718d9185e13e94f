import { beforeEach, expect, test } from "vitest"
import * as bookingPage from "../../app/site/account/booking/route.tsx"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { refuseBooking } from "../../server/bookings/answer.ts"
import { cancelOwnBooking, previewCancellation } from "../../server/bookings/cancel.ts"
import { withdrawFromContract } from "../../server/bookings/withdraw.ts"
import { db } from "../../server/platform/database.server.ts"
import { users } from "../../server/platform/schema/accounts.ts"
import { endUnsigned } from "../../server/jobs/sweeps/end-unsigned.ts"
import { expireRequests } from "../../server/jobs/sweeps/expire-requests.ts"
import { cancelBooking, placeConfirmedBooking, owner, placedAt, placeTestRequest, placeSignedBooking } from "../ends.ts"
import { makeFinanceSettings } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"
import { shopWithTemplate } from "../contracts/signing.ts"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  await shopWithTemplate()
})

const hours = (count: number) => new Date(placedAt.getTime() + count * 3_600_000)

test.each([
  [
    "a refusal",
    "Demande non acceptée",
    "La machine est en réparation.",
    async () => {
      const { booking } = await placeTestRequest()
      await refuseBooking({
        actor: await owner(),
        id: booking.id,
        reason: "La machine est en réparation.",
        at: hours(1),
      })
      return booking
    },
  ],
  [
    "a request that nobody answered",
    "Demande close",
    "Nous n’avons pas répondu à temps",
    async () => {
      const { booking } = await placeTestRequest()
      await expireRequests.run(booking.id, new Date((booking.expiresAt ?? placedAt).getTime() + 60_000))
      return booking
    },
  ],
  [
    "a contract that nobody signed",
    "Réservation annulée",
    "Le contrat n’a pas été signé à temps.",
    async () => {
      const { booking, contract } = await placeConfirmedBooking()
      await endUnsigned.run(contract.id, hours(49))
      return booking
    },
  ],
  [
    "the company's cancellation",
    "Réservation annulée",
    "Machine en panne",
    async () => {
      const { booking } = await placeConfirmedBooking()
      await cancelBooking({
        actor: await owner(),
        id: booking.id,
        from: "confirmed",
        reason: "Machine en panne",
        at: hours(1),
      })
      return booking
    },
  ],
  [
    "the customer's cancellation",
    "Réservation annulée",
    "Comme demandé, elle est annulée.",
    async () => {
      const { booking, party } = await placeConfirmedBooking()
      const preview = await previewCancellation(party, booking.id, hours(1))
      if (!preview.ok) throw new Error(preview.error.kind)
      await cancelOwnBooking(party, booking.id, { expected: preview.value.settlement }, hours(1))
      return booking
    },
  ],
  [
    "a withdrawal",
    "Vous avez renoncé au contrat",
    "Le contrat a pris fin",
    async () => {
      const { booking, party } = await placeSignedBooking()
      await withdrawFromContract(party, booking.id, hours(1))
      return booking
    },
  ],
])("a booking shows how it ended after %s, and nothing is left to do", async (_, title, text, end) => {
  const booking = await end()
  await db.insert(users).values({ id: booking.userId, name: "Elena", email: "elena@exemple.fr", emailVerified: true })
  const setCookies = await openSession(db, booking.userId, requestFrom(), new Date())
  const path = `/account/bookings/${booking.number}`
  const page = await renderPage(bookingPage, requestFrom({ path, setCookies }), { number: String(booking.number) })
  const main = elementIn(page.html, "main")
  expect([...main.matchAll(/<h2\b.*?<\/h2>/gs)].map(([heading]) => visibleText(heading))).toContain(title)
  expect(visibleText(main)).toContain(text)
  expect(
    linksIn(main).filter(([name]) => /Lire et signer|Annuler la réservation|Demander d’autres|Renoncer/.test(name)),
  ).toEqual([])
})
