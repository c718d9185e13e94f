import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { deleteAllAccounts, signedUp } from "../auth/accounts.fixture.ts"
import { type Visitor, readVisitor } from "../auth/visitor.ts"
import { db } from "../../platform/database.server.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { readSavedAddress } from "../../bookings/draft.ts"
import { saveMissingPhone, saveClientDetails, saveOwnAddress, savePersonalDetails } from "./edit-profile.ts"
import { readProfile } from "./profiles.ts"

beforeEach(deleteAllAccounts)

async function visitor(): Promise<Visitor> {
  const { request } = await signedUp({ name: "Elena", email: "elena@exemple.fr", password: "un bal au bord de l’eau" })
  const signedIn = await readVisitor(request)
  if (!signedIn) throw new Error("Nobody is signed in")
  return signedIn
}
const recorded = async (id: string) =>
  (await db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, id))).filter(
    ({ action }) => action === "person.saved",
  )

test("customers change their name and phone, everywhere at once, and it is recorded once @C-profiles-name @P-user-edits", async () => {
  const elena = await visitor()
  const { id, email } = elena.profile
  const details = { name: "Elena Marchetti", phone: "06 12 34 56 78" }
  await savePersonalDetails(elena, details)
  await savePersonalDetails(elena, details)
  expect(await readProfile(id)).toMatchObject({ ...details, email })
  const events = await recorded(id)
  expect(events).toMatchObject([{ details: { changed: ["name", "phone"] }, personal: { before: { name: "Elena" } } }])
})

test("a phone number from an order fills only an empty field, and of the customer's own account", async () => {
  const elena = await visitor()
  const { id } = elena.profile
  const forAnother = { kind: "shared" as const, account: elena.profile, permissions: ["view", "book"] as const }
  await saveMissingPhone({ ...elena, acting: forAnother }, "06 00 00 00 00")
  expect((await readProfile(id))?.phone).toBeNull()
  await saveMissingPhone(elena, "06 12 34 56 78")
  expect((await readProfile(id))?.phone).toBe("06 12 34 56 78")
  const withPhone = { ...elena, profile: { ...elena.profile, phone: "06 12 34 56 78" } }
  await saveMissingPhone(withPhone, "07 00 00 00 00")
  expect((await readProfile(id))?.phone).toBe("06 12 34 56 78")
  expect(await recorded(id)).toMatchObject([{ details: { changed: ["phone"] } }])
})

test("an address is stored and removed, each recorded, and never enters another's account", async () => {
  const elena = await visitor()
  const { id } = elena.profile
  const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  await saveOwnAddress(elena, address)
  await saveOwnAddress(elena, address)
  expect(await readSavedAddress(id)).toEqual(address)
  const forAnother = { kind: "shared" as const, account: elena.profile, permissions: ["view", "book"] as const }
  await saveOwnAddress({ ...elena, acting: forAnother }, null)
  expect(await readSavedAddress(id)).toEqual(address)
  await saveOwnAddress(elena, null)
  expect(await readSavedAddress(id)).toBeNull()
  const changed = ["street", "zipCode", "city"]
  expect(await recorded(id)).toMatchObject([
    { details: { changed }, personal: { after: { street: address.street } } },
    { details: { changed }, personal: { before: { street: address.street }, after: { street: null } } },
  ])
})

test("a business is stored with its SIREN, and removed when the customer is an individual again @C-profiles-business", async () => {
  const elena = await visitor()
  const { id } = elena.profile
  await saveClientDetails(elena, {
    clientType: "business",
    businessName: "Le Bal SARL",
    businessSiret: "98765432400001",
    businessVat: "FR14987654324",
    businessContactName: "Elena Marchetti",
  })
  expect(await readProfile(id)).toMatchObject({
    clientType: "business",
    businessSiren: "987654324",
    businessVat: "FR14987654324",
  })
  await saveClientDetails(elena, { clientType: "individual" })
  expect(await readProfile(id)).toMatchObject({
    clientType: "individual",
    businessName: null,
    businessSiret: null,
    businessSiren: null,
    businessVat: null,
    businessContactName: null,
  })
})
