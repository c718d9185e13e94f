import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as csv from "../../app/admin/finance/revenue/csv/route.ts"
import * as revenuePage from "../../app/admin/finance/revenue/route.tsx"
import * as financePage from "../../app/admin/finance/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import * as signInPage from "../../app/site/sign-in/route.tsx"
import type { TodayView } from "../../app/admin/today/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { monthLong } from "../../domain/day-labels.ts"
import { addDays, dayInParis, monthOf } from "../../domain/day.ts"
import { requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { instalments } from "../../server/platform/schema/money.ts"
import { postRequest, routeArgs, catchThrown } from "../accounts/browser.ts"
import { makeContract, makeCustomer, makeOrder, makeProduct, rawLines } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"

beforeEach(freshDatabase)

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
const inTwoMonths = addDays(dayInParis(new Date()), 60)
const year = inTwoMonths.slice(0, 4)
const address = { warehouseStreet: "8 quai de la Marne", warehouseZipCode: "94340", warehouseCity: "Joinville-le-Pont" }
const typed = {
  intent: "enregistrer",
  deliveryFeePerKm: "2.5",
  freeDeliveryThreshold: "12,5",
  maximumDeliveryDistance: "",
  ...address,
  vatMode: "franchise",
  vatRate: "20",
  downPaymentPercent: "40",
  maxSecurityDeposit: "1200",
  balanceDaysBefore: "10",
  withdrawalDays: "14",
  pendingExpiryDays: "5",
  downPaymentInvoiceDays: "8",
  quoteValidityDays: "30",
  quoteReminderDays: "3",
  quoteSecondReminderDays: "10",
  quoteLastReminderDays: "1",
  rentalDayStartsAt: "12",
  deliveryFrom: "14:00",
  deliveryTo: "16:00",
  collectionFrom: "09:00",
  collectionTo: "11:00",
  iban: "fr76 3000 6000 0112 3456 7890 189",
}

async function administrator(): Promise<Request> {
  const { request } = await signedUp(camille)
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  return request
}

const at = (path: string, from: Request) => new Request(new URL(path, from.url), { headers: from.headers })

async function read<View>(
  page: { loader: (args: never) => Promise<unknown> },
  path: string,
  from: Request,
): Promise<View> {
  const answer = (await page.loader((await routeArgs(at(path, from))) as never)) as { data?: View }
  return answer.data ?? (answer as View)
}

async function send(
  page: { action: (args: never) => Promise<unknown> },
  path: string,
  fields: Record<string, string>,
  from: Request,
) {
  const answer = await page.action((await routeArgs(postRequest(path, fields, from))) as never)
  type Answer = { errors?: Record<string, string>; values?: Record<string, string>; calculation?: unknown }
  const nothing: Answer = {}
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("location"), data: nothing }
  const { data, init } = answer as { data: Answer; init: { status?: number } | null }
  return { status: init?.status ?? 200, to: null, data }
}

async function openForm(values: Record<string, string> = {}): Promise<Record<string, string>> {
  return { ...typed, vu: (await readFinanceSettings()).updatedAt.toISOString(), ...values }
}

describe("today and the finances", () => {
  test("only an administrator reads and changes the finances", async () => {
    const customer = (await signedUp(camille)).request
    for (const from of [customer, requestFrom()]) {
      for (const [page, path] of [
        [todayPage, "/admin/aujourdhui"],
        [financePage, "/admin/finance"],
        [revenuePage, "/admin/finance/revenus"],
        [csv, "/admin/finance/revenus.csv"],
      ] as const) {
        const thrown = await catchThrown(() => read(page, path, from))
        expect(thrown instanceof Response && [thrown.status, thrown.headers.get("location")]).toEqual([302, "/"])
      }
      for (const [page, path] of [
        [todayPage, "/admin/aujourdhui"],
        [financePage, "/admin/finance"],
      ] as const) {
        expect(await catchThrown(() => send(page, path, typed, from))).toBeInstanceOf(Response)
      }
    }
    expect((await readFinanceSettings()).downPaymentPercent).toBe(30)
  })

  test("an administrator without a return path starts at today", async () => {
    await administrator()
    const { email, password } = camille
    expect(await send(signInPage, "/connexion", { email, password }, requestFrom())).toMatchObject({
      status: 303,
      to: "/admin/aujourdhui",
    })
    expect(await send(signInPage, "/connexion", { email, password, retour: "/catalog" }, requestFrom())).toMatchObject({
      to: "/catalog",
    })
  })
})

