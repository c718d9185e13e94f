import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Party, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { SharingPermission } from "../../../domain/accounts/sharing.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../../../tests/factories.ts"
import { requestFrom } from "../auth/accounts.fixture.ts"
import { openSession } from "../auth/sessions.ts"
import { type Visitor, readVisitor } from "../auth/visitor.ts"
import { findAccessibleBooking } from "../../bookings/booking-page.ts"
import { cancelOwnBooking, previewCancellation } from "../../bookings/cancel.ts"
import {
  autosaveDraftAddress,
  readDraft,
  saveDraftAddress,
  saveDraftDelivery,
  readSavedAddress,
} from "../../bookings/draft.ts"
import { requestDates, withdrawDateRequest } from "../../bookings/request-dates.ts"
import { placeCart } from "../../bookings/place-cart.ts"
import { placeBooking } from "../../bookings/place.ts"
import { readCart } from "../../bookings/cart/read.ts"
import { renewCart } from "../../bookings/cart/renew.ts"
import { addToCart } from "../../bookings/cart/add.ts"
import { extendHold } from "../../bookings/cart/extend.ts"
import { holdDays } from "../../bookings/cart/hold.ts"
import { clearCart, removeFromCart } from "../../bookings/cart/remove.ts"
import { saveOwnAddress } from "../customers/edit-profile.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { db, pool } from "../../platform/database.server.ts"
import { installQueue } from "../../platform/queue/install-queue.ts"
import { pseudonymise } from "../../jobs/retention/pseudonymise.ts"
import { composeMail } from "../../outside/mails/compose.ts"
import { exampleData } from "../../outside/mails/example-data.ts"
import { sharedAccounts, users } from "../../platform/schema/accounts.ts"
import { bookingDrafts } from "../../platform/schema/bookings.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { startActingFor, stopActingForOthers } from "./act-for.ts"
import { findEndedAccess } from "./ended-access.ts"
import { listActsForAccount, listOwnGrants, listReceivedGrants } from "./grants.ts"
import { changeSharing, endSharing, shareAccount } from "./share.ts"
import type { MailName } from "../../platform/mail/mails.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const at = new Date("2027-05-01T09:00:00Z")
const days: Day[] = ["2027-06-12" as Day]
const address = "203.0.113.9"

type Person = { request: Request; visitor: Visitor }

