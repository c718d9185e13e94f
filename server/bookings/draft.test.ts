import { expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { makeCustomer, makeProduct, now } from "../../tests/factories.ts"
import { keepDraftAddress, readDraft, saveDraftAddress } from "./draft.ts"

const complete = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test("what was typed first never replaces what was typed last, whichever arrives last", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  await keepDraftAddress(onOwnAccount(customer), product.id, { ...complete, city: "" }, later(1))
  await saveDraftAddress(onOwnAccount(customer), product.id, complete, later(3))
  await keepDraftAddress(onOwnAccount(customer), product.id, { ...complete, city: "Nog" }, later(2))
  expect((await readDraft(customer.id, product.id))?.address).toEqual(complete)
})

test("a step that is left keeps its address even with a clock that is late", async () => {
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  await keepDraftAddress(onOwnAccount(customer), product.id, { ...complete, street: "" }, later(60))
  await saveDraftAddress(onOwnAccount(customer), product.id, complete, later(0))
  expect((await readDraft(customer.id, product.id))?.address).toEqual(complete)
})
