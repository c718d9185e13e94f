import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as confirmPage from "../../app/site/newsletter/confirm/route.tsx"
import * as unsubscribePage from "../../app/site/newsletter/unsubscribe/route.tsx"
import * as page from "../../app/site/newsletter/route.tsx"
import { sameOriginOnly } from "../../app/http/visitor.server.ts"
import { forgetAccounts, requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { newStamp } from "../../server/accounts/auth/form-stamp.ts"
import { db } from "../../server/platform/database.server.ts"
import { runJob } from "../../server/jobs/schedule.ts"
import { unsubscribeHeaders } from "../../server/outside/newsletter/newsletter-links.ts"
import { subscriptionCounts, subscriptionsOf } from "../../server/outside/newsletter/queries.ts"
import { newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { recordedEvents } from "../../server/platform/schema/events.ts"
import { posted, routeArgs, runMiddleware, thrownBy } from "../accounts/browser.ts"
import { clearJobs, readMailOrders } from "../harness/jobs.ts"

beforeEach(async () => {
  await forgetAccounts()
  await db.delete(newsletterSubscriptions)
  await clearJobs()
})

const camille = "camille@exemple.example"

async function ask(email: string, from?: Request) {
  const affichage = await newStamp("newsletter", new Date(Date.now() - 60_000))
  const answer = await page.action(
    (await routeArgs(posted("/newsletter", { email, affichage, remarque: "" }, from))) as never,
  )
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("location") ?? "", data: null }
  const { data, init } = answer as { data: { errors: Record<string, string> }; init: ResponseInit | null }
  return { status: init?.status ?? 200, to: "", data }
}

type LinkPage = { loader(args: never): Promise<unknown>; action(args: never): Promise<unknown> }

async function stateOf(answer: Promise<unknown>) {
  const { data, init } = (await answer) as { data: { state: string }; init: ResponseInit | null }
  return { state: data.state, status: init?.status ?? 200 }
}
const open = async ({ loader }: LinkPage, token: string) =>
  stateOf(loader((await routeArgs(requestFrom(), { token })) as never))
const press = async ({ action }: LinkPage, token: string) =>
  stateOf(action((await routeArgs(posted("/newsletter/x", {}), { token })) as never))

async function mails(): Promise<{ template: string; to: string; token: string }[]> {
  return (await readMailOrders()).map(({ template, to, data }) => ({
    template,
    to: to[0]?.address ?? "",
    token: "token" in data ? data.token : "",
  }))
}

async function tokenOf(email: string): Promise<string> {
  const rows = await db.select().from(newsletterSubscriptions)
  return rows.find((row) => row.email === email)?.token ?? ""
}

async function subscribed(email: string): Promise<string> {
  await ask(email)
  const token = await tokenOf(email)
  await press(confirmPage, token)
  return token
}

describe("Subscribing", () => {
  test("asks the address, by a mail, and subscribes nobody yet", async () => {
    const answer = await ask(" Camille@Exemple.example")
    expect(answer.status).toBe(303)
    const shown = await page.loader(
      (await routeArgs(new Request(new URL(answer.to, "http://localhost:3000")))) as never,
    )
    expect(shown).toMatchObject({ asked: true })
    expect(await mails()).toEqual([{ template: "newsletter-confirmation", to: camille, token: await tokenOf(camille) }])
    expect(await subscriptionCounts()).toEqual({ pending: 1, confirmed: 0, unsubscribed: 0 })
  })

  test("answers the same whether the address is new, waiting, subscribed or gone", async () => {
    await ask("waiting@exemple.example")
    await subscribed("subscribed@exemple.example")
    await press(unsubscribePage, await subscribed("gone@exemple.example"))
    const answers = []
    for (const who of ["new", "waiting", "subscribed", "gone"]) answers.push(await ask(`${who}@exemple.example`))
    expect(answers.map(({ status, to, data }) => [status, to.replace(/=.*/, ""), data])).toEqual(
      Array.from({ length: 4 }, () => [303, "/newsletter?demande", null]),
    )
  })

  test("tells a subscriber, by mail alone, that it was done already", async () => {
    const token = await subscribed(camille)
    await ask(camille)
    expect((await mails()).map(({ template }) => template)).toEqual([
      "newsletter-confirmation",
      "newsletter-welcome",
      "newsletter-welcome",
    ])
    expect(await tokenOf(camille)).toBe(token)
    expect((await subscriptionCounts()).confirmed).toBe(1)
  })

  test("does not fill a mailbox when somebody types its address again and again", async () => {
    const answers = []
    for (let number = 0; number < 6; number++)
      answers.push(await ask(camille, requestFrom({ address: `198.51.100.${number}` })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303])
    expect(await mails()).toHaveLength(2)
  })

  test("is slowed down after ten addresses from one network", async () => {
    const statuses = []
    for (let number = 0; number < 11; number++) statuses.push((await ask(`personne${number}@exemple.example`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
  })

  test.each([
    ["", "Indiquez votre adresse e-mail."],
    ["camille", "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"],
  ])("needs an address: “%s”", async (email, text) => {
    expect(await ask(email)).toMatchObject({ status: 422, data: { errors: { email: text } } })
    expect(await db.$count(newsletterSubscriptions)).toBe(0)
  })
})

describe("The link that confirms", () => {
  test("only shows a page when it is opened, by a scanner as by a person @R-mail-links", async () => {
    await ask(camille)
    const token = await tokenOf(camille)
    expect(await open(confirmPage, token)).toEqual({ state: "to-confirm", status: 200 })
    expect((await subscriptionCounts()).confirmed).toBe(0)
  })

  test("subscribes by its button, once, and says so by mail", async () => {
    await ask(camille)
    const token = await tokenOf(camille)
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect(await open(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect((await mails()).filter(({ template }) => template === "newsletter-welcome")).toHaveLength(1)
    const [row] = await subscriptionsOf("confirmed")
    const told = await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.subjectId, row?.id ?? ""))
    expect(told.map(({ action, actorKind }) => [action, actorKind])).toEqual([["newsletter.confirmed", "visitor"]])
  })

  test("is worth nothing after seven days, until somebody asks again", async () => {
    await ask(camille)
    const token = await tokenOf(camille)
    await db.update(newsletterSubscriptions).set({ requestedAt: new Date(Date.now() - 8 * 24 * 3600_000) })
    expect(await open(confirmPage, token)).toEqual({ state: "expired-link", status: 410 })
    expect(await press(confirmPage, token)).toEqual({ state: "expired-link", status: 410 })
    expect((await subscriptionCounts()).pending).toBe(1)
    await ask(camille)
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
  })

  test.each(["", "x", "0".repeat(36), "' or 1=1 --", "../../admin"])(
    "that we never wrote is unknown: %s",
    async (token) => {
      await ask(camille)
      expect(await open(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await press(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await open(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await press(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
    },
  )

  test("cannot be guessed: 36 hexadecimal digits, another for each address", async () => {
    await ask(camille)
    await ask("nicolas@exemple.example")
    const tokens = [await tokenOf(camille), await tokenOf("nicolas@exemple.example")]
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{36}$/)
    expect(tokens[0]).not.toBe(tokens[1])
  })
})

describe("The link that unsubscribes", () => {
  test("only shows a page when it is opened", async () => {
    const token = await subscribed(camille)
    expect(await open(unsubscribePage, token)).toEqual({ state: "subscribed", status: 200 })
    expect((await subscriptionCounts()).confirmed).toBe(1)
  })

  test("unsubscribes by its button, and stays true when pressed again", async () => {
    const token = await subscribed(camille)
    expect(await press(unsubscribePage, token)).toEqual({ state: "unsubscribed", status: 200 })
    expect(await press(unsubscribePage, token)).toEqual({ state: "unsubscribed", status: 200 })
    expect(await subscriptionCounts()).toEqual({ pending: 0, confirmed: 0, unsubscribed: 1 })
    expect(await open(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
  })

  test("works from a mail program, which has neither cookie nor page (RFC 8058)", async () => {
    const token = await subscribed(camille)
    const [, address = ""] =
      /<(.*)>/.exec(unsubscribeHeaders("http://localhost:3000", token)["List-Unsubscribe"] ?? "") ?? []
    const request = new Request(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    })
    const args = await routeArgs(request, { token })
    await runMiddleware(sameOriginOnly, args)
    expect(await stateOf(unsubscribePage.action(args as never))).toEqual({ state: "unsubscribed", status: 200 })
  })

  test("opens the same door to no other page", async () => {
    const request = new Request("http://localhost:3000/newsletter", {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
    })
    const args = await routeArgs(request)
    expect(await thrownBy(() => runMiddleware(sameOriginOnly, args))).toMatchObject({ init: { status: 403 } })
  })

  test("stays dead when the person comes back: they get another secret", async () => {
    const token = await subscribed(camille)
    await press(unsubscribePage, token)
    await ask(camille)
    expect(await tokenOf(camille)).not.toBe(token)
    expect(await open(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
    expect((await subscriptionCounts()).pending).toBe(1)
  })
})

test("The list for the back office has the addresses and not the secrets", async () => {
  await subscribed(camille)
  await ask("nicolas@exemple.example")
  const [row] = await subscriptionsOf("confirmed")
  expect(row).toMatchObject({ email: camille, status: "confirmed", confirmedAt: expect.any(Date) })
  expect(row).not.toHaveProperty("token")
  expect((await subscriptionsOf("pending")).map(({ email }) => email)).toEqual(["nicolas@exemple.example"])
})

describe("An address that we need no more", () => {
  const daysAfter = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * 3600_000)

  test("is forgotten 30 days after the link ended that nobody confirmed", async () => {
    await ask(camille)
    await subscribed("nicolas@exemple.example")
    await db.update(newsletterSubscriptions).set({ requestedAt: new Date("2027-06-12T12:00:00Z") })
    expect(await runJob("forget-subscriptions", daysAfter("2027-06-12", 37))).toBe(
      "0 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await runJob("forget-subscriptions", daysAfter("2027-06-12", 38))).toBe(
      "1 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await subscriptionCounts()).toEqual({ pending: 0, confirmed: 1, unsubscribed: 0 })
  })

  test("is forgotten three years after it left, and not before; whoever subscribes stays", async () => {
    await press(unsubscribePage, await subscribed(camille))
    await subscribed("nicolas@exemple.example")
    const left = { requestedAt: new Date("2026-01-01T12:00:00Z"), unsubscribedAt: new Date("2027-06-12T12:00:00Z") }
    await db.update(newsletterSubscriptions).set(left).where(eq(newsletterSubscriptions.email, camille))
    expect(await runJob("forget-subscriptions", new Date("2030-06-12T12:00:00Z"))).toBe(
      "0 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await runJob("forget-subscriptions", new Date("2030-06-12T12:00:01Z"))).toBe(
      "0 unconfirmed and 1 unsubscribed addresses removed",
    )
    expect(await runJob("forget-subscriptions", new Date("2030-06-13T12:00:00Z"))).toBe(
      "0 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await subscriptionCounts()).toEqual({ pending: 0, confirmed: 1, unsubscribed: 0 })
  })
})