/** Skips hashing where no password is needed. */
async function makePerson(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@exemple.fr`
  const { id } = await makeCustomer({ name, email })
  await db.insert(users).values({ id, name, email, emailVerified: true })
  const setCookies = await openSession(db, id, requestFrom(), new Date())
  const request = requestFrom({ setCookies })
  return { request, visitor: await requireVisitor(request) }
}

async function requireVisitor(request: Request): Promise<Visitor> {
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
  claire = await makePerson("Claire")
  paul = await makePerson("Paul")
})

async function share(permissions: readonly SharingPermission[], email = "paul@exemple.fr", when = at) {
  return shareAccount(claire.visitor, { email, permissions }, { address, at: when })
}

async function grantId() {
  const [grant] = await listOwnGrants(claire.visitor.profile.id)
  if (!grant) throw new Error("Nothing is shared")
  return grant.id
}

async function requireCart({ visitor }: { visitor: Visitor }) {
  const cart = await readCart(visitor.profile.id, at)
  if (!cart) throw new Error("There is no cart")
  return cart
}

const paulForClaire = (): Party => ({
  actor: { kind: "customer", id: paul.visitor.profile.id, name: "Paul" },
  account: { id: claire.visitor.profile.id, name: "Claire" },
})

async function queuedMails(template: MailName) {
  const mails = (await readMailOrders<{ turn?: string; other?: string }>(template)).map(
    ({ to, data: { turn = null, other = null } }) => ({ to: to[0]?.address ?? "", turn, other }),
  )
  const key = ({ to, turn }: (typeof mails)[number]) => `${to} ${turn}`
  return mails.toSorted((one, another) => (key(one) < key(another) ? -1 : 1))
}

async function queuedTexts(template: MailName): Promise<string[]> {
  return Promise.all((await readMailOrders(template)).map(async (order) => (await composeMail(order)).text))
}

describe("sharing an account", () => {
  test("a registered person is granted access by address, and both are notified @P-share-grant @C-profiles-email @C-shared @R-account-sharing", async () => {
    expect(await share(["book", "view"])).toEqual({ ok: true, value: null })
    expect(await listOwnGrants(claire.visitor.profile.id)).toMatchObject([
      { name: "Paul", email: "paul@exemple.fr", permissions: ["view", "book"], isActive: true },
    ])
    expect(await listReceivedGrants(paul.visitor.profile.id)).toMatchObject([{ owner: { name: "Claire" } }])
    expect(await queuedMails("account-shared")).toEqual([
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

  test("an unknown, own or disabled address, or a second grant, is refused @V-sharing-unknown", async () => {
    const errorKind = async (email: string) => {
      const shared = await share(["view"], email)
      return shared.ok ? "shared" : shared.error.kind
    }
    expect(await errorKind("personne@exemple.fr")).toBe("user-not-found")
    expect(await errorKind("claire@exemple.fr")).toBe("oneself")
    await db.update(users).set({ disabledAt: at }).where(eq(users.email, "paul@exemple.fr"))
    expect(await errorKind("paul@exemple.fr")).toBe("user-not-found")
    await db.update(users).set({ disabledAt: null }).where(eq(users.email, "paul@exemple.fr"))
    expect(await errorKind("paul@exemple.fr")).toBe("shared")
    expect(await errorKind("paul@exemple.fr")).toBe("already-shared")
  })

  test("sharing cannot list accounts: probing addresses is throttled (D19)", async () => {
    const kinds = []
    for (let guess = 0; guess < 14; guess++) {
      const shared = await share(["view"], `inconnu-${guess}@exemple.fr`)
      kinds.push(shared.ok ? "shared" : shared.error.kind)
    }
    expect(kinds[0]).toBe("user-not-found")
    expect(kinds.at(-1)).toBe("throttled")
  })

  test("a grant is void for an unconfirmed address, and for the account of a disabled person", async () => {
    await share(["book"])
    const unconfirmed = (emailVerified: boolean) =>
      db.update(users).set({ emailVerified }).where(eq(users.id, paul.visitor.user.id))
    await unconfirmed(false)
    expect(await startActingFor(paul.visitor, claire.visitor.profile.id)).toBe(false)
    expect(await listOwnGrants(claire.visitor.profile.id)).toMatchObject([{ name: "", isActive: false }])
    await unconfirmed(true)
    await db.update(users).set({ disabledAt: at }).where(eq(users.id, claire.visitor.user.id))
    expect(await startActingFor(paul.visitor, claire.visitor.profile.id)).toBe(false)
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, claire.visitor.user.id))
    expect(await startActingFor(paul.visitor, claire.visitor.profile.id)).toBe(true)
  })

  test("a grant is changed and ended by its owner, renounced by its holder, and closed to all others @P-share-remove", async () => {
    await share(["view"])
    const id = await grantId()
    const stranger = await makePerson("Inès")
    expect(await changeSharing(stranger.visitor, id, ["book"], at)).toMatchObject({ error: { kind: "no-access" } })
    expect(await changeSharing(paul.visitor, id, ["book"], at)).toMatchObject({ error: { kind: "no-access" } })
    await endSharing(stranger.visitor, id, at)
    expect(await listOwnGrants(claire.visitor.profile.id)).toMatchObject([{ permissions: ["view"] }])
    expect((await changeSharing(claire.visitor, id, ["book"], at)).ok).toBe(true)
    expect(await listOwnGrants(claire.visitor.profile.id)).toMatchObject([{ permissions: ["book"] }])
    await endSharing(claire.visitor, id, at)
    await endSharing(claire.visitor, id, at)
    expect(await listOwnGrants(claire.visitor.profile.id)).toEqual([])
    await share(["view"])
    await endSharing(paul.visitor, await grantId(), at)
    expect(await listReceivedGrants(paul.visitor.profile.id)).toEqual([])
    const sent = (await queuedMails("account-shared")).map(({ to, turn }) => `${to.split("@")[0]} ${turn}`)
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

test("repeated changes of a grant do not send mail after mail", async () => {
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
  test("acting lasts for the session, in every tab, until it is left", async () => {
    await share(["view"])
    expect(paul.visitor.acting).toBeNull()
    expect((await requireVisitor(paul.request)).sharedWithThem).toEqual([
      { id: claire.visitor.profile.id, name: "Claire" },
    ])
    expect(await startActingFor(paul.visitor, claire.visitor.profile.id)).toBe(true)
    expect((await requireVisitor(paul.request)).acting).toMatchObject({
      kind: "shared",
      account: { name: "Claire" },
      permissions: ["view"],
    })
    expect((await requireVisitor(claire.request)).acting).toBeNull()
    await stopActingForOthers(paul.visitor)
    expect((await requireVisitor(paul.request)).acting).toBeNull()
    expect(await startActingFor(claire.visitor, paul.visitor.profile.id)).toBe(false)
  })

  test("acting whose grant ended says so, and never switches silently to the own account @P-share-remove", async () => {
    await share(["view", "book"])
    await startActingFor(paul.visitor, claire.visitor.profile.id)
    await endSharing(claire.visitor, await grantId(), at)
    expect((await requireVisitor(paul.request)).acting).toMatchObject({ kind: "ended", account: { name: "Claire" } })
    expect((await requireVisitor(paul.request)).sharedWithThem).toEqual([])
  })
})

describe("acts in another's name", () => {
  const orderIn = async (stock = 1) => {
    const { id } = await makeProduct({ stock })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    return { product, order: makeOrder(id, days) }
  }
  const errorKind = (answer: { ok: true } | { ok: false; error: { kind: string } }) =>
    answer.ok ? "ok" : answer.error.kind

  test("`book` may hold days, fill the cart and book, `view` may not (D55)", async () => {
    const { product, order } = await orderIn(5)
    const choice = { days, options: [], photoPacks: 0, itemId: randomUUID() }
    const tried = async () => [
      errorKind(await holdDays({ party: paulForClaire(), product, days, at })),
      errorKind(await addToCart(paulForClaire(), product, choice, at)),
      errorKind(await extendHold(paulForClaire(), at)),
      errorKind(await placeBooking({ party: paulForClaire(), order, at })),
    ]
    const refused = Array.from({ length: 4 }, () => "not-allowed")
    expect(await tried()).toEqual(refused)
    await share(["view"])
    expect(await tried()).toEqual(refused)
    await changeSharing(claire.visitor, await grantId(), ["view", "book"], at)
    expect(await tried()).toEqual(["ok", "ok", "ok", "ok"])
  })

  test("the booking belongs to the account, and names its author to both and to the owner @R-account-sharing", async () => {
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
    expect(await listActsForAccount(claire.visitor.profile.id)).toMatchObject([
      { action: "booking.placed", actorName: "Paul", number: booking.number },
    ])
    expect(await queuedMails("booked-for-another")).toMatchObject([
      { to: "claire@exemple.fr", other: "Paul" },
      { to: "paul@exemple.fr", other: "Claire" },
    ])
    expect((await queuedMails("booking-requested")).map(({ to }) => to)).toEqual(["claire@exemple.fr"])
  })

  test("each act on a request is mailed to both, naming its author (D19)", async () => {
    await share(["view", "book"])
    const { order } = await orderIn()
    const placed = await placeBooking({ party: paulForClaire(), order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    const other = addDays(days[0] as Day, 7)
    expect((await requestDates(paulForClaire(), id, { days: [other], note: "" }, at)).ok).toBe(true)
    expect((await withdrawDateRequest(paulForClaire(), id, at)).ok).toBe(true)
    expect((await withdrawDateRequest(paulForClaire(), id, at)).ok).toBe(true)
    const figures = { retained: 0, refund: 0 }
    expect((await cancelOwnBooking(paulForClaire(), id, { expected: figures }, at)).ok).toBe(true)
    expect(await queuedMails("acted-for-another")).toEqual(
      ["claire", "paul"].flatMap((name) =>
        ["cancelled", "dates-asked", "dates-kept"].map((turn) => ({
          to: `${name}@exemple.fr`,
          turn,
          other: name === "claire" ? "Paul" : "Claire",
        })),
      ),
    )
    for (const template of ["booking-cancelled", "booking-cancelled-owner", "date-change-asked"] as const)
      expect(await queuedTexts(template)).toEqual([expect.stringContaining("Paul")])
    const [toHolder] = await queuedTexts("booking-cancelled")
    expect(toHolder).toContain("Paul l’a annulée en votre nom.")
    expect(toHolder).not.toContain("Comme demandé")
    expect((await queuedTexts("acted-for-another")).join()).toContain("Retirez cet accès")
  })

  test("an act by the holder is mailed as theirs, and to nobody else", async () => {
    const { order } = await orderIn()
    const holder = ownAccountParty(claire.visitor.profile)
    const placed = await placeBooking({ party: holder, order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect((await requestDates(holder, id, { days: [addDays(days[0] as Day, 7)], note: "" }, at)).ok).toBe(true)
    expect((await withdrawDateRequest(holder, id, at)).ok).toBe(true)
    expect((await cancelOwnBooking(holder, id, { expected: { retained: 0, refund: 0 } }, at)).ok).toBe(true)
    expect(await queuedMails("acted-for-another")).toEqual([])
    expect(await queuedTexts("booking-cancelled")).toEqual([
      expect.stringContaining("Comme demandé, elle est annulée."),
    ])
  })

  test("a delegate never accepts terms for the holder, whose own orders do, alone and for a whole cart (D55)", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn(4)
    const claireHerself = ownAccountParty(claire.visitor.profile)
    const termsVersions = []
    for (const party of [paulForClaire(), claireHerself]) {
      const alone = { ...order, idempotencyKey: randomUUID(), termsVersion: "cgv-3" }
      const placed = await placeBooking({ party, order: alone, at })
      if (!placed.ok) throw new Error(placed.error.kind)
      termsVersions.push(placed.value.booking.termsVersion)
      await addToCart(party, product, { days, options: [], photoPacks: 0, itemId: randomUUID() }, at)
      const { address, isDelivery, termsVersion } = alone
      const whole = {
        cartId: (await requireCart(claire)).id,
        expectedDigest: null,
        isDelivery,
        address,
        expectedTotal: null,
        termsVersion,
      }
      const ordered = await placeCart(party, { ...whole, idempotencyKey: randomUUID() }, at)
      if (!ordered.ok) throw new Error(ordered.error.kind)
      termsVersions.push(...ordered.value.bookings.map((booking) => booking.termsVersion))
    }
    expect(termsVersions).toEqual([null, null, "cgv-3", "cgv-3"])
  })

  test("an order sends one mail to each of the two, however many lines it has", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn(2)
    for (const itemId of [randomUUID(), randomUUID()])
      expect(
        errorKind(await addToCart(paulForClaire(), product, { days, options: [], photoPacks: 0, itemId }, at)),
      ).toBe("ok")
    const { address, idempotencyKey, isDelivery } = order
    const whole = {
      cartId: (await requireCart(claire)).id,
      expectedDigest: null,
      isDelivery,
      address,
      idempotencyKey,
      expectedTotal: null,
    }
    const placed = await placeCart(paulForClaire(), whole, at)
    if (!placed.ok) throw new Error(placed.error.kind)
    expect((await queuedMails("booked-for-another")).map(({ to }) => to)).toEqual([
      "claire@exemple.fr",
      "paul@exemple.fr",
    ])
    const mails = await readMailOrders<{ product: string }>("booked-for-another")
    expect(mails.map(({ data }) => data.product)).toEqual([`2\u00a0× ${product.name}`, `2\u00a0× ${product.name}`])
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

  test("the end of access stops a wizard midway, even for an order sent before @P-share-remove", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn()
    expect(errorKind(await holdDays({ party: paulForClaire(), product, days, at }))).toBe("ok")
    const placed = await placeBooking({ party: paulForClaire(), order, at })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { booking } = placed.value
    await endSharing(claire.visitor, await grantId(), at)
    // A repeat of the order returns nothing of what it had created.
    expect(errorKind(await placeBooking({ party: paulForClaire(), order, at }))).toBe("not-allowed")
    expect(await findAccessibleBooking(paul.visitor.profile, booking.number)).toBeNull()
    const preview = await previewCancellation(paulForClaire(), booking.id, at)
    expect(errorKind(preview)).toBe("not-allowed")
    const figures = { retained: 0, refund: 0 }
    expect(errorKind(await cancelOwnBooking(paulForClaire(), booking.id, { expected: figures }, at))).toBe(
      "not-allowed",
    )
    // The former delegate reads the reason for a while, a stranger nothing.
    expect(await findEndedAccess(paul.visitor.profile.id, booking.number, at)).toMatchObject({ name: "Claire" })
    const later = new Date(at.getTime() + 31 * 86_400_000)
    expect(await findEndedAccess(paul.visitor.profile.id, booking.number, later)).toBeNull()
    const stranger = await makePerson("Inès")
    expect(await findEndedAccess(stranger.visitor.profile.id, booking.number, at)).toBeNull()
  })

  test("an act waits for a concurrent removal, and is refused after it", async () => {
    await share(["book"])
    const { order } = await orderIn()
    const [placed] = await Promise.all([
      placeBooking({ party: paulForClaire(), order, at }),
      endSharing(claire.visitor, await grantId(), at),
    ])
    const { rows } = await db.execute(sql`select from bookings where user_id = ${claire.visitor.profile.id}`)
    expect(rows).toHaveLength(placed.ok ? 1 : 0)
    expect(
      errorKind(await placeBooking({ party: paulForClaire(), order: { ...order, idempotencyKey: randomUUID() }, at })),
    ).toBe("not-allowed")
  })

  test("the end of access also blocks a whole cart, reordered or renewed", async () => {
    await share(["view", "book"])
    const { product, order } = await orderIn()
    const line = { days, options: [], photoPacks: 0, itemId: randomUUID() }
    expect(errorKind(await addToCart(paulForClaire(), product, line, at))).toBe("ok")
    const cart = await requireCart(claire)
    const { address, idempotencyKey, isDelivery } = order
    const whole = { cartId: cart.id, expectedDigest: null, isDelivery, address, idempotencyKey, expectedTotal: null }
    const placed = await placeCart(paulForClaire(), whole, at)
    if (!placed.ok) throw new Error(placed.error.kind)
    const [booking] = placed.value.bookings
    expect(booking?.userId).toBe(claire.visitor.profile.id)
    expect(await listActsForAccount(claire.visitor.profile.id)).toMatchObject([
      { action: "booking.placed", actorName: "Paul", number: booking?.number },
    ])
    expect(await queuedMails("booked-for-another")).toHaveLength(2)
    const otherDays = days.map((day) => addDays(day, 14))
    expect(errorKind(await addToCart(paulForClaire(), product, { ...line, days: otherDays }, at))).toBe("ok")
    const { id, endsAt } = await requireCart(claire)
    await endSharing(claire.visitor, await grantId(), at)
    expect(errorKind(await placeCart(paulForClaire(), whole, at))).toBe("not-allowed")
    const ended = new Date(endsAt.getTime() + 1000)
    expect(errorKind(await renewCart(paulForClaire(), id, ended))).toBe("not-allowed")
    expect(errorKind(await renewCart(ownAccountParty(claire.visitor.profile), id, ended))).toBe("ok")
  })

  test("nothing is removed from the cart and no address entered once access has ended, or with `view` alone @P-share-remove", async () => {
    await share(["view", "book"])
    const { product } = await orderIn()
    const line = { options: [], photoPacks: 0 }
    const holder = ownAccountParty(claire.visitor.profile)
    const place = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
    const acts = async (weeks: number) => {
      const choice = { ...line, days: days.map((day) => addDays(day, 7 * weeks)), itemId: randomUUID() }
      const added = await addToCart(holder, product, choice, at)
      if (!added.ok) throw new Error(added.error.kind)
      return [
        await saveDraftAddress(paulForClaire(), null, place, at),
        await autosaveDraftAddress(
          paulForClaire(),
          null,
          { ...place, city: "Vincennes" },
          new Date(at.getTime() + 1000),
        ),
        await saveDraftDelivery(paulForClaire(), null, false),
        await removeFromCart(paulForClaire(), added.value.itemId),
        await clearCart(paulForClaire(), added.value.cartId),
      ]
    }
    // The cart ends with its last line, so there is nothing left to clear.
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
    expect((await requireCart(claire)).lines).toHaveLength(2)
  })

  test("a delegate's address is not saved to the account: that is its owner's (D55)", async () => {
    await share(["book"])
    const place = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
    await startActingFor(paul.visitor, claire.visitor.profile.id)
    await saveOwnAddress(await requireVisitor(paul.request), place)
    expect(await readSavedAddress(paul.visitor.profile.id)).toBeNull()
    expect(await readSavedAddress(claire.visitor.profile.id)).toBeNull()
  })
})

test("a deleted account loses its grants, given and received (D31)", async () => {
  await share(["view"])
  const { profile } = paul.visitor
  expect(await pseudonymise(profile.id, at, sql`select id from profiles where id = ${profile.id}`)).toBe(true)
  expect(await db.$count(sharedAccounts)).toBe(0)
  expect(await readVisitor(paul.request)).toBeNull()
})