describe("today", () => {
  test("today has a hint in an empty shop @R-admin-today", async () => {
    const view = await read<TodayView>(todayPage, "/admin/aujourdhui", await administrator())
    expect(view).toMatchObject({
      pending: { count: 0, late: 0 },
      contracts: { count: 0 },
      payments: { items: [] },
      activeProducts: 0,
      newMessages: 0,
      failedMails: 0,
      today: dayInParis(new Date()),
    })
    expect(view.week).toHaveLength(8)
    expect(view.revenue).toHaveLength(12)
    expect(view.monthOccupancy.percent).toBeNull()
    const steps = view.firstSteps ?? []
    expect(steps.flatMap(({ missing }) => missing.map(({ label }) => label))).toContain("SIRET (14 chiffres)")
    expect(steps.find(({ title }) => title === "Vos livraisons")).toMatchObject({
      done: false,
      to: expect.stringMatching(/^\/admin\/finance#/),
    })
  })

  test("today shows departures, rentals and amounts due from the bookings @R-admin-today", async () => {
    const from = await administrator()
    const [owner] = await db.select().from(profiles).where(eq(profiles.email, camille.email))
    const product = await makeProduct({ stock: 2, price: 10_000 })
    const today = dayInParis(new Date())
    const yesterday = new Date(Date.now() - 86_400_000)
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer({ name: "Elena" })),
      order: makeOrder(product.id, [today]),
      at: yesterday,
    })
    if (!placed.ok || !owner) throw new Error("The booking was refused")
    await confirmBooking({ kind: "administrator", id: owner.id, name: owner.name }, placed.value.booking.id, yesterday)
    const dueAt = (contractDueAt: Date | null) =>
      db.update(bookings).set({ contractDueAt }).where(eq(bookings.id, placed.value.booking.id))
    await dueAt(null)
    // A confirmation from before contracts existed: otherwise nothing is owed before the signature (D39).
    const whole = {
      bookingId: placed.value.booking.id,
      position: 1,
      kind: "full",
      amount: 10_000,
      dueOn: today,
    } as const
    await db.insert(instalments).values({ ...whole, createdAt: yesterday })
    const view = await read<TodayView>(todayPage, "/admin/aujourdhui", from)
    expect(view.week[0]).toEqual({ day: today, departures: 1, returns: 1, out: 1, preparing: 0 })
    expect(view.moves).toMatchObject({
      departures: { items: [{ clientName: "Elena", place: "retrait", address: null }], count: 1 },
      returns: { items: [{ clientName: "Elena" }], count: 1 },
      preparing: { items: [], count: 0 },
    })
    expect(view.revenue.at(-1)).toMatchObject({ bookings: 1, revenue: 10_000 })
    expect(view.monthOccupancy.days.find(({ day }) => day === today)).toMatchObject({ rented: 1, percent: 50 })
    expect(view.payments.items).toMatchObject([{ clientName: "Elena", title: expect.stringContaining("Totalité") }])
    expect(view.contracts.items).toEqual([])
    await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, placed.value.booking.id))
    expect((await read<TodayView>(todayPage, "/admin/aujourdhui", from)).moves.departures.items).toMatchObject([
      { place: "livraison 94130 Nogent-sur-Marne", address: "12 quai de la Marne, 94130 Nogent-sur-Marne" },
    ])
    await dueAt(new Date(Date.now() + 5.5 * 3_600_000))
    await makeContract(placed.value.booking.id)
    const todayView = await read<TodayView>(todayPage, "/admin/aujourdhui", from)
    expect(todayView.contracts.items).toMatchObject([{ clientName: "Elena", tag: "location commencée", late: true }])
  })

  test("today shows every kind of open matter with a link, and each chart has a table", async () => {
    const from = await administrator()
    const [owner] = await db.select().from(profiles).where(eq(profiles.email, camille.email))
    if (!owner) throw new Error("There is no owner")
    const actor = { kind: "administrator", id: owner.id, name: owner.name } as const
    const yesterday = new Date(Date.now() - 86_400_000)
    const confirmed = async (contractDueAt: Date | null) => {
      const order = makeOrder((await makeProduct()).id, [inTwoMonths])
      const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: yesterday })
      if (!placed.ok) throw new Error(placed.error.kind)
      const { id } = placed.value.booking
      await confirmBooking(actor, id, yesterday)
      await db.update(bookings).set({ contractDueAt }).where(eq(bookings.id, id))
      return id
    }
    await makeContract(await confirmed(new Date(Date.now() + 5.5 * 3_600_000)))
    const [position, dueOn, createdAt] = [1, dayInParis(new Date()), yesterday]
    const bookingId = await confirmed(null)
    await db.insert(instalments).values({ bookingId, position, kind: "balance", amount: 10_000, dueOn, createdAt })
    await pool.query(`
      insert into contact_messages (name, email, message) values ('Nour', 'nour@exemple.example', 'Bonjour');
      insert into mails (id, template, message_id, ordered_at, state, settled_at) values (gen_random_uuid(), 'booking-refused', 'x@exemple.example', now(), 'failed', now())`)
    const page = elementIn((await renderPage(todayPage, at("/admin/aujourdhui", from))).html, "main")
    const [words, links] = [visibleText(page), linksIn(page)]
    for (const pattern of [/À signer avant le/, /dans 5 h/, /Solde/, /Un e-mail n’a pas pu partir/])
      expect(words).toMatch(pattern)
    expect(links).toContainEqual([expect.stringMatching(/^Lire l/), "/admin/messages"])
    expect(links).toContainEqual(["SIRET (14 chiffres)", expect.stringMatching(/^\/admin\/site-config/)])
    const week = links.filter(([name]) => name.endsWith("feuille à imprimer"))
    expect(week).toHaveLength(8)
    expect(week[0]?.[1]).toMatch(/^\/admin\/bookings\/jour\/\d{4}-\d{2}-\d{2}$/)
    const chart = elementIn(page, "figure", 'aria-label="Chiffre des douze derniers mois"')
    expect(chart.match(/<tr\b/g)).toHaveLength(13)
    expect(page).toMatch(/role="img" aria-label="Chiffre des douze derniers mois, de/)
  })

  test("today refuses a request in place, and says what the other administrator did", async () => {
    const from = await administrator()
    const product = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [inTwoMonths]),
      at: new Date(),
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    const answer = { intent: "refuser", reservation: id, statut: "pending", motif: "En révision" }
    expect((await read<TodayView>(todayPage, `/admin/aujourdhui?refuser=${id}`, from)).refusing).toMatchObject({ id })
    expect(await send(todayPage, "/admin/aujourdhui", answer, from)).toMatchObject({
      status: 303,
      to: "/admin/aujourdhui",
    })
    expect((await read<TodayView>(todayPage, `/admin/aujourdhui?refuser=${id}`, from)).refusing).toBe("answered")
    expect(await send(todayPage, "/admin/aujourdhui", { ...answer, motif: "x".repeat(501) }, from)).toMatchObject({
      status: 422,
      data: { errors: { motif: expect.any(String) } },
    })
    const [row] = await db.select().from(bookings)
    expect(row?.status).toBe("refused")
  })
})

