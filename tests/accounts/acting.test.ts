import { RouterContextProvider } from "react-router"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import siteMap from "../../app/routes.ts"
import { isActingRefusal } from "../../app/http/acting-refusal.ts"
import type { SharingPermission } from "../../domain/accounts/sharing.ts"
import type { Day } from "../../domain/day.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { sharedAccounts, users } from "../../server/platform/schema/accounts.ts"
import { startActingFor } from "../../server/accounts/sharing/act-for.ts"
import { authorities } from "../architecture/route-guards.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type RouteArgs, postRequest, routeArgs } from "./browser.ts"

type Handler = (args: never) => unknown
type Module = {
  middleware?: readonly ((args: never, next: () => Promise<Response>) => unknown)[]
  loader?: Handler
  action?: Handler
}

const modules = import.meta.glob<Module>([
  "../../app/site/**/route.tsx",
  "../../app/site/**/route.ts",
  "../../app/machine/**/*.{ts,tsx}",
  "../../app/elements/route.tsx",
  "!../../app/**/*.test.*",
])
const open = authorities(await siteMap).filter(({ guard }) => guard !== "staff")

/** Loading all screens of the site takes its time on a busy machine. */
beforeAll(async () => {
  for (const load of Object.values(modules)) await load()
})

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
})

async function signedIn(name: string): Promise<{ account: Account; request: Request }> {
  const { id, email } = await makeCustomer({ name })
  await db.insert(users).values({ id, name, email, emailVerified: true })
  const setCookies = await openSession(db, id, requestFrom(), new Date())
  return { account: { id, name }, request: requestFrom({ setCookies }) }
}

async function signInAsDelegate(owner: Account, permissions: SharingPermission[]) {
  const person = await signedIn("Paul")
  await db.insert(sharedAccounts).values({ ownerId: owner.id, sharedWithId: person.account.id, permissions })
  const visitor = await readVisitor(person.request)
  if (!visitor || !(await startActingFor(visitor, owner.id))) throw new Error("They do not act for anybody")
  return { ...person, end: () => db.delete(sharedAccounts) }
}

/** "403" when the route refuses a delegate and says why; "through" for any other response. */
async function routeOutcome(module: Module, args: RouteArgs, handler: Handler | undefined): Promise<"403" | "through"> {
  try {
    for (const middleware of module.middleware ?? []) await middleware(args as never, async () => new Response())
    const answered = await handler?.(args as never)
    return answered instanceof Response && answered.status === 403 ? "403" : "through"
  } catch (thrown) {
    return isRefusal(thrown) ? "403" : "through"
  }
}

function isRefusal(thrown: unknown): boolean {
  return typeof thrown === "object" && thrown !== null && "data" in thrown && isActingRefusal(thrown.data)
}

const missing = "00000000-0000-4000-8000-000000000000"
const params = {
  id: missing,
  number: "1",
  token: missing,
  secret: missing,
  page: "cgv",
  file: "x",
  invoice: "F-1",
  "*": "x",
}

async function ask(path: string, file: string, method: "GET" | "POST", from: Request): Promise<"403" | "through"> {
  const module = await modules[`../../app/${file}`]?.()
  if (!module) throw new Error(`${file} is not looked at`)
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => (params as Record<string, string>)[name] ?? "x"),
    from.url,
  )
  const sentRequest = method === "GET" ? new Request(url, { headers: from.headers }) : anyPost(url, from)
  return routeOutcome(module, await routeArgs(sentRequest, params), method === "GET" ? module.loader : module.action)
}

function anyPost(url: URL, from: Request): Request {
  if (!url.pathname.startsWith("/api/rpc/")) return postRequest(url.pathname, { intent: "quelconque" }, from)
  return new Request(url, { method: "POST", headers: jsonFrom(from), body: JSON.stringify(wizardItem) })
}

const wizardItem = { product_id: missing, dates: ["2027-06-12"], cart_id: missing }

function jsonFrom({ headers }: Request): Headers {
  const sent = new Headers(headers)
  sent.set("content-type", "application/json")
  return sent
}

