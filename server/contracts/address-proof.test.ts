import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { placedAt, placeSignedBooking } from "../../tests/ends.ts"
import { db, transaction } from "../platform/database.server.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { hasSignedByMail } from "./address-proof.ts"
import { addEvidence } from "./evidence.ts"

const visit = { address: "203.0.113.7", userAgent: "Firefox" }

test("an address is proved by its own mails, and not by those to the previous one", async () => {
  const { booking, customer } = await placeSignedBooking()
  const [contract] = await db.select({ id: contracts.id }).from(contracts).where(eq(contracts.bookingId, booking.id))
  if (!contract) throw new Error("No contract was signed")
  const proved = () => transaction((tx) => hasSignedByMail(tx, booking.id))
  const typed = async (email: string) =>
    transaction((tx) =>
      addEvidence(
        tx,
        contract.id,
        { kind: "code-proved", details: { accountId: customer.id }, personal: { ...visit, email } },
        placedAt,
      ),
    )
  expect(await proved()).toBe(false)
  await typed("avant@exemple.example")
  expect(await proved()).toBe(false)
  await typed(customer.email)
  expect(await proved()).toBe(true)
})
