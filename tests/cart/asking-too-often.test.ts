import { beforeEach, describe, expect, test } from "vitest"
import * as addresses from "../../app/machine/addresses.ts"
import * as wizard from "../../app/site/booking/route.tsx"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { addressGroup } from "../../server/platform/request/client-address.ts"
import { policies, throttle } from "../../server/accounts/auth/throttle.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"

const visitor = "203.0.113.7"

beforeEach(async () => {
  await deleteAllAccounts()
  await makeFinanceSettings()
})

/** Uses up the visitor's rate limit. */
async function useUp(policy: "addressCompletion" | "deliveryQuote"): Promise<void> {
  for (let attempt = 0; attempt < policies[policy].free; attempt++)
    await throttle(addressGroup(visitor), policies[policy])
}

describe("the completion of addresses", () => {
  const complete = async (address: string) => {
    const request = requestFrom({ address, path: "/api/addresses?q=nogent" })
    return addresses.loader((await routeArgs(request)) as never)
  }

  test("the completion makes a visitor with too many requests wait, and nobody else", async () => {
    expect((await complete(visitor)).status).toBe(200)
    await useUp("addressCompletion")
    const refused = await complete(visitor)
    expect(refused.status).toBe(429)
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
    expect(await refused.json()).toMatchObject({
      suggestions: [],
      error: expect.stringMatching(/^Trop de tentatives\./),
    })
    expect((await complete("203.0.113.8")).status).toBe(200)
  })
})

describe("the price of a delivery while an address is typed", () => {
  test("the price makes a visitor with too many requests wait, and keeps the typed address", async () => {
    const { id } = await makeProduct()
    const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
    const quote = async (street: string) => {
      const fields = { intent: "quote", street, zipCode: "94130", city: "Nogent-sur-Marne" }
      return wizard.action((await routeArgs(postRequest(`/book/${id}`, fields, request), { id })) as never)
    }
    expect(await quote("12 quai de la Marne")).toMatchObject({
      delivery: { place: "94130", quote: { kind: "quoted" } },
    })
    await useUp("deliveryQuote")
    expect(await quote("14 quai de la Marne")).toMatchObject({ data: { delivery: null }, init: { status: 429 } })
    const loaded = await wizard.loader(
      (await routeArgs(requestAt(request, `/book/${id}?step=address&date=2099-06-12`), { id })) as never,
    )
    expect(loaded).toMatchObject({ data: { view: { address: { street: "14 quai de la Marne" } } } })
  })
})

function requestAt(from: Request, path: string): Request {
  return new Request(new URL(path, "http://localhost:3000"), { headers: from.headers })
}
