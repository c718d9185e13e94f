import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { type CustomerToCreate, createCustomer } from "../accounts/customers/create-customer.ts"
import { findCustomers, readCustomer } from "../accounts/customers/find-customers.ts"
import { db, transaction } from "../platform/database.server.ts"
import { credentials, profiles, sharedAccounts, users } from "../platform/schema/accounts.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { placeBooking } from "./place.ts"
import { placeForCustomer, placeForNewCustomer } from "./place-for-customer.ts"

const day = "2027-06-12"

beforeEach(() => makeFinanceSettings())

async function administrator(name = "Camille") {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name } as const
}

describe("a booking for a customer on the phone", () => {
  test("the booking is the customer's, pending like any other, and names who typed it", async () => {
    const [camille, customer, product] = [await administrator(), await makeCustomer(), await makeProduct()]
    const placed = await placeForCustomer({
      actor: camille,
      account: customer,
      order: makeOrder(product.id, [day]),
      confirm: false,
      at: now,
    })
    expect(placed).toMatchObject({
      ok: true,
      value: { booking: { userId: customer.id, placedBy: camille.id, status: "pending", contractDueAt: null } },
    })
    if (!placed.ok) return
    const history = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, placed.value.booking.id))
    expect(history).toMatchObject([
      {
        action: "booking.placed",
        actorKind: "administrator",
        actorId: camille.id,
        actorName: "Camille",
        accountId: customer.id,
        personal: { for: customer.name },
      },
    ])
  })

  test("the record names author and account separately; one's own booking has oneself as both", async () => {
    const [owner, friend, product] = [await makeCustomer(), await makeCustomer(), await makeProduct({ stock: 2 })]
    const party = { actor: ownAccountParty(friend).actor, account: owner }
    await db.insert(sharedAccounts).values({ ownerId: owner.id, sharedWithId: friend.id, permissions: ["book"] })
    for (const by of [party, ownAccountParty(friend)]) {
      const placed = await placeBooking({ party: by, order: makeOrder(product.id, [day]), at: now })
      expect(placed).toMatchObject({ ok: true, value: { booking: { userId: by.account.id, placedBy: null } } })
    }
    const history = await db.select().from(recordedEvents).where(eq(recordedEvents.actorId, friend.id))
    expect(history.map(({ accountId, actorName, personal }) => ({ accountId, actorName, personal }))).toEqual([
      { accountId: owner.id, actorName: friend.name, personal: { for: owner.name } },
      { accountId: friend.id, actorName: friend.name, personal: {} },
    ])
  })

  test("the booking can be confirmed at once, and its contract is then promised", async () => {
    const [camille, customer, product] = [await administrator(), await makeCustomer(), await makeProduct()]
    const placed = await placeForCustomer({
      actor: camille,
      account: customer,
      order: makeOrder(product.id, [day]),
      confirm: true,
      at: now,
    })
    expect(placed).toMatchObject({
      ok: true,
      value: { booking: { status: "confirmed", confirmedAt: now, contractDueAt: null } },
    })
    if (!placed.ok) return
    const history = await db
      .select()
      .from(recordedEvents)
      .where(eq(recordedEvents.bookingId, placed.value.booking.id))
      .orderBy(recordedEvents.id)
    expect(history.map(({ action }) => action)).toEqual(["booking.placed", "booking.confirmed"])
  })

  test("an unknown distance blocks the confirmation: nothing remains, or it becomes a request", async () => {
    const [camille, customer, product] = [await administrator(), await makeCustomer(), await makeProduct()]
    const ajaccio = { street: "12 rue X", zipCode: "20000", city: "Ajaccio", instructions: "" }
    const order = makeOrder(product.id, [day], { isDelivery: true, address: ajaccio })
    const newcomer = { id: randomUUID(), name: "Zoé Appel", email: "", phone: "" }
    const unknown = { ok: false, error: { kind: "distance-unknown" } }
    expect(await placeForCustomer({ actor: camille, account: customer, order, confirm: true, at: now })).toEqual(
      unknown,
    )
    expect(await placeForNewCustomer({ actor: camille, customer: newcomer, order, confirm: true, at: now })).toEqual(
      unknown,
    )
    expect(await readCustomer(newcomer.id)).toBeNull()
    expect(await db.select().from(bookings).where(eq(bookings.productId, product.id))).toEqual([])
    expect(await db.select().from(unitDays).where(eq(unitDays.productId, product.id))).toEqual([])

    const measured = { ...order, distanceKm: 24 }
    expect(
      await placeForCustomer({ actor: camille, account: customer, order: measured, confirm: true, at: now }),
    ).toMatchObject({
      ok: true,
      value: { booking: { status: "confirmed", distance: 24, distanceToConfirm: false } },
    })
    const later = makeOrder(product.id, ["2027-06-19"], { isDelivery: true, address: ajaccio })
    expect(
      await placeForCustomer({ actor: camille, account: customer, order: later, confirm: false, at: now }),
    ).toMatchObject({
      ok: true,
      value: { booking: { status: "pending", distanceToConfirm: true } },
    })
  })

  test("a booking sent many times at once is one booking", async () => {
    const [camille, customer, product] = [await administrator(), await makeCustomer(), await makeProduct({ stock: 5 })]
    const order = makeOrder(product.id, [day])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        placeForCustomer({ actor: camille, account: customer, order, confirm: true, at: now }),
      ),
    )
    expect(new Set(answers.map((answer) => (answer.ok ? answer.value.booking.id : answer.error.kind))).size).toBe(1)
    expect(await db.select().from(bookings).where(eq(bookings.userId, customer.id))).toHaveLength(1)
    expect(await db.select().from(unitDays).where(eq(unitDays.productId, product.id))).toHaveLength(1)
  })

  test("a conflicting day has one winner of two concurrent bookings, and the other is notified", async () => {
    for (let round = 0; round < 8; round++) {
      const [camille, customer, product] = [await administrator(), await makeCustomer(), await makeProduct()]
      const other = await makeCustomer()
      const answers = await Promise.all([
        placeForCustomer({
          actor: camille,
          account: customer,
          order: makeOrder(product.id, [day]),
          confirm: true,
          at: now,
        }),
        placeBooking({ party: ownAccountParty(other), order: makeOrder(product.id, [day]), at: now }),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ ok: false, error: { kind: "days-taken" } })
      expect(await db.select().from(bookings).where(eq(bookings.productId, product.id))).toHaveLength(1)
    }
  })

  test("the booking may be within the customers' notice, never in the past", async () => {
    const [camille, customer, product] = [
      await administrator(),
      await makeCustomer(),
      await makeProduct({ minimumNoticeDays: 14 }),
    ]
    expect(
      (await placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, ["2027-05-03"]), at: now }))
        .ok,
    ).toBe(false)
    expect(
      (
        await placeForCustomer({
          actor: camille,
          account: customer,
          order: makeOrder(product.id, ["2027-05-03"]),
          confirm: false,
          at: now,
        })
      ).ok,
    ).toBe(true)
    expect(
      await placeForCustomer({
        actor: camille,
        account: customer,
        order: makeOrder(product.id, ["2027-04-30"]),
        confirm: false,
        at: now,
      }),
    ).toMatchObject({ ok: false })
  })
})