describe("every address outside the back office", () => {
  for (const right of ["view", "book"] as const)
    test(`answers who acts for another account with \`${right}\` as the guards of its file say @R-account-sharing`, async () => {
      const owner = await signedIn("Claire")
      const { request } = await signInAsDelegate(owner.account, [right])
      const outcomes: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const { path, file, reads, acts, refusesGrantees } of open)
        for (const [method, answers, refuses] of [
          ["GET", reads, refusesGrantees.reads],
          ["POST", acts, refusesGrantees.acts],
        ] as const) {
          // Signing out would end this test.
          if (!answers || path === "/deconnexion") continue
          outcomes[`${method} ${path}`] = await ask(path, file, method, request)
          expected[`${method} ${path}`] =
            refuses === "all" || (refuses === "view" && right === "view") ? "403" : "through"
        }
      expect(outcomes).toEqual(expected)
      expect(Object.values(outcomes).filter((answer) => answer === "403").length).toBeGreaterThan(10)
    })

  test("an address refuses nobody who acts for themselves", async () => {
    const { request } = await signedIn("Claire")
    const refused = []
    for (const { path, file, reads } of open)
      if (reads && (await ask(path, file, "GET", request)) === "403") refused.push(path)
    // The metrics are only readable from this machine.
    expect(refused.filter((path) => path !== "/metrics")).toEqual([])
  })

  test("an address refuses the account's data once the access was revoked, even inside a wizard @P-share-remove", async () => {
    const owner = await signedIn("Claire")
    const { request, end } = await signInAsDelegate(owner.account, ["view", "book"])
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(owner.account),
      order: makeOrder(product.id, ["2027-06-12" as Day]),
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const steps = `/book/${product.id}`
    const route = async (file: string) => {
      const module = await modules[`../../app/site/${file}/route.tsx`]?.()
      if (!module) throw new Error(`There is no ${file}`)
      return module
    }
    const wizard = await route("booking")
    const sent = async (intent: string) => {
      const args = await routeArgs(postRequest(steps, { intent, mode: "delivery" }, request), { id: product.id })
      return routeOutcome(wizard, args, wizard.action)
    }
    expect(await sent("mode")).toBe("through")
    await end()
    for (const intent of ["calendar", "options", "quote", "mode", "address", "delivery", "cart"])
      expect(await sent(intent), intent).toBe("403")
    for (const [path, file] of [
      ["/account", "account"],
      ["/cart", "cart"],
      ["/booking/confirmation", "confirmation"],
    ] as const)
      expect(await ask(path, `site/${file}/route.tsx`, "GET", request), path).toBe("403")
    expect(await ask("/agir-pour", "site/account/act-for/route.tsx", "GET", request)).toBe("through")
    expect(await ask("/faq", "site/help/route.tsx", "GET", request)).toBe("through")
  })
})

test("one's own booking, or a third account's, does not open while acting for another @R-account-sharing", async () => {
  const [owner, third] = [await signedIn("Claire"), await signedIn("Anna")]
  const paul = await signInAsDelegate(owner.account, ["view", "book"])
  await db
    .insert(sharedAccounts)
    .values({ ownerId: third.account.id, sharedWithId: paul.account.id, permissions: ["view"] })
  const product = await makeProduct({ stock: 3 })
  const place = async (account: Account) => {
    const placed = await placeBooking({
      party: ownAccountParty(account),
      order: makeOrder(product.id, ["2027-06-12" as Day]),
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    return String(placed.value.booking.number)
  }
  const numbers = [await place(owner.account), await place(paul.account), await place(third.account)]
  const pages = open.filter(({ path }) => path.startsWith("/account/bookings/{number}"))
  expect(pages.length).toBeGreaterThan(8)
  const answers = async (number: string) => {
    const refused = new Set<string>()
    for (const { file, reads, acts } of pages) {
      const module = await modules[`../../app/${file}`]?.()
      const args = (sent: Request) => routeArgs(sent, { ...params, number })
      const at = new URL("/account/bookings", paul.request.url)
      if (reads)
        refused.add(
          await routeOutcome(
            module ?? {},
            await args(new Request(at, { headers: paul.request.headers })),
            module?.loader,
          ),
        )
      if (acts)
        refused.add(
          await routeOutcome(
            module ?? {},
            await args(postRequest(at.pathname, { intent: "quelconque" }, paul.request)),
            module?.action,
          ),
        )
    }
    return [...refused]
  }
  const outcomes = []
  for (const number of numbers) outcomes.push(await answers(number))
  expect(outcomes).toEqual([["through"], ["403"], ["403"]])
})

test("a route without a guard does not count as one that refuses", async () => {
  const args = { context: new RouterContextProvider() } as RouteArgs
  expect(await routeOutcome({}, args, () => null)).toBe("through")
})
