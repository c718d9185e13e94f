import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as confirmPage from "../../app/site/newsletter/confirm/route.tsx"
import * as unsubscribePage from "../../app/site/newsletter/unsubscribe/route.tsx"
import * as page from "../../app/site/newsletter/route.tsx"
import { sameOriginOnly } from "../../app/http/visitor.server.ts"
import { deleteAllAccounts, requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { createStamp } from "../../server/accounts/auth/form-stamp.ts"
import { db } from "../../server/platform/database.server.ts"
import { runJob } from "../../server/jobs/schedule.ts"
import { unsubscribeHeaders } from "../../server/outside/newsletter/newsletter-links.ts"
import { countSubscriptions, listAllSubscriptions } from "../../server/outside/newsletter/queries.ts"
import { newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { recordedEvents } from "../../server/platform/schema/events.ts"
import { postRequest, routeArgs, runMiddleware, catchThrown } from "../accounts/browser.ts"
import { clearJobs, readMailOrders } from "../harness/jobs.ts"

beforeEach(async () => {
  await deleteAllAccounts()
  await db.delete(newsletterSubscriptions)
  await clearJobs()
})

const camille = "camille@exemple.example"

async function ask(email: string, from?: Request) {
  const affichage = await createStamp("newsletter", new Date(Date.now() - 60_000))
  const answer = await page.action(
    (await routeArgs(postRequest("/newsletter", { email, affichage, remarque: "" }, from))) as never,
  )
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("location") ?? "", data: null }
  const { data, init } = answer as { data: { errors: Record<string, string> }; init: ResponseInit | null }
  return { status: init?.status ?? 200, to: "", data }
}

type LinkPage = { loader(args: never): Promise<unknown>; action(args: never): Promise<unknown> }

async function pageState(answer: Promise<unknown>) {
  const { data, init } = (await answer) as { data: { state: string }; init: ResponseInit | null }
  return { state: data.state, status: init?.status ?? 200 }
}
const open = async ({ loader }: LinkPage, token: string) =>
  pageState(loader((await routeArgs(requestFrom(), { token })) as never))
const press = async ({ action }: LinkPage, token: string) =>
  pageState(action((await routeArgs(postRequest("/newsletter/x", {}), { token })) as never))

async function mails(): Promise<{ template: string; to: string; token: string }[]> {
  return (await readMailOrders()).map(({ template, to, data }) => ({
    template,
    to: to[0]?.address ?? "",
    token: "token" in data ? data.token : "",
  }))
}

async function readToken(email: string): Promise<string> {
  const rows = await db.select().from(newsletterSubscriptions)
  return rows.find((row) => row.email === email)?.token ?? ""
}

async function subscribe(email: string): Promise<string> {
  await ask(email)
  const token = await readToken(email)
  await press(confirmPage, token)
  return token
}

describe("subscribing", () => {
  test("a subscription sends a confirmation mail, and subscribes nobody yet", async () => {
    const answer = await ask(" Camille@Exemple.example")
    expect(answer.status).toBe(303)
    const loaded = await page.loader(
      (await routeArgs(new Request(new URL(answer.to, "http://localhost:3000")))) as never,
    )
    expect(loaded).toMatchObject({ isRequested: true })
    expect(await mails()).toEqual([
      { template: "newsletter-confirmation", to: camille, token: await readToken(camille) },
    ])
    expect(await countSubscriptions()).toEqual({ pending: 1, confirmed: 0, unsubscribed: 0 })
  })

  test("the reply is the same for a new, pending, confirmed or former address", async () => {
    await ask("waiting@exemple.example")
    await subscribe("subscribed@exemple.example")
    await press(unsubscribePage, await subscribe("gone@exemple.example"))
    const answers = []
    for (const name of ["new", "waiting", "subscribed", "gone"]) answers.push(await ask(`${name}@exemple.example`))
    expect(answers.map(({ status, to, data }) => [status, to.replace(/=.*/, ""), data])).toEqual(
      Array.from({ length: 4 }, () => [303, "/newsletter?demande", null]),
    )
  })

  test("a subscriber learns by mail alone that the address is subscribed already", async () => {
    const token = await subscribe(camille)
    await ask(camille)
    expect((await mails()).map(({ template }) => template)).toEqual([
      "newsletter-confirmation",
      "newsletter-welcome",
      "newsletter-welcome",
    ])
    expect(await readToken(camille)).toBe(token)
    expect((await countSubscriptions()).confirmed).toBe(1)
  })

  test("a repeated address does not flood its mailbox", async () => {
    const answers = []
    for (let number = 0; number < 6; number++)
      answers.push(await ask(camille, requestFrom({ address: `198.51.100.${number}` })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303])
    expect(await mails()).toHaveLength(2)
  })

  test("subscribing is slowed down after ten addresses from one network", async () => {
    const statuses = []
    for (let number = 0; number < 11; number++) statuses.push((await ask(`personne${number}@exemple.example`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429])
  })

  test.each([
    ["", "Indiquez votre adresse e-mail."],
    ["camille", "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr"],
  ])("subscribing requires a valid address: “%s”", async (email, text) => {
    expect(await ask(email)).toMatchObject({ status: 422, data: { errors: { email: text } } })
    expect(await db.$count(newsletterSubscriptions)).toBe(0)
  })
})

describe("the confirmation link", () => {
  test("opening the link only shows a page, to a scanner as to a person @R-mail-links", async () => {
    await ask(camille)
    const token = await readToken(camille)
    expect(await open(confirmPage, token)).toEqual({ state: "to-confirm", status: 200 })
    expect((await countSubscriptions()).confirmed).toBe(0)
  })

  test("the button subscribes once, and sends a mail @R-newsletter", async () => {
    await ask(camille)
    const token = await readToken(camille)
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect(await open(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
    expect((await mails()).filter(({ template }) => template === "newsletter-welcome")).toHaveLength(1)
    const [row] = await listAllSubscriptions("confirmed")
    const events = await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.subjectId, row?.id ?? ""))
    expect(events.map(({ action, actorKind }) => [action, actorKind])).toEqual([["newsletter.confirmed", "visitor"]])
  })

  test("the link expires after seven days, until it is requested again", async () => {
    await ask(camille)
    const token = await readToken(camille)
    await db.update(newsletterSubscriptions).set({ requestedAt: new Date(Date.now() - 8 * 24 * 3600_000) })
    expect(await open(confirmPage, token)).toEqual({ state: "expired-link", status: 410 })
    expect(await press(confirmPage, token)).toEqual({ state: "expired-link", status: 410 })
    expect((await countSubscriptions()).pending).toBe(1)
    await ask(camille)
    expect(await press(confirmPage, token)).toEqual({ state: "confirmed", status: 200 })
  })

  test.each(["", "x", "0".repeat(36), "' or 1=1 --", "../../admin"])(
    "an invented link is unknown: %s",
    async (token) => {
      await ask(camille)
      expect(await open(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await press(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await open(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
      expect(await press(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
    },
  )

  test("the link cannot be guessed: 36 hexadecimal digits, another for each address", async () => {
    await ask(camille)
    await ask("nicolas@exemple.example")
    const tokens = [await readToken(camille), await readToken("nicolas@exemple.example")]
    for (const token of tokens) expect(token).toMatch(/^[0-9a-f]{36}$/)
    expect(tokens[0]).not.toBe(tokens[1])
  })
})

describe("the unsubscription link", () => {
  test("opening the link only shows a page", async () => {
    const token = await subscribe(camille)
    expect(await open(unsubscribePage, token)).toEqual({ state: "subscribed", status: 200 })
    expect((await countSubscriptions()).confirmed).toBe(1)
  })

  test("the button unsubscribes, and may be pressed again", async () => {
    const token = await subscribe(camille)
    expect(await press(unsubscribePage, token)).toEqual({ state: "unsubscribed", status: 200 })
    expect(await press(unsubscribePage, token)).toEqual({ state: "unsubscribed", status: 200 })
    expect(await countSubscriptions()).toEqual({ pending: 0, confirmed: 0, unsubscribed: 1 })
    expect(await open(confirmPage, token)).toEqual({ state: "unknown-link", status: 404 })
  })

  test("a mail program unsubscribes without cookie or page (RFC 8058)", async () => {
    const token = await subscribe(camille)
    const [, address = ""] =
      /<(.*)>/.exec(unsubscribeHeaders("http://localhost:3000", token)["List-Unsubscribe"] ?? "") ?? []
    const request = new Request(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    })
    const args = await routeArgs(request, { token })
    await runMiddleware(sameOriginOnly, args)
    expect(await pageState(unsubscribePage.action(args as never))).toEqual({ state: "unsubscribed", status: 200 })
  })

  test("no other page accepts a request of a mail program", async () => {
    const request = new Request("http://localhost:3000/newsletter", {
      method: "POST",
      body: "List-Unsubscribe=One-Click",
    })
    const args = await routeArgs(request)
    expect(await catchThrown(() => runMiddleware(sameOriginOnly, args))).toMatchObject({ init: { status: 403 } })
  })

  test("the link stays invalid when the person subscribes again with another secret", async () => {
    const token = await subscribe(camille)
    await press(unsubscribePage, token)
    await ask(camille)
    expect(await readToken(camille)).not.toBe(token)
    expect(await open(unsubscribePage, token)).toEqual({ state: "unknown-link", status: 404 })
    expect((await countSubscriptions()).pending).toBe(1)
  })
})

test("the back office's list has the addresses and not the secrets", async () => {
  await subscribe(camille)
  await ask("nicolas@exemple.example")
  const [row] = await listAllSubscriptions("confirmed")
  expect(row).toMatchObject({ email: camille, status: "confirmed", confirmedAt: expect.any(Date) })
  expect(row).not.toHaveProperty("token")
  expect((await listAllSubscriptions("pending")).map(({ email }) => email)).toEqual(["nicolas@exemple.example"])
})

describe("an obsolete address", () => {
  const daysAfter = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * 3600_000)

  test("an unconfirmed address is erased 30 days after its link has expired", async () => {
    await ask(camille)
    await subscribe("nicolas@exemple.example")
    await db.update(newsletterSubscriptions).set({ requestedAt: new Date("2027-06-12T12:00:00Z") })
    expect(await runJob("forget-subscriptions", daysAfter("2027-06-12", 37))).toBe(
      "0 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await runJob("forget-subscriptions", daysAfter("2027-06-12", 38))).toBe(
      "1 unconfirmed and 0 unsubscribed addresses removed",
    )
    expect(await countSubscriptions()).toEqual({ pending: 0, confirmed: 1, unsubscribed: 0 })
  })

  test("an address is erased three years after it unsubscribed, and not before; a subscriber's stays", async () => {
    await press(unsubscribePage, await subscribe(camille))
    await subscribe("nicolas@exemple.example")
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
    expect(await countSubscriptions()).toEqual({ pending: 0, confirmed: 1, unsubscribed: 0 })
  })
})
