import { randomUUID } from "node:crypto"
import { TOTP } from "otpauth"
import { beforeEach, expect, test } from "vitest"
import * as wizard from "../../app/site/booking/route.tsx"
import * as checkout from "../../app/site/checkout/route.tsx"
import * as codeStep from "../../app/site/sign-in/code/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import {
  startSecondFactorSetup,
  confirmSecondFactor,
  readSecondFactor,
} from "../../server/accounts/auth/second-factor.ts"
import { signIn } from "../../server/accounts/auth/sign-in.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { readDraft, saveDraftAddress } from "../../server/bookings/draft.ts"
import { addToCart } from "../../server/bookings/cart/add.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { db } from "../../server/platform/database.server.ts"
import { sessions } from "../../server/platform/schema/accounts.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { postRequest, routeArgs, catchThrown } from "../accounts/browser.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
const credentials = { email: camille.email, password: camille.password }
const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "Cour" }
const day = addDays(dayInParis(new Date()), 90)

beforeEach(async () => {
  await deleteAllAccounts()
  await makeFinanceSettings()
})

async function withEndedSession() {
  const { request } = await signedUp(camille)
  const visitor = await readVisitor(request)
  const product = await readProductForRent((await makeProduct()).id)
  if (!visitor || !product) throw new Error("Nobody is signed in, or nothing is for rent")
  const account = { id: visitor.profile.id, name: visitor.profile.name }
  const choice = { days: [day], options: [], photoPacks: 0, itemId: randomUUID() }
  const added = await addToCart(ownAccountParty(account), product, choice, new Date())
  if (!added.ok) throw new Error(added.error.kind)
  await db.delete(sessions)
  return { account, request }
}

type Ended = {
  carried: { step: string; account: string; address: unknown; mode: unknown }
  errors: Record<string, string>
}

async function send(fields: Record<string, string>, from: Request) {
  const args = await routeArgs(postRequest("/cart/valider", fields, from))
  const answer: unknown = await checkout.action(args as never)
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("location"), headers: answer.headers, shown: null }
  const { data, init } = answer as { data: Ended; init: { status?: number } | null }
  // Without scripts the page renders from the same request, which must not redirect.
  const drawn: unknown = await checkout.loader(args as never)
  expect(drawn).toMatchObject({ data: { view: null } })
  return { status: init?.status ?? 200, to: null, headers: new Headers(), shown: data }
}

function hiddenFields({ step, account, address: typed, mode }: Ended["carried"]): Record<string, string> {
  const entries = Object.entries((typed ?? {}) as Record<string, string>)
  return {
    "etape-gardee": step,
    compte: account,
    ...Object.fromEntries(entries.map(([name, value]) => [`adresse-gardee.${name}`, value])),
    ...(typeof mode === "string" ? { "mode-garde": mode } : {}),
  }
}

/** Returns recovery codes, which work once each, at any hour. */
async function withSecondFactor(): Promise<string[]> {
  const entered = await signIn(credentials, requestFrom())
  const visitor = entered.ok && (await readVisitor(requestFrom({ setCookies: entered.value.headers })))
  if (!visitor || !(await startSecondFactorSetup(visitor, credentials.password)).ok)
    throw new Error("Nothing was begun")
  const state = await readSecondFactor(visitor.user, "Guinguette")
  if (state.state !== "setup") throw new Error(state.state)
  const app = new TOTP({ secret: new URL(state.uri).searchParams.get("secret") ?? "" })
  const confirmed = await confirmSecondFactor(visitor, app.generate())
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  await db.delete(sessions)
  return confirmed.value
}

async function giveCode(code: string | undefined, retour: string, browser: Request): Promise<unknown> {
  const args = await routeArgs(postRequest("/connexion/code?secours", { code: code ?? "", retour }, browser))
  return codeStep.action(args as never)
}

test("an address sent after the session ended comes back with the sign-in, and fills its step", async () => {
  const { account, request } = await withEndedSession()
  const ended = await send({ intent: "address", ...address, compte: account.id }, request)
  expect(ended).toMatchObject({ status: 401, shown: { carried: { step: "address", address }, errors: {} } })
  const carried = hiddenFields((ended.shown as Ended).carried)

  const wrong = await send({ intent: "sign-in", ...carried, ...credentials, password: "pas le bon" }, request)
  expect(wrong.shown).toMatchObject({
    carried: { step: "address", address, account: account.id },
    errors: { form: "Adresse e-mail ou mot de passe incorrect" },
  })

  const entered = await send({ intent: "sign-in", ...carried, ...credentials }, request)
  expect(entered).toMatchObject({ status: 303, to: "/cart/valider?step=address" })
  expect(await readVisitor(requestFrom({ setCookies: entered.headers }))).not.toBeNull()
  expect(await readDraft(account.id, null)).toMatchObject({ address })
})

