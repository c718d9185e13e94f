import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../../domain/id.ts"
import type { Account, Staff } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
} from "../../../tests/factories.ts"
import { findAccessibleBooking } from "../../bookings/booking-page.ts"
import { mayBookFor } from "../../access/may-book-for.ts"
import { listOwnBookings } from "../../bookings/own-list.ts"
import { placeForCustomer } from "../../bookings/place-for-customer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { findCurrentBooking, hasBookingOn } from "../../booking-record/queries.ts"
import { previewDeletion } from "../../jobs/retention/delete-account.ts"
import { findCustomers } from "../customers/find-customers.ts"
import { readPersonalData } from "../../reports/data-exports/gather.ts"
import { db, pool } from "../../platform/database.server.ts"
import { installQueue } from "../../platform/queue/install-queue.ts"
import { readPersonDetail } from "../../reports/people/person.ts"
import { sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { requestFrom, signedUp } from "./accounts.fixture.ts"
import { choosePassword } from "./choose-password.ts"
import { sendPasswordReset } from "./password-link.ts"
import { signIn } from "./sign-in.ts"
import { confirmVerification, readVerification } from "./verify-email.ts"
import { readVisitor } from "./visitor.ts"
import { readMailOrders, takeJobs } from "../../../tests/harness/jobs.ts"

const email = "lila@exemple.example"
const password = "un bal au bord de l’eau"
const at = new Date("2027-05-01T09:00:00Z")
const days: Day[] = ["2027-06-12" as Day]

let owner: Staff
let stranger: Account
let strangersBrowser: Request
let productId: ProductId

/** A stranger signs up with the address of a person the owner later books for by phone. */
beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  const { id, name } = await makeAdministrator()
  owner = { kind: "administrator", id, name }
  await makeFinanceSettings()
  productId = (await makeProduct({ stock: 5 })).id
  strangersBrowser = (await signedUp({ name: "Un inconnu", email, password })).request
  const [user] = await db.select().from(users).where(eq(users.email, email))
  stranger = { id: user?.id ?? crypto.randomUUID(), name: "Un inconnu" }
})

