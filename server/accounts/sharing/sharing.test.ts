import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Party, onOwnAccount } from "../../../domain/accounts/party.ts"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../../../tests/factories.ts"
import { requestFrom } from "../auth/accounts.fixture.ts"
import { openSession } from "../auth/sessions.ts"
import { type Visitor, readVisitor } from "../auth/visitor.ts"
import { bookingSeenBy } from "../../bookings/booking-page.ts"
import { cancelOwnBooking, previewCancellation } from "../../bookings/cancel.ts"
import { keepDraftAddress, readDraft, saveDraftAddress, saveDraftDelivery, savedAddress } from "../../bookings/draft.ts"
import { askForDates, keepDates } from "../../bookings/date-change.ts"
import { placeCart } from "../../bookings/place-cart.ts"
import { placeBooking } from "../../bookings/place.ts"
import { readCart } from "../../bookings/cart/read.ts"
import { renewCart } from "../../bookings/cart/renew.ts"
import { addToCart } from "../../bookings/cart/add.ts"
import { extendHold } from "../../bookings/cart/extend.ts"
import { holdDays } from "../../bookings/cart/hold.ts"
import { clearCart, removeFromCart } from "../../bookings/cart/remove.ts"
import { saveOwnAddress } from "../customers/edit-profile.ts"
import { productForRent } from "../../catalog/queries.ts"
import { db, pool } from "../../platform/database.server.ts"
import { installQueue } from "../../platform/queue/install-queue.ts"
import { pseudonymise } from "../../jobs/retention/pseudonymise.ts"
import { composeMail } from "../../outside/mails/compose.ts"
import { exampleData } from "../../outside/mails/example-orders.ts"
import { sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { bookingDrafts } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { actFor, actForOneself } from "./act-for.ts"
import { lostAccessTo } from "./ended-access.ts"
import { actsForAccount, grantsGivenBy, grantsReceivedBy } from "./grants.ts"
import { changeSharing, endSharing, shareAccount } from "./share.ts"
import type { MailName } from "../../platform/mail/mails.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const at = new Date("2027-05-01T09:00:00Z")
const days: Day[] = ["2027-06-12" as Day]
const address = "203.0.113.9"

type Person = { request: Request; visitor: Visitor }

/** Somebody with a confirmed address who is signed in; no password is hashed where none is meant. */
async function personCalled(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@exemple.fr`
  const { id } = await makeCustomer({ name, email })
  await db.insert(users).values({ id, name, email, emailVerified: true })
  const setCookies = await openSession(db, id, requestFrom(), new Date())
  const request = requestFrom({ setCookies })
  return { request, visitor: await visitorOf(request) }
}

async function visitorOf(request: Request): Promise<Visitor> {
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}

let claire: Person
let paul: Person

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  claire = await personCalled("Claire")
  paul = await personCalled("Paul")
})

async function share(permissions: readonly SharingPermission[], email = "paul@exemple.fr", when = at) {
  return shareAccount(claire.visitor, { email, permissions }, { address, at: when })
}

async function grantId() {
  const [grant] = await grantsGivenBy(claire.visitor.profile.id)
  if (!grant) throw new Error("Nothing is shared")
  return grant.id
}

async function cartOf({ visitor }: { visitor: Visitor }) {
  const cart = await readCart(visitor.profile.id, at)
  if (!cart) throw new Error("There is no cart")
  return cart
}

const paulForClaire = (): Party => ({
  actor: { kind: "customer", id: paul.visitor.profile.id, name: "Paul" },
  account: { id: claire.visitor.profile.id, name: "Claire" },
})

async function mailsSent(template: MailName) {
  const mails = (await readMailOrders<{ turn?: string; other?: string }>(template)).map(
    ({ to, data: { turn = null, other = null } }) => ({ to: to[0]?.address ?? "", turn, other }),
  )
  const key = ({ to, turn }: (typeof mails)[number]) => `${to} ${turn}`
  return mails.toSorted((one, another) => (key(one) < key(another) ? -1 : 1))
}

/** What the mails of a template say, as their readers get them. */
async function textsSent(template: MailName): Promise<string[]> {
  return Promise.all((await readMailOrders(template)).map(async (order) => (await composeMail(order)).text))
}

describe("sharing an account", () => {
  test("finds a registered person by address, with what they may do, and tells both @P-share-grant @C-profiles-email @C-shared @R-account-sharing", async () => {
    expect(await share(["book", "view"])).toEqual({ ok: true, value: null })
    expect(await grantsGivenBy(claire.visitor.profile.id)).toMatchObject([
      { name: "Paul", email: "paul@exemple.fr", permissions: ["view", "book"], counts: true },
    ])
    expect(await grantsReceivedBy(paul.visitor.profile.id)).toMatchObject([{ owner: { name: "Claire" } }])
    expect(await mailsSent("account-shared")).toEqual([
      { to: "claire@exemple.fr", turn: "granted", other: "Paul" },
      { to: "paul@exemple.fr", turn: "granted", other: "Claire" },
    ])
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "sharing.granted"))
    expect(event).toMatchObject({
      actorName: "Claire",
      accountId: claire.visitor.profile.id,
      details: { person: paul.visitor.profile.id, permissions: ["view", "book"] },
    })
  })

  test("is refused for an unknown address, one's own, a disabled account and a second time @V-sharing-unknown", async () => {
    const kindOf = async (email: string) => {
      const shared = await share(["view"], email)
      return shared.ok ? "shared" : shared.error.kind
    }
    expect(await kindOf("personne@exemple.fr")).toBe("user-not-found")
    expect(await kindOf("claire@exemple.fr")).toBe("oneself")
    await db.update(users).set({ disabledAt: at }).where(eq(users.email, "paul@exemple.fr"))
    expect(await kindOf("paul@exemple.fr")).toBe("user-not-found")
    await db.update(users).set({ disabledAt: null }).where(eq(users.email, "paul@exemple.fr"))
    expect(await kindOf("paul@exemple.fr")).toBe("shared")
    expect(await kindOf("paul@exemple.fr")).toBe("already-shared")
  })

  test("is no way to list accounts: who looks for addresses waits (D19)", async () => {
    const kinds = []
    for (let guess = 0; guess < 14; guess++) {
      const shared = await share(["view"], `inconnu-${guess}@exemple.fr`)
      kinds.push(shared.ok ? "shared" : shared.error.kind)
    }
    expect(kinds[0]).toBe("user-not-found")
    expect(kinds.at(-1)).toBe("throttled")
  })

  test("opens nothing to an address that was not confirmed, nor the account of somebody who is shut out", async () => {
    await share(["book"])
    const unconfirmed = (emailVerified: boolean) =>
      db.update(users).set({ emailVerified }).where(eq(users.id, paul.visitor.user.id))
    await unconfirmed(false)
    expect(await actFor(paul.visitor, claire.visitor.profile.id)).toBe(false)
    expect(await grantsGivenBy(claire.visitor.profile.id)).toMatchObject([{ name: "", counts: false }])
    await unconfirmed(true)
    await db.update(users).set({ disabledAt: at }).where(eq(users.id, claire.visitor.user.id))
    expect(await actFor(paul.visitor, claire.visitor.profile.id)).toBe(false)
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, claire.visitor.user.id))
    expect(await actFor(paul.visitor, claire.visitor.profile.id)).toBe(true)
  })

  test("is changed and ended by its owner, given up by who has it, and left alone by everybody else @P-share-remove", async () => {
    await share(["view"])
    const id = await grantId()
    const stranger = await personCalled("Inès")
    expect(await changeSharing(stranger.visitor, id, ["book"], at)).toMatchObject({ error: { kind: "no-access" } })
    expect(await changeSharing(paul.visitor, id, ["book"], at)).toMatchObject({ error: { kind: "no-access" } })
    await endSharing(stranger.visitor, id, at)
    expect(await grantsGivenBy(claire.visitor.profile.id)).toMatchObject([{ permissions: ["view"] }])
    expect((await changeSharing(claire.visitor, id, ["book"], at)).ok).toBe(true)
    expect(await grantsGivenBy(claire.visitor.profile.id)).toMatchObject([{ permissions: ["book"] }])
    await endSharing(claire.visitor, id, at)
    await endSharing(claire.visitor, id, at)
    expect(await grantsGivenBy(claire.visitor.profile.id)).toEqual([])
    await share(["view"])
    await endSharing(paul.visitor, await grantId(), at)
    expect(await grantsReceivedBy(paul.visitor.profile.id)).toEqual([])
    const sent = (await mailsSent("account-shared")).map(({ to, turn }) => `${to.split("@")[0]} ${turn}`)
    expect(sent).toEqual([
      "claire changed",
      "claire ended",
      "claire given-up",
      "claire granted",
      "claire granted",
      "paul changed",
      "paul ended",
      "paul given-up",
      "paul granted",
      "paul granted",
    ])
  })
})

test("nobody is written to again and again because somebody changes what they may do", async () => {
  await share(["view"])
  for (let times = 0; times < 10; times++) {
    const changed = await changeSharing(claire.visitor, await grantId(), times % 2 ? ["view"] : ["book"], at)
    expect(changed.ok).toBe(true)
  }
  expect(await changeSharing(claire.visitor, await grantId(), ["book"], at)).toMatchObject({
    error: { kind: "throttled" },
  })
  await endSharing(claire.visitor, await grantId(), at)
})

describe("acting for an account", () => {
  test("is the session's, for every tab, until it is left", async () => {
    await share(["view"])
    expect(paul.visitor.acting).toBeNull()
    expect((await visitorOf(paul.request)).sharedWithThem).toEqual([{ id: claire.visitor.profile.id, name: "Claire" }])
    expect(await actFor(paul.visitor, claire.visitor.profile.id)).toBe(true)
    expect((await visitorOf(paul.request)).acting).toMatchObject({
      kind: "shared",
      account: { name: "Claire" },
      permissions: ["view"],
    })
    expect((await visitorOf(claire.request)).acting).toBeNull()
    await actForOneself(paul.visitor)
    expect((await visitorOf(paul.request)).acting).toBeNull()
    expect(await actFor(claire.visitor, paul.visitor.profile.id)).toBe(false)
  })

  test("that has ended is told as such, and never becomes one's own account by itself @P-share-remove", async () => {
    await share(["view", "book"])
    await actFor(paul.visitor, claire.visitor.profile.id)
    await endSharing(claire.visitor, await grantId(), at)
    expect((await visitorOf(paul.request)).acting).toMatchObject({ kind: "ended", account: { name: "Claire" } })
    expect((await visitorOf(paul.request)).sharedWithThem).toEqual([])
  })
})

describe("what is done in another's name", () => {
  const orderIn = async (stock = 1) => {
    const { id } = await makeProduct({ stock })
    const product = await productForRent(id)
    if (!product) throw new Error("The product is not for rent")
    return { product, order: makeOrder(id, days) }
  }
  const kindOf = (answer: { ok: true } | { ok: false; error: { kind: string } }) =>
    answer.ok ? "ok" : answer.error.kind

  test("holds days, fills the cart and books with `book`, and none of it with `view` or nothing (D55)", async () => {
    const { product, order } = await orderIn(5)
    const choice = { days, options: [], photoPacks: 0, itemId: randomUUID() }
    const tried = async () => [
      kindOf(await holdDays({ party: paulForClaire(), product, days, at })),
      kindOf(await addToCart(paulForClaire(), product, choice, at)),
      kindOf(await extendHold(paulForClaire(), at)),
      kindOf(await placeBooking({ party: paulForClaire(), order, at })),
    ]
    const refused = Array.from({ length: 4 }, () => "not-allowed")
    expect(await tried()).toEqual(refused)
    await share(["view"])
    expect(await tried()).toEqual(refused)
    await changeSharing(claire.visitor, await grantId(), ["view", "book"], at)
    expect(await tried()).toEqual(["ok", "ok", "ok", "ok"])
  })

  test("is the account's, and says who did it to both and to the owner of the shop @R-account-sharing", async () => {
    await share(["view", "book"])
    const { order } = await orderIn()
    const placed = await placeBooking({ party: paulForClaire(), order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { booking } = placed.value
    expect(booking.userId).toBe(claire.visitor.profile.id)
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, booking.id))
    expect(event).toMatchObject({
      action: "booking.placed",
      actorId: paul.visitor.profile.id,
      actorName: "Paul",
      accountId: claire.visitor.profile.id,
      personal: { for: "Claire" },
    })
    expect(await actsForAccount(claire.visitor.profile.id)).toMatchObject([
      { action: "booking.placed", actorName: "Paul", number: booking.number },
    ])
    expect(await mailsSent("booked-for-another")).toMatchObject([
      { to: "claire@exemple.fr", other: "Paul" },
      { to: "paul@exemple.fr", other: "Claire" },
    ])
    expect((await mailsSent("booking-requested")).map(({ to }) => to)).toEqual(["claire@exemple.fr"])
  })

  test("to a request is told to both, and every mail names who did it: other days, the same again, the end (D19)", async () => {
    await share(["view", "book"])
    const { order } = await orderIn()
    const placed = await placeBooking({ party: paulForClaire(), order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    const other = addDays(days[0] as Day, 7)
    expect((await askForDates(paulForClaire(), id, { days: [other], note: "" }, at)).ok).toBe(true)
    expect((await keepDates(paulForClaire(), id, at)).ok).toBe(true)
    expect((await keepDates(paulForClaire(), id, at)).ok).toBe(true)
    const shown = { kept: 0, refund: 0 }
    expect((await cancelOwnBooking(paulForClaire(), id, { shown }, at)).ok).toBe(true)
    expect(await mailsSent("acted-for-another")).toEqual(
      ["claire", "paul"].flatMap((name) =>
        ["cancelled", "dates-asked", "dates-kept"].map((turn) => ({
          to: `${name}@exemple.fr`,
          turn,
          other: name === "claire" ? "Paul" : "Claire",
        })),
      ),
    )
    for (const template of ["booking-cancelled", "booking-cancelled-owner", "date-change-asked"] as const)
      expect(await textsSent(template)).toEqual([expect.stringContaining("Paul")])
    const [toHolder] = await textsSent("booking-cancelled")
    expect(toHolder).toContain("Paul l’a annulée en votre nom.")
    expect(toHolder).not.toContain("Vous l’avez annulée")
    expect((await textsSent("acted-for-another")).join()).toContain("retirez cet accès")
  })

  test("by the holder themselves is told as theirs, and to nobody else", async () => {
    const { order } = await orderIn()
    const holder = onOwnAccount(claire.visitor.profile)
    const placed = await placeBooking({ party: holder, order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect((await askForDates(holder, id, { days: [addDays(days[0] as Day, 7)], note: "" }, at)).ok).toBe(true)
    expect((await keepDates(holder, id, at)).ok).toBe(true)
    expect((await cancelOwnBooking(holder, id, { shown: { kept: 0, refund: 0 } }, at)).ok).toBe(true)
    expect(await mailsSent("acted-for-another")).toEqual([])
    expect(await textsSent("booking-cancelled")).toEqual([expect.stringContaining("Vous l’avez annulée.")])
  })

  test("accepts no terms in the holder's place, whose own orders do, alone and for a whole cart (D55)", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn(4)
    const claireHerself = onOwnAccount(claire.visitor.profile)
    const kept = []
    for (const party of [paulForClaire(), claireHerself]) {
      const alone = { ...order, idempotencyKey: randomUUID(), termsVersion: "cgv-3" }
      const placed = await placeBooking({ party, order: alone, at })
      if (!placed.ok) throw new Error(placed.error.kind)
      kept.push(placed.value.booking.termsVersion)
      await addToCart(party, product, { days, options: [], photoPacks: 0, itemId: randomUUID() }, at)
      const { address, isDelivery, termsVersion } = alone
      const whole = {
        cartId: (await cartOf(claire)).id,
        seen: null,
        isDelivery,
        address,
        shownTotal: null,
        termsVersion,
      }
      const ordered = await placeCart(party, { ...whole, idempotencyKey: randomUUID() }, at)
      if (!ordered.ok) throw new Error(ordered.error.kind)
      kept.push(...ordered.value.bookings.map((booking) => booking.termsVersion))
    }
    expect(kept).toEqual([null, null, "cgv-3", "cgv-3"])
  })

  test("is told in one mail to each of the two, however many lines an order has", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn(2)
    for (const itemId of [randomUUID(), randomUUID()])
      expect(kindOf(await addToCart(paulForClaire(), product, { days, options: [], photoPacks: 0, itemId }, at))).toBe(
        "ok",
      )
    const { address, idempotencyKey, isDelivery } = order
    const whole = {
      cartId: (await cartOf(claire)).id,
      seen: null,
      isDelivery,
      address,
      idempotencyKey,
      shownTotal: null,
    }
    const placed = await placeCart(paulForClaire(), whole, at)
    if (!placed.ok) throw new Error(placed.error.kind)
    const [, second] = placed.value.bookings.map(({ number, productName }) => ({ number, product: productName }))
    expect((await mailsSent("booked-for-another")).map(({ to }) => to)).toEqual([
      "claire@exemple.fr",
      "paul@exemple.fr",
    ])
    const told = await readMailOrders<{ more: unknown }>("booked-for-another")
    expect(told.map(({ data }) => data.more)).toEqual([[second], [second]])
    const example = { ...exampleData["booked-for-another"], more: [{ number: 1043, product: "Borne de table" }] }
    const { text, subject } = await composeMail({
      id: randomUUID(),
      template: "booked-for-another",
      to: [],
      at: at.toISOString(),
      data: example,
    })
    expect(subject).toBe("Demandes n°\u00a01042 et 1043 envoyées en votre nom")
    expect(text).toContain("Photobooth Miroir et Borne de table")
  })

  test("ends with the access in the middle of a wizard, an order sent before included @P-share-remove", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn()
    expect(kindOf(await holdDays({ party: paulForClaire(), product, days, at }))).toBe("ok")
    const placed = await placeBooking({ party: paulForClaire(), order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { booking } = placed.value
    await endSharing(claire.visitor, await grantId(), at)
    // Sent again, the same order answers nothing of what it had made.
    expect(kindOf(await placeBooking({ party: paulForClaire(), order, at }))).toBe("not-allowed")
    expect(await bookingSeenBy(paul.visitor.profile, booking.number)).toBeNull()
    const preview = await previewCancellation(paulForClaire(), booking.id, at)
    expect(kindOf(preview)).toBe("not-allowed")
    const shown = { kept: 0, refund: 0 }
    expect(kindOf(await cancelOwnBooking(paulForClaire(), booking.id, { shown }, at))).toBe("not-allowed")
    // Told why, for a while; a stranger is told nothing.
    expect(await lostAccessTo(paul.visitor.profile.id, booking.number, at)).toMatchObject({ name: "Claire" })
    const later = new Date(at.getTime() + 31 * 86_400_000)
    expect(await lostAccessTo(paul.visitor.profile.id, booking.number, later)).toBeNull()
    const stranger = await personCalled("Inès")
    expect(await lostAccessTo(stranger.visitor.profile.id, booking.number, at)).toBeNull()
  })

  test("waits for a removal that is on its way, and is refused after it", async () => {
    await share(["book"])
    const { order } = await orderIn()
    const [placed] = await Promise.all([
      placeBooking({ party: paulForClaire(), order, at }),
      endSharing(claire.visitor, await grantId(), at),
    ])
    const { rows } = await db.execute(sql`select from bookings where user_id = ${claire.visitor.profile.id}`)
    expect(rows).toHaveLength(placed.ok ? 1 : 0)
    expect(
      kindOf(await placeBooking({ party: paulForClaire(), order: { ...order, idempotencyKey: randomUUID() }, at })),
    ).toBe("not-allowed")
  })

  test("counts for a whole cart too, ordered again or taken up again included", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn()
    const line = { days, options: [], photoPacks: 0, itemId: randomUUID() }
    expect(kindOf(await addToCart(paulForClaire(), product, line, at))).toBe("ok")
    const cart = await cartOf(claire)
    const { address, idempotencyKey, isDelivery } = order
    const whole = { cartId: cart.id, seen: null, isDelivery, address, idempotencyKey, shownTotal: null }
    const placed = await placeCart(paulForClaire(), whole, at)
    if (!placed.ok) throw new Error(placed.error.kind)
    const [booking] = placed.value.bookings
    expect(booking?.userId).toBe(claire.visitor.profile.id)
    expect(await actsForAccount(claire.visitor.profile.id)).toMatchObject([
      { action: "booking.placed", actorName: "Paul", number: booking?.number },
    ])
    expect(await mailsSent("booked-for-another")).toHaveLength(2)
    const otherDays = days.map((day) => addDays(day, 14))
    expect(kindOf(await addToCart(paulForClaire(), product, { ...line, days: otherDays }, at))).toBe("ok")
    const { id, endsAt } = await cartOf(claire)
    await endSharing(claire.visitor, await grantId(), at)
    expect(kindOf(await placeCart(paulForClaire(), whole, at))).toBe("not-allowed")
    const ended = new Date(endsAt.getTime() + 1000)
    expect(kindOf(await renewCart(paulForClaire(), id, ended))).toBe("not-allowed")
    expect(kindOf(await renewCart(onOwnAccount(claire.visitor.profile), id, ended))).toBe("ok")
  })

  test("takes nothing out of the cart and types no address once the access has ended, or with `view` alone @P-share-remove", async () => {
    await share(["view", "book"])
    const { product } = await orderIn()
    const line = { options: [], photoPacks: 0 }
    const holder = onOwnAccount(claire.visitor.profile)
    const place = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
    const acts = async (weeks: number) => {
      const choice = { ...line, days: days.map((day) => addDays(day, 7 * weeks)), itemId: randomUUID() }
      const added = await addToCart(holder, product, choice, at)
      if (!added.ok) throw new Error(added.error.kind)
      return [
        await saveDraftAddress(paulForClaire(), null, place, at),
        await keepDraftAddress(paulForClaire(), null, { ...place, city: "Vincennes" }, new Date(at.getTime() + 1000)),
        await saveDraftDelivery(paulForClaire(), null, false),
        await removeFromCart(paulForClaire(), added.value.itemId),
        await clearCart(paulForClaire(), added.value.cartId),
      ]
    }
    // The cart ends with its last line: there is nothing left to clear.
    expect(await acts(0)).toEqual([true, true, true, true, false])
    expect(await readDraft(holder.account.id, null)).toMatchObject({
      address: { city: "Vincennes" },
      isDelivery: false,
    })
    await db.delete(bookingDrafts)
    await changeSharing(claire.visitor, await grantId(), ["view"], at)
    expect(await acts(1)).toEqual([false, false, false, false, false])
    await endSharing(claire.visitor, await grantId(), at)
    expect(await acts(2)).toEqual([false, false, false, false, false])
    expect(await readDraft(holder.account.id, null)).toBeNull()
    expect((await cartOf(claire)).lines).toHaveLength(2)
  })

  test("keeps no address in the account: that is its owner's (D55)", async () => {
    await share(["book"])
    const place = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
    await actFor(paul.visitor, claire.visitor.profile.id)
    await saveOwnAddress(await visitorOf(paul.request), place)
    expect(await savedAddress(paul.visitor.profile.id)).toBeNull()
    expect(await savedAddress(claire.visitor.profile.id)).toBeNull()
  })
})

test("an account that ends takes its grants along, given and received (D31)", async () => {
  await share(["view"])
  const { profile } = paul.visitor
  expect(await pseudonymise(profile.id, at, sql`select id from profiles where id = ${profile.id}`)).toBe(true)
  expect(await db.$count(sharedAccounts)).toBe(0)
  expect(await readVisitor(paul.request)).toBeNull()
})
