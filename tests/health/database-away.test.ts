import { beforeEach, describe, expect, test, vi } from "vitest"
import { freshDatabase } from "../harness/database.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { action as checkDates } from "../../app/machine/check-dates.ts"
import { action as bookProduct } from "../../app/site/booking/route.tsx"
import { handleDataRequest } from "../../app/entry.server.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { pool } from "../../server/platform/database.server.ts"
import { checkReadiness } from "../../server/jobs/health/readiness.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { markUnavailable, withRequest } from "../../server/platform/log.ts"

const plenty = () => Promise.resolve(10_000_000_000)

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
})

describe("a full disk", () => {
  test("readyz announces a nearly full disk before the shop refuses anybody", async () => {
    expect(await checkReadiness(plenty)).toEqual({
      ready: true,
      checks: { database: "ok", migrations: "ok", disk: "ok" },
    })
    expect(await checkReadiness(() => Promise.resolve(1_000_000))).toMatchObject({
      ready: false,
      checks: { disk: "full" },
    })
    expect((await checkReadiness()).checks.disk).toBe("ok")
  })

  test("a full disk refuses an order in French at its step, and readyz says why from then on", async () => {
    await makeFinanceSettings()
    const product = await makeProduct()
    const { request } = await signedUp({
      name: "Lila",
      email: "lila@exemple.example",
      password: "un bal au bord de l’eau",
    })
    // The error that PostgreSQL raises without room for a row.
    await pool.query(`
      create function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger no_room before insert on booking_drafts for each row execute function no_room()`)
    const fields = { intent: "address", street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
    const path = `/book/${product.id}?etape=adresse&jours=2099-06-12`
    const args = { ...(await routeArgs(postRequest(path, fields, request))), params: { id: product.id } }
    const answer = await bookProduct(args as Parameters<typeof bookProduct>[0])
    expect(answer).toMatchObject({
      init: { status: 503 },
      data: { errors: { form: "L’adresse n’a pas pu être gardée. Réessayez dans un instant." }, values: fields },
    })
    expect(await checkReadiness(plenty)).toMatchObject({ ready: false, checks: { database: "ok", disk: "full" } })
  })
})

describe("an unavailable database", () => {
  test("a procedure replies 503 in French, with the time to come back", async () => {
    const product = await makeProduct()
    const body = JSON.stringify({ product_id: product.id, dates: ["2099-06-12"] })
    const ask = async () => {
      const headers = { "content-type": "application/json", origin: "http://localhost:3000" }
      const url = "http://localhost:3000/api/rpc/check_dates_availability"
      const args = await routeArgs(new Request(url, { method: "POST", headers, body }))
      return checkDates(args as Parameters<typeof checkDates>[0])
    }
    expect((await ask()).status).toBe(200)

    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
    const querySpy = vi.spyOn(pool, "query").mockRejectedValue(refused as never)
    const answer = await ask()
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"])
    expect(await answer.json()).toEqual({
      error:
        "Le site ne peut pas répondre en ce moment. Rien n’a été enregistré\u00a0: réessayez dans quelques secondes.",
    })
    // A bug of ours stays a 500.
    querySpy.mockRejectedValue(new Error("syntax error") as never)
    expect((await ask()).status).toBe(500)
    querySpy.mockRestore()
  })

  test("the data request of a page fails, so that the browser keeps its page", async () => {
    const failed = () => handleDataRequest(new Response("[]", { status: 500 }))
    expect((await failed()).body).not.toBeNull()
    const answer = await withRequest({ requestId: "1" }, () => {
      markUnavailable()
      return failed()
    })
    expect([answer.status, answer.body]).toEqual([503, null])
  })
})