describe("the form of the finance settings", () => {
  test("the form accepts fees in tenths of a euro, with a comma or a point, and stores cents @R-finance-screen @V-finance", async () => {
    const from = await administrator()
    expect(await send(financePage, "/admin/finance", await openForm(), from)).toMatchObject({
      status: 303,
      to: "/admin/finance",
    })
    expect(await readFinanceSettings()).toMatchObject({
      deliveryFeePerKm: 250,
      freeDeliveryThreshold: 12.5,
      maximumDeliveryDistance: null,
      vatMode: "franchise",
      vatRate: 2000,
      vatOnDebits: false,
      downPaymentPercent: 40,
      maxSecurityDeposit: 120_000,
      balanceDaysBefore: 10,
      pendingExpiryDays: 5,
      rentalDayStartsAt: 12,
      deliveryFrom: "14:00",
      deliveryTo: "16:00",
      collectionFrom: "09:00",
      collectionTo: "11:00",
      iban: "FR7630006000011234567890189",
      cancellationTiers: [],
    })
  })

  test.each([
    ["deliveryFeePerKm", "-1"],
    ["deliveryFeePerKm", "2.55"],
    ["deliveryFeePerKm", "deux"],
    ["deliveryFeePerKm", ""],
    ["freeDeliveryThreshold", "10,05"],
    ["freeDeliveryThreshold", "-0.1"],
    ["maximumDeliveryDistance", "0"],
    ["maximumDeliveryDistance", "1,5"],
    ["warehouseZipCode", "943"],
    ["warehouseCity", ""],
    ["vatMode", "autre"],
    ["vatRate", "101"],
    ["downPaymentPercent", "101"],
    ["downPaymentPercent", "30,5"],
    ["balanceDaysBefore", "91"],
    ["withdrawalDays", "61"],
    ["withdrawalDays", "1"],
    ["withdrawalDays", "7"],
    ["withdrawalDays", "13"],
    ["pendingExpiryDays", "0"],
    ["iban", "FR7630006000011234567890188"],
    ["iban", "FR76"],
    ["rentalDayStartsAt", "24"],
    ["rentalDayStartsAt", "12,5"],
    ["deliveryFrom", ""],
    ["deliveryFrom", "11:30"],
    ["deliveryTo", "13:00"],
    ["collectionTo", "12:30"],
  ])(
    "the form refuses %s «%s» beside its field, keeps the typed values and saves nothing @V-finance",
    async (field, value) => {
      const from = await administrator()
      const answer = await send(financePage, "/admin/finance", await openForm({ [field]: value }), from)
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.data.errors ?? {})).toEqual([field])
      expect(answer.data.values).toMatchObject({ [field]: value, withdrawalDays: expect.any(String) })
      expect((await readFinanceSettings()).downPaymentPercent).toBe(30)
    },
  )

  test("the form accepts no withdrawal period only when the risk is ticked (D45)", async () => {
    const from = await administrator()
    const answer = await send(financePage, "/admin/finance", await openForm({ withdrawalDays: "0" }), from)
    expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([422, ["withdrawalRisk"]])
    await send(financePage, "/admin/finance", await openForm({ withdrawalDays: "0", withdrawalRisk: "oui" }), from)
    expect((await readFinanceSettings()).withdrawalDays).toBe(0)
  })

  test("the form refuses a warehouse that the map does not know", async () => {
    const from = await administrator()
    const nowhere = { warehouseStreet: "1 rue Nulle", warehouseZipCode: "00000", warehouseCity: "Xyzzyville" }
    const answer = await send(financePage, "/admin/finance", await openForm(nowhere), from)
    expect(answer).toMatchObject({
      status: 422,
      data: { errors: { warehouseStreet: expect.stringContaining("n’a pas été trouvée sur la carte") } },
    })
  })

  test("the form tells the second administrator who saved what, with both versions", async () => {
    const from = await administrator()
    const second = await openForm({ downPaymentPercent: "50" })
    await send(financePage, "/admin/finance", await openForm(), from)
    const answer = await send(financePage, "/admin/finance", second, from)
    expect(answer).toMatchObject({
      status: 409,
      data: { stale: { by: "Camille" }, values: { downPaymentPercent: "50" } },
    })
    expect(JSON.stringify(answer.data)).toContain(
      '{"name":"downPaymentPercent","label":"Acompte","stored":"40","mine":"50"}',
    )
    expect((await readFinanceSettings()).downPaymentPercent).toBe(40)
  })

  test("the calculator saves nothing, and says what it requires", async () => {
    const from = await administrator()
    await send(financePage, "/admin/finance", await openForm(), from)
    const melun = { intent: "calculer", street: "", zipCode: "77000", city: "Melun" }
    expect(await send(financePage, "/admin/finance", melun, from)).toMatchObject({
      status: 200,
      data: { calculation: { amount: expect.stringMatching(/€$/) } },
    })
    expect(await send(financePage, "/admin/finance", { ...melun, zipCode: "", city: "" }, from)).toMatchObject({
      status: 422,
      data: { errors: { city: expect.any(String) } },
    })
  })
})