test("a cart's order sent after the session ended books nothing and returns to the last step ticked", async () => {
  const { account, request } = await withEndedSession()
  await saveDraftAddress(ownAccountParty(account), null, address, new Date())
  const ended = await send({ intent: "delivery", mode: "pickup", lu: "x", compte: account.id }, request)
  expect(ended).toMatchObject({ status: 401, shown: { carried: { step: "delivery", mode: "pickup" } } })
  expect(await db.$count(bookings)).toBe(0)
  const carried = hiddenFields((ended.shown as Ended).carried)
  const entered = await send({ intent: "sign-in", ...carried, ...credentials }, request)
  expect(entered).toMatchObject({ status: 303, to: "/cart/valider?step=delivery" })
  expect(await readDraft(account.id, null)).toMatchObject({ address, isDelivery: false })

  // Sent again from another tab that is signed in by now.
  const again = await send(
    { intent: "sign-in", ...carried, ...credentials },
    requestFrom({ setCookies: entered.headers }),
  )
  expect(again).toMatchObject({ status: 303, to: "/cart/valider?step=delivery" })
})

test("a wizard's order sent after the session ended returns to the last step with its ticks", async () => {
  const { account, request } = await withEndedSession()
  const { id } = await makeProduct()
  await saveDraftAddress(ownAccountParty(account), id, address, new Date())
  const post = async (search: string, fields: Record<string, string>) => {
    const sent = { date: day, ...fields }
    return wizard.action((await routeArgs(postRequest(`/book/${id}?${search}`, sent, request), { id })) as never)
  }
  const last = `step=delivery&date=${day}`
  const ended = await post(last, { intent: "delivery", mode: "pickup" })
  expect(ended).toMatchObject({ init: { status: 401 }, data: { form: "session-ended", values: { mode: "pickup" } } })
  const back = `/book/${id}?step=delivery&date=${day}&mode=pickup`
  const entered = (await post(last, { intent: "sign-in", mode: "pickup", ...credentials })) as Response
  expect(entered.headers.get("location")).toBe(back)
  // The step was loaded again without a session, and the form was switched and switched back.
  const changed = `step=register&date=${day}&mode=pickup&pour=session&puis=delivery&compte=connexion`
  const later = (await post(changed, { intent: "sign-in", ...credentials })) as Response
  expect(later.headers.get("location")).toBe(back)
  const loaded = await wizard.loader(
    (await routeArgs(requestFrom({ setCookies: entered.headers, path: back }), { id })) as never,
  )
  expect(loaded).toMatchObject({ data: { view: { step: "delivery", isDelivery: false } } })
})

test("typed values do not enter the account of somebody else who signs in", async () => {
  const { account, request } = await withEndedSession()
  const ended = await send({ intent: "address", ...address, compte: account.id }, request)
  const other = { name: "Lila", email: "lila@exemple.fr", password: "le bal du 14" }
  const { request: lilas } = await signedUp(other)
  const lila = await readVisitor(lilas)
  if (!lila) throw new Error("She is not signed in")
  const carried = hiddenFields((ended.shown as Ended).carried)
  await send({ intent: "sign-in", ...carried, email: other.email, password: other.password }, request)
  expect(await readDraft(lila.profile.id, null)).toBeNull()
})

test("typed values wait for the second factor's code at both steps, and belong to nobody before it", async () => {
  const { account, request } = await withEndedSession()
  const [, ...codes] = await withSecondFactor()
  const ended = await send({ intent: "address", ...address, compte: account.id }, request)
  const carried = hiddenFields((ended.shown as Ended).carried)
  const password = await send({ intent: "sign-in", ...carried, ...credentials }, request)
  const back = "/cart/valider?step=address"
  expect(password).toMatchObject({ status: 303, to: `/connexion/code?retour=${encodeURIComponent(back)}` })
  const waiting = requestFrom({ setCookies: password.headers })
  expect(await giveCode("0000-0000", back, waiting)).not.toBeInstanceOf(Response)
  expect(await readDraft(account.id, null)).toBeNull()
  const entered = await giveCode(codes[0], back, waiting)
  expect(entered).toMatchObject({ status: 303 })
  expect((entered as Response).headers.get("location")).toBe(back)
  expect(await readDraft(account.id, null)).toMatchObject({ address })

  const product = await makeProduct()
  const step = `/book/${product.id}?dates=${day}&step=register`
  const entries = Object.entries(address).map(([name, value]) => [`adresse-gardee.${name}`, value])
  const args = await routeArgs(
    postRequest(step, { intent: "sign-in", ...Object.fromEntries(entries), ...credentials }),
    {
      id: product.id,
    },
  )
  const answer = (await wizard.action(args as never)) as Response
  const location = answer.headers.get("location") ?? ""
  expect(location).toMatch(/^\/connexion\/code\?retour=/)
  const toStep = new URL(location, "http://ours.invalid").searchParams.get("retour") ?? ""
  const there = await giveCode(codes[1], toStep, requestFrom({ setCookies: answer.headers }))
  expect((there as Response).headers.get("location")).toBe(toStep)
  expect(await readDraft(account.id, product.id)).toMatchObject({ address })
})

test("a background request redirects nowhere, and a page request leads to the sign-in and back", async () => {
  const { request } = await withEndedSession()
  for (const fields of [
    { intent: "quote", ...address },
    { intent: "mode", mode: "pickup" },
  ])
    expect(await send(fields, request)).toMatchObject({ status: 401, to: null })
  const pageRequest = requestFrom({ path: "/cart/valider?step=delivery" })
  const args = await routeArgs(pageRequest)
  const thrown = await catchThrown(() => checkout.loader(args as never))
  expect((thrown as Response).headers.get("location")).toBe("/connexion?retour=%2Fcart%2Fvalider%3Fstep%3Ddelivery")
})
