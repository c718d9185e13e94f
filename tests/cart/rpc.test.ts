import { beforeEach, describe, expect, test } from "vitest"
import * as checkDates from "../../app/machine/check-dates.ts"
import * as holdDates from "../../app/machine/hold-dates.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { ClockTime } from "../../domain/clock.ts"
import { dayInParis, addDays } from "../../domain/day.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { passesOriginCheck } from "../../server/accounts/auth/same-origin.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { holdDays } from "../../server/bookings/cart/hold.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { makeCustomer, makeFinanceSettings, makePlan, makeProduct } from "../factories.ts"
import { routeArgs } from "../accounts/browser.ts"

const today = dayInParis(new Date())
const [day, next] = [addDays(today, 40), addDays(today, 41)]

beforeEach(async () => {
  await deleteAllAccounts()
  await makeFinanceSettings()
})

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

async function customer(name: string) {
  const { request } = await signedUp({ name, email: `${name.toLowerCase()}@exemple.fr`, password: "le bal du 14" })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return { account: visitor.profile, request }
}

async function ask(
  procedure: { action: (args: never) => Promise<Response> },
  body: unknown,
  from: Request = requestFrom(),
  headers: Record<string, string> = {},
) {
  const sent = new Headers(from.headers)
  for (const [name, value] of Object.entries({ "content-type": "application/json", ...headers })) sent.set(name, value)
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const request = new Request("http://localhost:3000/api/rpc/x", { method: "POST", headers: sent, body: text })
  const answer = await procedure.action((await routeArgs(request)) as never)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers }
}

describe("check_dates_availability", () => {
  test("the procedure says for each date whether it is available @C-check-dates", async () => {
    const product = await rentable()
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: new Date() })
    const answer = await ask(checkDates, { product_id: product.id, dates: [next, day, addDays(today, -1), next] })
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { date: addDays(today, -1), is_available: false },
        { date: day, is_available: false },
        { date: next, is_available: true },
      ],
    })
  })

  test("a product sold by the hour only is available on a day that has a start left", async () => {
    const { id } = await makeProduct({ price: 0 })
    const plan = await makePlan(id, { startTimes: ["11:00", "17:00"] })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const hold = async (startTime: ClockTime) => {
      const choice = { days: [day], plan: { id: plan.id, startTime, extraHours: 0 } }
      await holdDays({ party: ownAccountParty(await makeCustomer()), product, ...choice, at: new Date() })
      return (await ask(checkDates, { product_id: id, dates: [day] })).body
    }
    expect(await hold("11:00")).toEqual([{ date: day, is_available: true }])
    expect(await hold("17:00")).toEqual([{ date: day, is_available: false }])
  })

  test("the procedure ignores a customer's own hold", async () => {
    const product = await rentable()
    const camille = await customer("Camille")
    await holdDays({ party: ownAccountParty(camille.account), product, days: [day], at: new Date() })
    const own = await ask(checkDates, { product_id: product.id, dates: [day] }, camille.request)
    expect(own.body).toEqual([{ date: day, is_available: true }])
  })

  test("the procedure explains an invalid request in French, with 4xx @C-check-dates", async () => {
    const product = await makeProduct({ isActive: false })
    const good = { product_id: product.id, dates: [day] }
    expect(await ask(checkDates, good)).toMatchObject({ status: 404, body: { error: "Produit non trouvé" } })
    expect(await ask(checkDates, "{")).toMatchObject({
      status: 400,
      body: { error: "Cette demande n’est pas du JSON." },
    })
    expect(await ask(checkDates, good, requestFrom(), { "content-type": "text/plain" })).toMatchObject({ status: 415 })
    expect(await ask(checkDates, { ...good, dates: ["12/06/2027"] })).toMatchObject({
      status: 422,
      body: {
        error: "Cette demande n’a pas la forme attendue.",
        fields: [{ field: "dates.0", message: "Chaque date s’écrit aaaa-mm-jj." }],
      },
    })
    expect(await ask(checkDates, { ...good, dates: [] })).toMatchObject({
      body: { fields: [{ message: "Veuillez sélectionner au moins une date" }] },
    })
    for (const body of [[], null, 3, {}, { dates: "x" }]) expect((await ask(checkDates, body)).status).toBe(422)
    expect((await ask(checkDates, "x".repeat(17 * 1024))).status).toBe(413)
    expect(checkDates.loader().status).toBe(405)
  })

  test("the procedure answers anybody because it changes nothing, and holding is for our own pages", () => {
    const from = (name: string) => ({
      method: "POST",
      url: `http://localhost:3000/api/rpc/${name}`,
      headers: new Headers({ origin: "https://ailleurs.example" }),
    })
    expect(passesOriginCheck(from("check_dates_availability"))).toBe(true)
    expect(passesOriginCheck(from("hold_dates_for_cart"))).toBe(false)
  })

  test("the procedure makes a visitor with too many requests wait, and nobody else", async () => {
    const product = await rentable()
    const question = { product_id: product.id, dates: [day] }
    const insistent = requestFrom({ address: "203.0.113.7" })
    const statuses: number[] = []
    for (let index = 0; index < 301; index++) statuses.push((await ask(checkDates, question, insistent)).status)
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    const refused = await ask(checkDates, question, insistent)
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
    expect(refused.body["error"]).toMatch(/^Trop de tentatives\. Réessayez dans /)
    expect((await ask(checkDates, question, requestFrom({ address: "203.0.113.8" }))).status).toBe(200)
  })
})