describe("the revenue as a table", () => {
  test("the file opens in French spreadsheets, and its cells run nothing", async () => {
    const from = await administrator()
    const [owner] = await db.select().from(profiles).where(eq(profiles.email, camille.email))
    const product = await makeProduct({ name: '=HYPERLINK("x");Bois', price: 10_000 })
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [inTwoMonths]),
      at: new Date(),
    })
    if (!placed.ok || !owner) throw new Error("The booking was refused")
    await confirmBooking({ kind: "administrator", id: owner.id, name: owner.name }, placed.value.booking.id)
    await pool.query(`update bookings set total = 10050, price_lines = ${rawLines("10050")}`)
    const answer = await csv.loader((await routeArgs(at(`/admin/finance/revenus.csv?annee=${year}`, from))) as never)
    expect(answer.headers.get("content-disposition")).toContain(`filename="chiffre-${year}.csv"`)
    // Response.text() would drop the byte order mark, by which Excel recognises UTF-8.
    const text = Buffer.from(await answer.arrayBuffer()).toString("utf8")
    expect(text).toBe(
      `\uFEFFMois;Produit;Réservations;Chiffre (€)\r\n${monthLong(monthOf(inTwoMonths))};"'=HYPERLINK(""x"");Bois";1;100,50\r\n`,
    )
  })
})
