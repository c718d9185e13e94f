import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import * as wizard from "../../app/site/booking/route.tsx"
import * as checkout from "../../app/site/checkout/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import { postRequest, routeArgs, catchThrown } from "../accounts/browser.ts"
import { makeAccountHolder, makeAdministrator, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { addToCart } from "../../server/bookings/cart/add.ts"
import { readCart } from "../../server/bookings/cart/read.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { ERASED_STREET } from "../../domain/retention/erased-street.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { autosaveDraftAddress, readDraft, saveDraftAddress } from "../../server/bookings/draft.ts"
import { findSuggestedAddress } from "../../server/bookings/suggested-address.ts"
import { placeBooking } from "../../server/bookings/place.ts"

const at = new Date()
const day = addDays(dayInParis(at), 60)
const home = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const hall = { street: "1 rue de la République", zipCode: "77300", city: "Fontainebleau", instructions: "Portail vert" }

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
})

/** A customer with one booking and no saved address. */
async function makeReturningCustomer({ emailVerified = true } = {}) {
  const account = await makeAccountHolder({ emailVerified })
  const product = await makeProduct()
  const placed = await placeBooking({
    party: ownAccountParty(account),
    order: { ...makeOrder(product.id, [day]), address: hall, isDelivery: false, expectedTotal: null },
    at,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return { account, product }
}

test("an account's address is its saved one, or else that of its latest booking", async () => {
  const stranger = await makeAccountHolder()
  expect(await findSuggestedAddress(stranger.id)).toBeNull()
  const { account } = await makeReturningCustomer()
  expect(await findSuggestedAddress(account.id)).toEqual({ address: hall, from: "booking" })
  await db
    .update(bookings)
    .set({ address: { ...hall, street: ERASED_STREET } })
    .where(eq(bookings.userId, account.id))
  expect(await findSuggestedAddress(account.id)).toBeNull()
  const { street, zipCode, city } = home
  await db.update(profiles).set({ street, zipCode, city }).where(eq(profiles.id, account.id))
  expect(await findSuggestedAddress(account.id)).toEqual({ address: home, from: "account" })
})

test("an unconfirmed account does not read the delivery address of the address's owner", async () => {
  const { account } = await makeReturningCustomer({ emailVerified: false })
  expect(await findSuggestedAddress(account.id)).toMatchObject({ from: "booking" })
  const { id } = await makeAdministrator()
  await db.update(bookings).set({ placedBy: id }).where(eq(bookings.userId, account.id))
  expect(await findSuggestedAddress(account.id)).toBeNull()
})

async function afterOptions(accountId: ProfileId, productId: string, fields: Record<string, string> = {}) {
  const request = requestFrom({ setCookies: await openSession(db, accountId, requestFrom(), at) })
  const sent = postRequest(`/book/${productId}`, { intent: "options", date: addDays(day, 5), ...fields }, request)
  const answer: unknown = await wizard.action((await routeArgs(sent, { id: productId })) as never)
  if (!(answer instanceof Response)) throw new Error(`The step was refused: ${JSON.stringify(answer)}`)
  return new URL(answer.headers.get("location") ?? "", "http://ours.invalid").searchParams.get("step")
}

async function savePlace(accountId: ProfileId) {
  const { street, zipCode, city, instructions: addressInstructions } = hall
  await db.update(profiles).set({ street, zipCode, city, addressInstructions }).where(eq(profiles.id, accountId))
}

test("the place of an earlier event is proposed, and the step still asks for this one's", async () => {
  const { account, product } = await makeReturningCustomer()
  expect(await afterOptions(account.id, product.id, { cp: hall.zipCode })).toBe("address")
  expect(await readDraft(account.id, product.id)).toMatchObject({ address: hall })
})

test("the address step is skipped where nothing is missing, and the order has the address", async () => {
  const { account, product } = await makeReturningCustomer()
  await savePlace(account.id)
  expect(await afterOptions(account.id, product.id)).toBe("delivery")
  expect(await readDraft(account.id, product.id)).toMatchObject({ address: hall })
  await saveDraftAddress(ownAccountParty(account), product.id, home, at)
  expect(await afterOptions(account.id, product.id)).toBe("delivery")
  expect(await readDraft(account.id, product.id)).toMatchObject({ address: home })
})

async function afterValidate(accountId: ProfileId) {
  const request = requestFrom({
    path: "/cart/valider",
    setCookies: await openSession(db, accountId, requestFrom(), at),
  })
  const thrown = await catchThrown(async () => checkout.loader((await routeArgs(request)) as never))
  return thrown instanceof Response ? thrown.headers.get("location") : thrown
}

test("the cart skips the address step too, and asks where no address is stored or one was begun", async () => {
  const { account, product } = await makeReturningCustomer()
  await savePlace(account.id)
  const stranger = await makeAccountHolder()
  const days = [addDays(day, 9), addDays(day, 19)]
  for (const [index, { id, name }] of [account, stranger].entries()) {
    const rented = await readProductForRent(product.id)
    if (!rented) throw new Error("Nothing is for rent")
    const choice = { days: days.slice(index, index + 1), options: [], photoPacks: 0, itemId: randomUUID() }
    const added = await addToCart(ownAccountParty({ id, name }), rented, choice, at)
    if (!added.ok) throw new Error(added.error.kind)
  }
  expect(await afterValidate(stranger.id)).toBe("/cart/valider?step=address")
  expect(await afterValidate(account.id)).toBe("/cart/valider?step=delivery")
  expect(await readDraft(account.id, null)).toMatchObject({ address: hall })
  await saveDraftAddress(ownAccountParty(account), null, { ...home, city: "" }, at)
  expect(await afterValidate(account.id)).toBe("/cart/valider?step=address")
})

test("a visitor who signs in to add to the cart finds the line and the postcode there", async () => {
  const account = { name: "Lila", email: "lila@exemple.fr", password: "le bal du 14" }
  await signedUp(account)
  const { id } = await makeProduct()
  const search = "step=register&compte=connexion&pour=panier&puis=options"
  const fields = { intent: "sign-in", email: account.email, password: account.password }
  const choice = { date: day, cp: hall.zipCode, ville: hall.city }
  const sent = postRequest(`/book/${id}?${search}`, { ...fields, ...choice })
  const answer = (await wizard.action((await routeArgs(sent, { id })) as never)) as Response
  expect(answer.headers.get("location")).toBe("/cart")
  const visitor = await readVisitor(requestFrom({ setCookies: answer.headers }))
  if (!visitor) throw new Error("Nobody is signed in")
  expect(await readCart(visitor.profile.id, at)).toMatchObject({ lines: [{ product: { id } }] })
  expect(await readDraft(visitor.profile.id, null)).toMatchObject({
    address: { ...hall, street: "", instructions: "" },
  })
  expect(await afterValidate(visitor.profile.id)).toBe("/cart/valider?step=address")
})

test("the step asks without a stored address, after a begun one, and after a search for another place", async () => {
  const { account, product } = await makeReturningCustomer()
  await savePlace(account.id)
  expect(await afterOptions(account.id, product.id, { cp: "75011" })).toBe("address")
  expect(await readDraft(account.id, product.id)).toBeNull()
  expect(await afterOptions(account.id, product.id, { cp: hall.zipCode })).toBe("delivery")
  const other = await makeProduct()
  await autosaveDraftAddress(ownAccountParty(account), other.id, { ...home, city: "" }, at)
  expect(await afterOptions(account.id, other.id)).toBe("address")
  expect(await afterOptions((await makeAccountHolder()).id, other.id, { date: addDays(day, 9) })).toBe("address")
})

test("the tick makes the event's place the home, and saving a place does not (D70)", async () => {
  const account = await makeAccountHolder()
  const product = await makeProduct()
  const request = requestFrom({ setCookies: await openSession(db, account.id, requestFrom(), at) })
  const send = async (intent: string, more: Record<string, string> = {}) => {
    const fields = { intent, date: addDays(day, 5), ...hall, placeName: "Salle des fêtes", ...more }
    return wizard.action(
      (await routeArgs(postRequest(`/book/${product.id}`, fields, request), { id: product.id })) as never,
    )
  }
  const stored = async () => {
    const [row] = await db.select().from(profiles).where(eq(profiles.id, account.id))
    return row
  }
  await send("save-address")
  await send("address")
  expect(await stored()).toMatchObject({ placeName: "Salle des fêtes", street: hall.street, homeStreet: null })
  expect(await readDraft(account.id, product.id)).toMatchObject({ address: { ...hall, placeName: "Salle des fêtes" } })
  await send("address", { "mon-adresse": "oui" })
  expect(await stored()).toMatchObject({ homeStreet: hall.street, homeZipCode: "77300", homeCity: "Fontainebleau" })
})
