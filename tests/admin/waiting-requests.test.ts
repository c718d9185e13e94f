import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { allRequestsHref } from "../../app/admin/kit/booking/request-list.tsx"
import * as bookingsListPage from "../../app/admin/bookings/list/route.tsx"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
const REQUESTS = 25
let administrator: Request
const placed: string[] = []

beforeAll(async () => {
  await freshDatabase()
  administrator = (await signedUp(camille)).request
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  const product = await makeProduct({ stock: 2 })
  for (let index = 0; index < REQUESTS; index++) {
    const at = new Date(Date.now() - (49 - 2 * index) * 3_600_000)
    const answer = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [addDays(dayInParis(new Date()), 60 + index)]),
      at,
    })
    if (!answer.ok) throw new Error(answer.error.kind)
    placed.push(answer.value.booking.id)
  }
})

async function read<View>({ loader }: { loader(args: never): Promise<unknown> }, path: string): Promise<View> {
  const answer = await loader(
    (await routeArgs(new Request(new URL(path, administrator.url), { headers: administrator.headers }))) as never,
  )
  return (answer as { data: View }).data
}

type Line = { id: string }

test("the screen of bookings lists the twelve longest waiting, and counts all of them @R-bookings-pending", async () => {
  const { pending, pendingCount } = await read<{ pending: Line[]; pendingCount: number }>(
    bookingsPage,
    "/admin/bookings",
  )
  expect([pending.map(({ id }) => id), pendingCount]).toEqual([placed.slice(0, 12), REQUESTS])
})

test("today lists eight, counts all, and counts those beyond the promised time @R-admin-today", async () => {
  const { pending } = await read<{ pending: { items: Line[]; count: number; late: number } }>(
    todayPage,
    "/admin/aujourdhui",
  )
  expect([pending.items.map(({ id }) => id), pending.count, pending.late]).toEqual([placed.slice(0, 8), REQUESTS, 13])
})

test("a request beyond the list can still be refused @R-bookings-pending", async () => {
  const last = placed.at(-1)
  for (const [page, path] of [
    [bookingsPage, "/admin/bookings"],
    [todayPage, "/admin/aujourdhui"],
  ] as const) {
    expect((await read<{ refusing: Line }>(page, `${path}?refuser=${last}`)).refusing.id).toBe(last)
  }
})

test("the link after the list leads to all requests, in the same order @R-bookings-pending", async () => {
  const { page } = await read<{ page: { rows: Line[]; total: number } }>(bookingsListPage, allRequestsHref)
  expect([page.rows.map(({ id }) => id), page.total]).toEqual([placed, REQUESTS])
})