const bookForThem = async () => {
  const placed = await placeForCustomer({
    actor: owner,
    account: stranger,
    order: makeOrder(productId, days),
    confirm: false,
    at,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function mailedLink(): Promise<string> {
  return (await readMailOrders<{ token: string }>("email-verification"))[0]?.data.token ?? ""
}

describe("an account whose address was never confirmed", () => {
  test("the account sees its own requests, and none that the owner books for that address", async () => {
    const theirs = await bookForThem()
    expect(await findCurrentBooking(stranger.id, at)).toBeNull()
    expect(await hasBookingOn(stranger.id, productId, { days, startTime: null }, at)).toBe(false)
    expect(await findAccessibleBooking(stranger, theirs.number)).toBeNull()
    expect(await listOwnBookings(stranger.id, 1, at)).toMatchObject({ rows: [], total: 0 })
    expect((await readPersonDetail(stranger.id, at))?.bookings).toMatchObject([{ number: theirs.number }])
    expect(JSON.stringify(await readPersonalData(stranger.id))).not.toContain(String(theirs.number))
    const visitor = await readVisitor(strangersBrowser)
    if (!visitor) throw new Error("The stranger is not signed in")
    expect(await previewDeletion(visitor, at)).toMatchObject({
      blockers: [{ kind: "unverified" }],
      retained: { bookings: 0 },
    })

    const party = { actor: { kind: "customer" as const, ...stranger }, account: stranger }
    const placed = await placeBooking({ party, order: makeOrder(productId, ["2027-07-03" as Day]), at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { number } = placed.value.booking
    expect(await listOwnBookings(stranger.id, 1, at)).toMatchObject({ rows: [{ number }], total: 1 })
    expect(await findAccessibleBooking(stranger, number)).toMatchObject({ access: "owner" })

    await db.update(users).set({ emailVerified: true }).where(eq(users.id, stranger.id))
    expect(await listOwnBookings(stranger.id, 1, at)).toMatchObject({ total: 2 })
    expect(await findAccessibleBooking(stranger, theirs.number)).toMatchObject({ access: "owner" })
  })

  test("the account cannot share what it may not see", async () => {
    const theirs = await bookForThem()
    const friend = await makeAccountHolder()
    await db.insert(sharedAccounts).values({ ownerId: stranger.id, sharedWithId: friend.id, permissions: ["view"] })
    expect(await findAccessibleBooking(friend, theirs.number)).toBeNull()
  })

  test("the account gains nothing from a grant to its address", async () => {
    const generous = await makeAccountHolder()
    await db
      .insert(sharedAccounts)
      .values({ ownerId: generous.id, sharedWithId: stranger.id, permissions: ["view", "book"] })
    const placed = await placeForCustomer({
      actor: owner,
      account: generous,
      order: makeOrder(productId, days),
      confirm: false,
      at,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const party = { actor: { kind: "customer" as const, ...stranger }, account: generous }
    expect(await findAccessibleBooking(stranger, placed.value.booking.number)).toBeNull()
    expect(await mayBookFor(db, party)).toBe(false)
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, stranger.id))
    expect(await findAccessibleBooking(stranger, placed.value.booking.number)).toMatchObject({ access: "book" })
    expect(await mayBookFor(db, party)).toBe(true)
  })

  test("the owner sees that the account's address is unverified", async () => {
    expect(await findCustomers("inconnu")).toMatchObject([{ isVerified: false }])
    await db.update(users).set({ emailVerified: true })
    expect(await findCustomers("inconnu")).toMatchObject([{ isVerified: true }])
  })

  test("the password mail to the account greets without a name", async () => {
    const greeted = async () => {
      await sendPasswordReset(email, at)
      const orders = await takeJobs("send-mail")
      return JSON.stringify(orders.filter(({ template }) => template.startsWith("password-")))
    }
    expect(await greeted()).not.toContain("inconnu")
    await db.update(users).set({ emailVerified: true })
    expect(await greeted()).toContain("inconnu")
  })
})

describe("the first confirmation of an address", () => {
  test("a confirmation from another browser asks who is there when the account received other bookings", async () => {
    const token = await mailedLink()
    expect(await readVerification(token, requestFrom(), new Date())).toMatchObject({
      value: { asksWhoSignedUp: false },
    })
    await bookForThem()
    expect(await readVerification(token, requestFrom(), new Date())).toMatchObject({ value: { asksWhoSignedUp: true } })
    expect(await readVerification(token, strangersBrowser, new Date())).toMatchObject({
      value: { asksWhoSignedUp: false },
    })

    // A form opened before the booking confirms nothing.
    expect(await confirmVerification(token, requestFrom(), new Date())).toMatchObject({
      value: { kind: "asks-if-made" },
    })
    expect(await db.$count(users, eq(users.emailVerified, true))).toBe(0)
  })

  test("that confirmation ends every way into the account and requires a new password", async () => {
    await bookForThem()
    expect((await readVisitor(strangersBrowser))?.user.id).toBe(stranger.id)
    const takeover = await confirmVerification(await mailedLink(), requestFrom(), new Date(), { takeOver: true })
    if (!takeover.ok || takeover.value.kind !== "taken-over") throw new Error("The account was not taken over")
    expect(await readVisitor(strangersBrowser)).toBeNull()
    expect(await signIn({ email, password }, requestFrom())).toMatchObject({ error: { kind: "wrong-credentials" } })

    expect((await choosePassword(takeover.value.passwordToken, "guirlandes et accordéon")).ok).toBe(true)
    expect((await signIn({ email, password: "guirlandes et accordéon" }, requestFrom())).ok).toBe(true)
    expect((await signIn({ email, password }, requestFrom({ address: "198.51.100.9" }))).ok).toBe(false)
    expect(await listOwnBookings(stranger.id, 1, at)).toMatchObject({ total: 1 })
  })

  test("a confirmation from the browser that signed up asks nothing more", async () => {
    await bookForThem()
    expect(await confirmVerification(await mailedLink(), strangersBrowser, new Date())).toMatchObject({
      value: { kind: "confirmed" },
    })
    expect((await readVisitor(strangersBrowser))?.user.emailVerified).toBe(true)
  })
})
