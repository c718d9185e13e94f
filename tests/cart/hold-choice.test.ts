import { beforeEach, expect, test } from "vitest"
import * as wizard from "../../app/site/booking/route.tsx"
import { addDays, dayInParis } from "../../domain/day.ts"
import { deleteAllAccounts, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db } from "../../server/platform/database.server.ts"
import { availableDates } from "../../server/platform/schema/availability.ts"
import { unitDays } from "../unit-days.ts"
import { cartItems } from "../../server/platform/schema/bookings.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { makeOption, makeProduct } from "../factories.ts"

const today = dayInParis(new Date())

beforeEach(deleteAllAccounts)

test("unrentable days are not held for a signed-in browser, which reads why", async () => {
  const { id } = await makeProduct({ minimumNoticeDays: 3, furthestDays: 100 })
  const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
  const hold = async (days: string[]) => {
    const fields: [string, string][] = [["intent", "hold"], ...days.map((day): [string, string] => ["date", day])]
    const answer = await wizard.action((await routeArgs(postRequest(`/book/${id}`, fields, request), { id })) as never)
    const { data, init } = answer as unknown as { data: unknown; init: { status?: number } | null }
    return { status: init?.status ?? 200, data }
  }
  const run = (count: number) => Array.from({ length: count }, (_, index) => addDays(today, 5 + index))
  const gone = { held: false, problem: "Certaines dates sélectionnées ne sont plus disponibles" }
  expect(await hold(run(61))).toEqual({
    status: 422,
    data: { held: false, problem: "60 jours au plus par réservation" },
  })
  expect(await hold([addDays(today, -1)])).toEqual({ status: 409, data: gone })
  expect(await hold([addDays(today, 1)])).toEqual({ status: 409, data: gone })
  expect(await hold([addDays(today, 101)])).toEqual({ status: 409, data: gone })
  expect(await hold([])).toMatchObject({ status: 422 })
  // One invalid date refuses all of them: the price would differ from the one that was read.
  expect(await hold([...run(2), "2027-02-30"])).toMatchObject({
    status: 422,
    data: { errors: { date: expect.stringContaining("n’existe pas") } },
  })
  expect(await db.$count(unitDays)).toBe(0)
  expect(await hold(run(60))).toEqual({ status: 200, data: { held: true, problem: null } })
  expect(await db.$count(unitDays)).toBe(60)
})

test("a day booked meanwhile is announced in the specified words, and the choice stays @V-cart-taken", async () => {
  const { id } = await makeProduct()
  const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
  const [booked, free] = [addDays(today, 30), addDays(today, 31)]
  await db.insert(availableDates).values({ productId: id, date: booked, isAvailable: false })
  const fields: [string, string][] = [
    ["intent", "cart"],
    ["etape", "options"],
    ["packs", "2"],
    ["date", booked],
    ["date", free],
  ]
  const answer = await wizard.action((await routeArgs(postRequest(`/book/${id}`, fields, request), { id })) as never)
  expect(answer).toMatchObject({
    init: { status: 409 },
    data: {
      errors: { date: "Certaines dates sélectionnées ne sont plus disponibles" },
      view: { step: "calendar", choice: { days: [booked, free], photoPacks: 2 } },
    },
  })
  expect(await db.$count(cartItems)).toBe(0)
})

test("a choice on days of one's own cart line stays, and leads to that line with its values", async () => {
  const { id } = await makeProduct()
  const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
  const add = async (packs: string) => {
    const fields = { intent: "cart", etape: "options", packs, date: addDays(today, 30) }
    return wizard.action((await routeArgs(postRequest(`/book/${id}`, fields, request), { id })) as never)
  }
  expect(await add("1")).toMatchObject({ status: 303 })
  const [line] = await db.select().from(cartItems)
  expect(await add("2")).toMatchObject({
    init: { status: 409 },
    data: {
      inCart: line?.id,
      errors: { form: expect.stringMatching(/^Cette location est déjà dans votre panier\u00a0: /) },
      view: { step: "options", choice: { days: [addDays(today, 30)], photoPacks: 2 }, unavailable: [] },
    },
  })
})

test("unavailable quantities are refused together, each beside its field", async () => {
  const { id } = await makeProduct()
  const bench = await makeOption(id, { name: "Banc", maxQuantity: 6 })
  const fields = { intent: "options", date: addDays(today, 30), packs: "5000", [`o.${bench.id}`]: "-2" }
  const answer = await wizard.action((await routeArgs(postRequest(`/book/${id}`, fields), { id })) as never)
  expect(answer).toMatchObject({
    init: { status: 422 },
    data: {
      errors: {
        packs: "Choisissez entre 0 et 999 packs photo.",
        [`o.${bench.id}`]: expect.stringMatching(
          /ne se loue pas en cette quantité\. Choisissez 0, 1, 2, 3, 4, 5 ou 6\.$/,
        ),
      },
      view: { choice: { photoPacks: 5000, options: [{ optionId: bench.id, quantity: -2 }] } },
    },
  })
})
