import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import * as dayPage from "../../app/admin/bookings/day/route.tsx"
import * as jobPage from "../../app/admin/bookings/day/job/route.tsx"
import * as reportPage from "../../app/admin/bookings/report/route.tsx"
import * as shiftsPage from "../../app/admin/shifts/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { instantInParis } from "../../domain/clock.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import type { Id } from "../../domain/id.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { assignShift } from "../../server/bookings/shifts/assign-shift.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 1)
const nadirAccount = { name: "Nadir", email: "nadir@exemple.fr", password: "le bal du 14 juillet" }
let camille: Awaited<ReturnType<typeof administrator>>
let nadir: Request
let [own, foreign] = [{} as { id: Id; number: number }, {} as { id: Id; number: number }]

/** Tomorrow's delivery, so that crew may already read where it goes. */
async function placeConfirmed(name: string) {
  const product = await makeProduct({ price: 25_000 })
  const customer = await makeCustomer({ name })
  const placed = await placeBooking({
    party: ownAccountParty(customer),
    order: makeOrder(product.id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  await confirmBooking(camille.actor, id)
  await db.update(bookings).set({ internalNote: "Mauvais payeur" }).where(eq(bookings.id, id))
  await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, id))
  return { id, number }
}

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await administrator()
  nadir = (await signedUp(nadirAccount)).request
  const [profile] = await db
    .update(profiles)
    .set({ staffRole: "crew" })
    .where(eq(profiles.email, nadirAccount.email))
    .returning()
  own = await placeConfirmed("Camille Perrin")
  foreign = await placeConfirmed("Nora Lemaire")
  const assigned = await assignShift({
    actor: camille.actor,
    assigned: {
      bookingId: own.id as never,
      kind: "delivery",
      personId: profile?.id as never,
      startsAt: instantInParis(day, "14:00"),
      endsAt: instantInParis(day, "16:00"),
    },
  })
  if (!assigned.ok) throw new Error(assigned.error.kind)
})

const status = async (reading: Promise<unknown>): Promise<number> => {
  try {
    const answer = await reading
    return answer instanceof Response ? answer.status : 200
  } catch (error) {
    const thrown = error as Response & { init?: { status?: number } }
    return thrown.init?.status ?? thrown.status
  }
}

test("crew reads its own stop of the day and no other, without a price", async () => {
  const view = await read<{ stops: { job: { client: { name: string } } }[] }>(
    dayPage,
    `/admin/bookings/jour/${day}`,
    nadir,
    { day },
  )
  expect(view.stops.map(({ job }) => job.client.name)).toEqual(["Camille Perrin"])
  expect(JSON.stringify(view.stops)).not.toMatch(/25000|@|Mauvais payeur/)
  const owners = await read<typeof view>(dayPage, `/admin/bookings/jour/${day}`, camille.from, { day })
  expect(new Set(owners.stops.map(({ job }) => job.client.name))).toEqual(new Set(["Camille Perrin", "Nora Lemaire"]))
})

test("crew reads hours and towns of other days, and no name", async () => {
  const later = addDays(day, 1)
  const far = await read<{ isOpen: boolean; stops: unknown[] }>(dayPage, `/admin/bookings/jour/${later}`, nadir, {
    day: later,
  })
  expect(far).toMatchObject({ isOpen: false, stops: [] })
  const view = await read<{ shifts: { town: string }[] }>(shiftsPage, "/admin/missions", nadir)
  expect(view.shifts).toHaveLength(1)
  expect(JSON.stringify(view)).not.toContain("Perrin")
})

test("another's booking answers crew as one that is missing, on every page", async () => {
  const job = (id: string) => read<{ job: unknown }>(jobPage, `/admin/bookings/${id}/fiche`, nadir, { id })
  expect((await job(own.id)).job).not.toBeNull()
  expect((await job(foreign.id)).job).toBeNull()
  expect((await job("00000000-0000-4000-8000-000000000000")).job).toBeNull()
  const report = (number: number, leg: string) =>
    status(read(reportPage, `/admin/bookings/${number}/etat-des-lieux/${leg}`, nadir, { number: String(number), leg }))
  expect(await report(own.number, "depart")).toBe(200)
  expect(await report(own.number, "retour")).toBe(404)
  expect(await report(foreign.number, "depart")).toBe(404)
  expect(await report(9_999_999, "depart")).toBe(404)
  const page = read(bookingPage, `/admin/bookings/${own.number}`, nadir, { number: String(own.number) })
  expect(await status(page)).toBe(302)
})

test("crew ticks and marks its own stop and no other", async () => {
  const act = (fields: Record<string, string>) =>
    send(dayPage, { path: `/admin/bookings/jour/${day}`, fields, from: nadir, params: { day } })
  const tick = async (reservation: string) =>
    (await act({ intent: "cocher", reservation, article: "1:0", coche: "oui" })).status
  expect(await tick(own.id)).toBe(200)
  expect(await tick(foreign.id)).toBe(409)
  const mark = async (stop: string) =>
    JSON.stringify((await act({ intent: "marquer", id: stop, etape: "left", arrivee: "" })).data)
  expect(await mark(`${own.id}:out`)).toContain("Cet arrêt est prévu")
  expect(await mark(`${foreign.id}:out`)).toContain("Rien n’est noté")
  expect(await mark(`${own.id}:back`)).toContain("Rien n’est noté")
})

test("crew does not reorder the day", async () => {
  const reply = await send(dayPage, {
    path: `/admin/bookings/jour/${day}`,
    fields: { intent: "proposer" },
    from: nadir,
    params: { day },
  })
  expect(reply.status).toBe(403)
})