describe("a booking for a new customer", () => {
  const zoe = (more: Partial<CustomerToCreate> = {}) => ({
    id: randomUUID(),
    name: "Zoé Appel",
    email: `${randomUUID()}@exemple.example`,
    phone: "06 12 34 56 78",
    ...more,
  })

  test("the booking creates its customer with an account to open, once however often it is sent", async () => {
    const [camille, customer, product] = [await administrator(), zoe(), await makeProduct({ stock: 3 })]
    const order = makeOrder(product.id, [day])
    const answers = await Promise.all(
      [1, 2, 3].map(() => placeForNewCustomer({ actor: camille, customer, order, confirm: true, at: now })),
    )
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true])
    const booked = await db.select().from(bookings).where(eq(bookings.userId, customer.id))
    expect(booked).toMatchObject([{ status: "confirmed", placedBy: camille.id }])
    expect(await db.select().from(users).where(eq(users.id, customer.id))).toMatchObject([{ email: customer.email }])
    const made = await db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, customer.id))
    expect(made.map(({ action }) => action)).toEqual(["customer.created"])
  })

  test("a mail address is optional: no mail goes out, and the contract is signed on paper", async () => {
    const [camille, customer, product] = [await administrator(), zoe({ email: "" }), await makeProduct()]
    const placed = await placeForNewCustomer({
      actor: camille,
      customer,
      order: makeOrder(product.id, [day]),
      confirm: true,
      at: now,
    })
    expect(placed).toMatchObject({ ok: true, value: { booking: { status: "confirmed", contractDueAt: null } } })
    expect(await readCustomer(customer.id)).toMatchObject({ name: "Zoé Appel", email: "", phone: "06 12 34 56 78" })
    expect(await db.select().from(users).where(eq(users.id, customer.id))).toEqual([])
  })

  test("no customer is created when the days are booked, the price changed or the address in use", async () => {
    const [camille, product] = [await administrator(), await makeProduct()]
    const holder = await makeAccountHolder()
    await placeForCustomer({
      actor: camille,
      account: holder,
      order: makeOrder(product.id, [day]),
      confirm: true,
      at: now,
    })
    const bookingsOnly = await makeCustomer()
    const [late, dear, conflicting, noted] = [
      zoe(),
      zoe(),
      zoe({ email: holder.email }),
      zoe({ email: bookingsOnly.email.toUpperCase() }),
    ]
    const other = "2027-07-10"
    const answers = [
      await placeForNewCustomer({
        actor: camille,
        customer: late,
        order: makeOrder(product.id, [day]),
        confirm: true,
        at: now,
      }),
      await placeForNewCustomer({
        actor: camille,
        customer: dear,
        order: { ...makeOrder(product.id, [other]), expectedTotal: 1 },
        confirm: true,
        at: now,
      }),
      await placeForNewCustomer({
        actor: camille,
        customer: conflicting,
        order: makeOrder(product.id, [other]),
        confirm: true,
        at: now,
      }),
      await placeForNewCustomer({
        actor: camille,
        customer: noted,
        order: makeOrder(product.id, [other]),
        confirm: true,
        at: now,
      }),
    ]
    expect(answers).toMatchObject([
      { ok: false, error: { kind: "days-taken" } },
      { ok: false, error: { kind: "price-changed" } },
      { ok: false, error: { kind: "email-taken", id: holder.id } },
      { ok: false, error: { kind: "email-taken", id: bookingsOnly.id } },
    ])
    for (const { id } of [late, dear, conflicting, noted]) {
      expect(await readCustomer(id)).toBeNull()
      expect(await db.select().from(users).where(eq(users.id, id))).toEqual([])
    }
  })
})

