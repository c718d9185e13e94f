import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeFinanceSettings, makeOrder, makeProduct } from "../../../tests/factories.ts"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { requestFrom, signedUp } from "../../accounts/auth/accounts.fixture.ts"
import { signIn } from "../../accounts/auth/sign-in.ts"
import { readVisitor } from "../../accounts/auth/visitor.ts"
import { cancelOwnBooking } from "../../bookings/cancel.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db } from "../../platform/database.server.ts"
import { ERASED_NAME } from "./pseudonymise.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { expireRequests } from "../sweeps/expire-requests.ts"
import { isErasable } from "./last-activity.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { deleteOwnAccount, previewDeletion } from "./delete-account.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const account = { name: "Elena", email: "elena@exemple.fr", password: "un bal au bord de l’eau" }

async function elena() {
  const { request } = await signedUp(account)
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return { request, visitor }
}

test("a deletion removes the account's name, sessions and password, and anonymises its bookings (D31, D52)", async () => {
  const { request, visitor } = await elena()
  const phone = await signIn(account, requestFrom())
  await makeFinanceSettings()
  const order = makeOrder((await makeProduct()).id, [addDays(dayInParis(new Date()), 60)])
  const placed = await placeBooking({ party: ownAccountParty(visitor.profile), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking

  expect((await previewDeletion(visitor)).blockers).toEqual([
    { kind: "open-booking", number, productName: placed.value.booking.productName },
  ])
  expect(await deleteOwnAccount(visitor, account.password, request)).toMatchObject({
    ok: false,
    error: { kind: "blocked" },
  })
  expect(
    (
      await cancelOwnBooking(ownAccountParty(visitor.profile), id, {
        expected: { retained: 0, refund: 0 },
        reason: "La fête est reportée.",
      })
    ).ok,
  ).toBe(true)

  expect(await deleteOwnAccount(visitor, "au hasard", request)).toMatchObject({ ok: false })
  const deleted = await deleteOwnAccount(visitor, account.password, request)
  expect(deleted.ok).toBe(true)
  expect(deleted.ok && deleted.value.getSetCookie().join()).toMatch(/session_token=;/)
  expect(await readVisitor(request)).toBeNull()
  expect(phone.ok && (await readVisitor(requestFrom({ setCookies: phone.value.headers })))).toBeNull()
  expect((await signIn(account, requestFrom())).ok).toBe(false)
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, visitor.profile.id))
  expect(profile).toMatchObject({ name: ERASED_NAME, email: "" })
  const [anonymised] = await db.select().from(bookings).where(eq(bookings.id, id))
  expect(anonymised).toMatchObject({ number, total: placed.value.booking.total })
  expect(JSON.stringify(anonymised)).not.toContain("quai de la Marne")
  expect((await readMailOrders("account-deleted")).map(({ to }) => to[0]?.address)).toEqual([account.email])
  // The address is available for another account.
  expect((await signedUp(account)).request).toBeDefined()
})

test("an expired request before its sweep is explained, and blocks no later deletion", async () => {
  const { request, visitor } = await elena()
  await makeFinanceSettings()
  const order = makeOrder((await makeProduct()).id, [addDays(dayInParis(new Date()), 60)])
  const placed = await placeBooking({ party: ownAccountParty(visitor.profile), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number, productName } = placed.value.booking
  await db
    .update(bookings)
    .set({ expiresAt: new Date(Date.now() - 60_000) })
    .where(eq(bookings.id, id))
  const blockers = [{ kind: "closing", number, productName }]
  expect((await previewDeletion(visitor)).blockers).toEqual(blockers)
  expect(await deleteOwnAccount(visitor, account.password, request)).toEqual({
    ok: false,
    error: { kind: "blocked", blockers },
  })
  expect(await expireRequests.run(id, new Date())).toBe("refused")
  expect((await deleteOwnAccount(visitor, account.password, request)).ok).toBe(true)
})

test("an administrator cannot delete their own account", async () => {
  const { request, visitor } = await elena()
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.id, visitor.profile.id))
  const now = await readVisitor(request)
  if (!now) throw new Error("Nobody is signed in")
  expect((await previewDeletion(now)).blockers).toEqual([{ kind: "staff" }])
  expect(await deleteOwnAccount(now, account.password, request)).toMatchObject({
    ok: false,
    error: { kind: "blocked" },
  })
})

test("a deletion waits until the cheque held as a deposit is returned", async () => {
  const { request, visitor } = await elena()
  await makeFinanceSettings()
  const order = makeOrder((await makeProduct()).id, [addDays(dayInParis(new Date()), 60)])
  const placed = await placeBooking({ party: ownAccountParty(visitor.profile), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, id))
  await db.insert(deposits).values({ bookingId: id, amount: 50_000, openedAt: new Date() })
  const mayEndNow = async () =>
    (await db.execute(sql`select from profiles where id = ${visitor.profile.id} and ${isErasable(new Date())}`)).rows
      .length === 1

  // No cheque was received, so none has to be returned.
  expect((await previewDeletion(visitor)).blockers).toEqual([])
  expect(await mayEndNow()).toBe(true)
  await db
    .update(deposits)
    .set({ means: "cheque", receivedOn: dayInParis(new Date()) })
    .where(eq(deposits.bookingId, id))
  expect((await previewDeletion(visitor)).blockers).toEqual([{ kind: "deposit", number, amount: 50_000 }])
  expect(await mayEndNow()).toBe(false)
  expect(await deleteOwnAccount(visitor, account.password, request)).toMatchObject({ error: { kind: "blocked" } })

  await db
    .update(deposits)
    .set({ closedAt: new Date(), kept: 0, settledAt: new Date() })
    .where(eq(deposits.bookingId, id))
  expect(await mayEndNow()).toBe(true)
  expect((await deleteOwnAccount(visitor, account.password, request)).ok).toBe(true)
})
