import { expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer, makeProduct, now } from "../../tests/factories.ts"
import { autosaveDraftAddress, readDraft, saveDraftAddress } from "./draft.ts"

const complete = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test("an older draft never replaces a newer one, whichever arrives last", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  await autosaveDraftAddress(ownAccountParty(customer), product.id, { ...complete, city: "" }, later(1))
  await saveDraftAddress(ownAccountParty(customer), product.id, complete, later(3))
  await autosaveDraftAddress(ownAccountParty(customer), product.id, { ...complete, city: "Nog" }, later(2))
  expect((await readDraft(customer.id, product.id))?.address).toEqual(complete)
})

test("a step that is left saves its address, even from a slow clock", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  await autosaveDraftAddress(ownAccountParty(customer), product.id, { ...complete, street: "" }, later(60))
  await saveDraftAddress(ownAccountParty(customer), product.id, complete, later(0))
  expect((await readDraft(customer.id, product.id))?.address).toEqual(complete)
})