describe("hold_dates_for_cart", () => {
  test("the procedure holds the dates for the customer's own cart, all or nothing @C-hold-dates", async () => {
    const product = await rentable()
    const camille = await customer("Camille")
    const from = camille.request
    const held = await holdDays({
      party: ownAccountParty(camille.account),
      product: await rentable(),
      days: [day],
      at: new Date(),
    })
    if (!held.ok) throw new Error("The day was taken")
    const { cartId, endsAt } = held.value
    expect(await ask(holdDates, { product_id: product.id, dates: [next, day], cart_id: cartId }, from)).toMatchObject({
      status: 200,
      body: { cart_id: cartId, expires_at: endsAt.toISOString(), dates: [day, next] },
    })
    const other = await makeCustomer()
    expect((await holdDays({ party: ownAccountParty(other), product, days: [day], at: new Date() })).ok).toBe(false)
    await holdDays({ party: ownAccountParty(other), product, days: [addDays(next, 1)], at: new Date() })
    expect(
      await ask(holdDates, { product_id: product.id, dates: [next, addDays(next, 1)], cart_id: cartId }, from),
    ).toMatchObject({
      status: 409,
      body: { error: "Certaines dates sélectionnées ne sont plus disponibles", dates: [addDays(next, 1)] },
    })
    expect((await holdDays({ party: ownAccountParty(other), product, days: [day], at: new Date() })).ok).toBe(false)
  })

  test("the procedure refuses a stranger, and a cart that is another's or has ended @C-hold-dates", async () => {
    const product = await rentable()
    const [owner, intruder] = [await customer("Camille"), await customer("Nicolas")]
    const held = await holdDays({ party: ownAccountParty(owner.account), product, days: [day], at: new Date() })
    const cartId = held.ok ? held.value.cartId : ""
    const body = { product_id: product.id, dates: [next], cart_id: cartId }
    expect(await ask(holdDates, body)).toMatchObject({
      status: 401,
      body: { error: "Vous devez être connecté pour ajouter au panier" },
    })
    expect(await ask(holdDates, body, intruder.request)).toMatchObject({
      status: 404,
      body: { error: "Panier non trouvé, ou expiré" },
    })
    const late = new Date(Date.now() - 31 * 60_000)
    const ended = await holdDays({
      party: ownAccountParty(intruder.account),
      product,
      days: [addDays(day, 9)],
      at: late,
    })
    const endedId = ended.ok ? ended.value.cartId : ""
    expect((await ask(holdDates, { ...body, cart_id: endedId }, intruder.request)).status).toBe(404)
    expect((await ask(holdDates, { ...body, cart_id: "panier" }, owner.request)).status).toBe(422)
  })
})
