import { request as http } from "node:http"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import type { APIRequestContext } from "@playwright/test"
import { staffRoles } from "../../domain/accounts/staff-roles.ts"
import { mayOpen } from "../../domain/journal/staff-access.ts"
import siteMap from "../../app/routes.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { account } from "./wizard.ts"

const values: Record<string, string> = { page: "cgv", id: "00000000-0000-4000-8000-000000000000" }

/** Read from the site map, so that later addresses are tested without being named here. */
function adminPaths(entries: readonly RouteConfigEntry[] = siteMap, above = ""): string[] {
  return entries
    .flatMap(({ path = "", index, children }) => {
      const here = [
        above,
        path.replace(/:(\w+)\??/g, (_, name: string) => values[name] ?? "quelconque").replace("*", "quelconque"),
      ]
        .filter(Boolean)
        .join("/")
      const own = (index || path) && !children ? [`/${here}`] : []
      return [...own, ...adminPaths(children ?? [], here)]
    })
    .filter((path) => path === "/admin" || path.startsWith("/admin/"))
}

async function expectSentHome(request: APIRequestContext, shop: Shop): Promise<void> {
  const paths = adminPaths()
  expect(paths).toContain("/admin")
  expect(paths).toContain("/admin/bookings")
  expect(paths.length).toBeGreaterThan(10)
  const headers = { origin: shop.url }
  for (const path of paths) {
    for (const answer of [
      await request.get(shop.url + path, { maxRedirects: 0 }),
      await request.post(shop.url + path, {
        maxRedirects: 0,
        headers,
        form: { intent: "supprimer", id: values["id"] ?? "" },
      }),
    ]) {
      expect({ path, status: answer.status(), to: answer.headers()["location"] }).toEqual({
        path,
        status: 302,
        to: "/",
      })
    }
    // Requests the page as a script does.
    const data = await request.get(`${shop.url}${path}.data`, { maxRedirects: 0 })
    expect([202, 302]).toContain(data.status())
    expect((await data.text()).length).toBeLessThan(600)
  }
}

test("every address of the back office sends strangers and customers home and admits the owner @P-admin-every", async ({
  request,
  context,
  shop,
}) => {
  await expectSentHome(request, shop)
  const { name, email, password } = account
  const signedUp = await request.post(`${shop.url}/inscription`, {
    form: { name, email, password },
    headers: { origin: shop.url },
    maxRedirects: 0,
  })
  expect(signedUp.status()).toBe(303)
  expect((await request.get(`${shop.url}/account`, { maxRedirects: 0 })).status()).toBe(200)
  await expectSentHome(request, shop)

  await shop.admit(context)
  for (const path of adminPaths()) {
    const answer = await context.request.get(shop.url + path, { maxRedirects: 0 })
    // An address of the back office may redirect to another one.
    if (answer.status() === 302) expect(answer.headers()["location"], path).toMatch(/^\/admin\//)
    else expect([200, 400, 404, 405], path).toContain(answer.status())
  }
})

test("each role opens its own addresses of the back office, and every other one sends it home", async ({
  playwright,
  shop,
}) => {
  for (const role of staffRoles) {
    const request = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
    const email = `${role}@exemple.fr`
    const form = { name: "Nadir", email, password: account.password }
    expect((await request.post("/inscription", { form, maxRedirects: 0 })).status()).toBe(303)
    await shop.sql("update profiles set staff_role = $1 where email = $2", [role, email])
    for (const path of adminPaths().filter((each) => each !== "/admin")) {
      for (const isAct of [false, true]) {
        const answer = isAct
          ? await request.post(path, { maxRedirects: 0, form: { intent: "quelconque" } })
          : await request.get(path, { maxRedirects: 0 })
        const isSentHome = answer.status() === 302 && answer.headers()["location"] === "/"
        expect({ role, path, isAct, isSentHome }).toEqual({
          role,
          path,
          isAct,
          isSentHome: !mayOpen(role, path, isAct),
        })
        expect(answer.status(), `${role} ${path}`).toBeLessThan(500)
      }
    }
    const entry = await request.get("/admin", { maxRedirects: 0 })
    expect(mayOpen(role, entry.headers()["location"] ?? "")).toBe(true)
    await request.dispose()
  }
})

/** A request that no browser sends. */
function send(
  shop: Shop,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = http(shop.url + path, { method: "POST", headers }, (answer) => {
      let body = ""
      answer.setEncoding("utf8").on("data", (chunk: string) => (body += chunk))
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "", body }),
      )
    })
    sent.on("error", reject)
    sent.end("email=a")
  })
}

test("a form and a procedure with an origin that is no address or another is refused in French; what changes nothing answers anybody", async ({
  shop,
}) => {
  for (const origin of ["n'importe quoi", "http://", "https://ailleurs.example", "://"]) {
    const answer = await send(shop, "/connexion", { origin, "content-type": "application/x-www-form-urlencoded" })
    expect({ origin, status: answer.status, type: answer.type }).toEqual({
      origin,
      status: 403,
      type: "text/html; charset=utf-8",
    })
    expect(answer.body).toContain("Cette demande ne vient pas d’une page de notre site")
    expect(answer.body).toContain('<html lang="fr"')
  }
  const headers = { origin: "https://ailleurs.example", "content-type": "application/json" }
  const held = await send(shop, "/api/rpc/hold_dates_for_cart", headers)
  expect(held.status).toBe(403)
  expect(held.body).toContain("Cette demande ne vient pas d’une page de notre site")
  const checked = await send(shop, "/api/rpc/check_dates_availability", headers)
  expect({ status: checked.status, body: JSON.parse(checked.body) as unknown }).toEqual({
    status: 400,
    body: { error: "Cette demande n’est pas du JSON." },
  })
})

test("the addresses for machines say that the shop lives, can serve, and how it is", async ({ request, shop }) => {
  const alive = await request.get(`${shop.url}/healthz`)
  expect([alive.status(), await alive.text()]).toEqual([200, "ok\n"])
  const ready = await request.get(`${shop.url}/readyz`)
  expect([ready.status(), await ready.json()]).toEqual([
    200,
    { ready: true, checks: { database: "ok", migrations: "ok", disk: "ok" } },
  ])
  const metrics = await request.get(`${shop.url}/metrics`)
  expect(metrics.headers()["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
  const lines = (await metrics.text()).split("\n").filter((line) => line !== "")
  expect(
    lines.every((line) => /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+]+)$/.test(line)),
  ).toBe(true)
  expect(lines).toContainEqual(expect.stringMatching(/^guinguette_bookings\{status="pending"\} \d+$/))
  expect((await request.get(`${shop.url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.7" } })).status()).toBe(
    403,
  )
})