describe("the client on the phone", () => {
  test("a client is found by name or mail, whatever accents and case", async () => {
    const stamp = randomUUID().slice(0, 8)
    const customer = await makeCustomer({ name: `Élodie Lœuf-${stamp}`, email: `elo-${stamp}@exemple.example` })
    for (const search of [`elodie ${stamp}`, `LOEUF-${stamp}`, `elo-${stamp}@EXEMPLE`]) {
      expect((await findCustomers(search)).map(({ id }) => id)).toEqual([customer.id])
    }
    const irish = await makeCustomer({ name: `Sean O’Brien-${stamp}`, phone: "+33 06 99 12 34 56" })
    for (const search of [`obrien-${stamp}`, `O'Brien-${stamp}`, `OBRIEN-${stamp}\u200b`])
      expect(
        (await findCustomers(search)).map(({ id }) => id),
        search,
      ).toEqual([irish.id])
    expect((await findCustomers("0699123456")).map(({ id }) => id)).toContain(irish.id)
    expect(await findCustomers(" ")).toEqual([])
    expect(await findCustomers("%")).toEqual([])
    expect(await readCustomer("1001")).toBeNull()
  })

  test("a client gets an account without a password, and an existing address no second one", async () => {
    const camille = await administrator()
    const email = `${randomUUID()}@exemple.example`
    const answers = await Promise.all(
      [" Zoé Martin ", "Zoé M."].map((name) =>
        transaction((tx) =>
          createCustomer(
            tx,
            camille,
            { id: randomUUID(), name, email: ` ${email.toUpperCase()} `, phone: "06 12 34 56 78" },
            now,
          ),
        ),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [profile, ...others] = await db.select().from(profiles).where(eq(profiles.email, email))
    expect(others).toEqual([])
    expect(profile).toMatchObject({ role: "user", phone: "06 12 34 56 78" })
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ ok: false, error: { kind: "email-taken", id: profile?.id } })
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
    expect(
      await db
        .select()
        .from(credentials)
        .where(eq(credentials.userId, profile?.id ?? crypto.randomUUID())),
    ).toEqual([])
  })
})
