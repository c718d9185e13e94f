import { saveProduct } from "../../server/bookings/save-product.ts"
import { beforeAll, describe, expect, test } from "vitest"
import * as bookingsCsv from "../../app/admin/bookings/list/csv/route.ts"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as financeCsv from "../../app/admin/finance/revenue/csv/route.ts"
import * as journalPage from "../../app/admin/journal/route.tsx"
import * as newsletterCsv from "../../app/admin/newsletter/csv/route.ts"
import type { EntryView } from "../../app/admin/journal/entry.tsx"
import { detailLines } from "../../app/admin/journal/detail-labels.ts"
import { actLabel } from "../../app/admin/kit/journal/act-labels.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { weekendPlan } from "../../domain/pricing/rate-plan.fixture.ts"
import { closeFreeDays } from "../../server/availability/block.ts"
import { moveBookingToUnit } from "../../server/bookings/move-unit.ts"
import { editBooking } from "../../server/bookings/edit.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { proposeEdit } from "../../server/bookings/propose-edit.ts"
import { readBookingVersion } from "../../server/bookings/booking-version.ts"
import { orderOptions } from "../../server/catalog/edit-options.ts"
import { addPlan, savePlan } from "../../server/catalog/edit-plans.ts"
import { duplicateProduct } from "../../server/catalog/edit-products.ts"
import { readPlans } from "../../server/catalog/rate-plans.ts"
import { moveProduct } from "../../server/catalog/order-products.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { saveFinanceSettings } from "../../server/shop/settings/save-settings.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makePlan, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
let someone: Awaited<ReturnType<typeof administrator>>
let product: Awaited<ReturnType<typeof makeProduct>>

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  someone = await administrator()
  product = await makeProduct({ name: "Miroir magique", stock: 2 })
})

type Journal = { entries: EntryView[]; names: Record<string, string> }

async function journalTexts(action: string): Promise<string[]> {
  const { entries, names } = await read<Journal>(journalPage, "/admin/journal", someone.from)
  return entries
    .filter((entry) => entry.action === action)
    .flatMap(({ details }) => detailLines(details, names))
    .map(({ label, before, after }) =>
      `${label} : ${before === undefined ? "" : `${before} → `}${after}`.replaceAll(/[\u00a0\u202f]/g, " "),
    )
}

const technical = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+[A-Z][a-z]+\b|\b(group|order|true|false|null|undefined|object)\b/

describe("the journal's details of an act", () => {
  test("the details of money settings are French, with amounts, days, percent and kilometres", async () => {
    const {
      id: _id,
      createdAt: _created,
      updatedAt,
      warehouseLat: _lat,
      warehouseLng: _lng,
      warehousePlace: _place,
      warehousePrecision: _precision,
      ...typed
    } = await readFinanceSettings()
    const next = {
      ...typed,
      deliveryFeePerKm: 250,
      freeDeliveryThreshold: 12.5,
      vatRate: 1000,
      vatOnDebits: true,
      pendingExpiryDays: 5,
      iban: "FR7630006000011234567890189",
      warehouseStreet: "8 quai de la Marne",
      warehouseZipCode: "94340",
      warehouseCity: "Joinville-le-Pont",
      cancellationTiers: [{ daysBefore: 10, refundPercent: 100 }],
    }
    expect((await saveFinanceSettings(someone.actor, next, updatedAt)).ok).toBe(true)
    const lines = await journalTexts("finance.saved")
    expect(lines).toEqual(
      expect.arrayContaining([
        "Frais par kilomètre : 2 € → 2,50 €",
        "Livraison gratuite jusqu’à : 10 km → 12,5 km",
        "Taux de TVA : 20 % → 10 %",
        "TVA sur les débits : non → oui",
        "Demande sans réponse : 7 jours → 5 jours",
        "IBAN : (vide) → FR76 3000 6000 0112 3456 7890 189",
        "Ville du dépôt : (vide) → Joinville-le-Pont",
      ]),
    )
    expect(lines.filter((line) => technical.test(line))).toEqual([])
  })

  test("the details of a plan are French, with hours, weekdays and per cent", async () => {
    const productId = product.id
    const id = (await makePlan(productId)).id
    const [stored] = await readPlans(productId)
    if (stored?.kind !== "hours") throw new Error("The plan is by the hour")
    const fields = { ...stored, weekdays: [5, 6], startTimes: ["18:00", "20:30"] as const, setUpMinutes: 90 }
    expect((await savePlan({ actor: someone.actor, productId, id, fields, loaded: stored.updatedAt })).ok).toBe(true)
    expect(await journalTexts("plan.saved")).toEqual([
      "Jours de début : lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche → vendredi, samedi",
      "Heures de début : 11 h, 16 h 30, 17 h, 21 h → 18 h, 20 h 30",
      "Mise en place : 1 h → 1 h 30",
    ])
    const fixed = { ...weekendPlan, days: 2 }
    expect((await addPlan({ actor: someone.actor, productId, fields: fixed })).ok).toBe(true)
    const texts = [...(await journalTexts("plan.added")), ...(await journalTexts("plan.saved"))]
    expect(texts.filter((line) => technical.test(line))).toEqual([])
  })

  test("the details name products, options and units instead of their ids", async () => {
    const other = await makeProduct({ name: "Borne rétro" })
    const [decor, book] = [
      await makeOption(product.id, { name: "Décor" }),
      await makeOption(product.id, { name: "Livre d’or" }),
    ]
    await orderOptions(someone.actor, [book.id, decor.id])
    expect(await journalTexts("option.ordered")).toEqual(["Ordre : 1. Livre d’or, 2. Décor"])
    await moveProduct(someone.actor, other.id, "down")
    await moveProduct(someone.actor, other.id, "up")
    expect((await journalTexts("product.ordered"))[0]).toMatch(
      /^Ordre : 1\. (Borne rétro, 2\. Miroir magique|Miroir magique, 2\. Borne rétro)$/,
    )
    await duplicateProduct(someone.actor, product.id)
    expect(await journalTexts("product.duplicated")).toContain("Copie de : Miroir magique")
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [day]),
      at: new Date(),
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    await moveBookingToUnit(someone.actor, placed.value.booking.id, { fromUnit: 1, toUnit: 2 })
    expect((await journalTexts("booking.unit-moved")).slice(1)).toEqual(["Exemplaire d’avant : 1", "Exemplaire : 2"])
    await send(bookingsPage, {
      path: "/admin/bookings",
      fields: { intent: "refuser", reservation: placed.value.booking.id, statut: "pending", motif: "Salon" },
      from: someone.from,
    })
    expect(await journalTexts("booking.refused")).toEqual(["État d’avant : en attente", "Motif : Salon"])
    await closeFreeDays(someone.actor, { productIds: [product.id, other.id], days: [day] }, new Date())
    expect(await journalTexts("availability.blocked")).toHaveLength(4)
    const { updatedAt, ...stored } = product
    expect(
      (
        await saveProduct({
          actor: someone.actor,
          id: product.id,
          fields: { ...stored, price: 30_000, securityDeposit: 50_000, furthestDays: 365 },
          loaded: updatedAt,
        })
      ).ok,
    ).toBe(true)
    expect(await journalTexts("product.saved")).toEqual(
      expect.arrayContaining([
        "Prix : 250 € → 300 €",
        "Caution : 0 € → 500 €",
        "Date la plus lointaine : (vide) → 365 jours",
      ]),
    )
  })

  test("the details show a changed booking before and after: days, options, address, distance and total", async () => {
    const decor = await makeOption(product.id, { name: "Toile peinte", price: 1_000 })
    const free = addDays(day, 20)
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, [free]),
      at: new Date(),
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    const change = {
      rentals: [
        {
          position: 1,
          days: [addDays(free, 1)],
          choice: { options: [{ optionId: decor.id, quantity: 2 }], photoPacks: 0 },
        },
      ],
      place: {
        isDelivery: true,
        address: { street: "8 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont", instructions: "" },
        distanceKm: 31,
      },
    }
    const proposed = await proposeEdit(id, change, new Date())
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const edited = await editBooking({
      actor: someone.actor,
      id,
      change,
      expectedVersion: await readBookingVersion(id),
      expectedTotal: proposed.value.after.total,
      message: null,
    })
    expect(edited.ok).toBe(true)
    const lines = await journalTexts("booking.edited")
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Dates : .+ → .+/),
        "Options : (vide) → 2 × Toile peinte",
        expect.stringMatching(/^Adresse ou livraison : .+ → Livraison : 8 quai de la Marne, 94340 Joinville-le-Pont$/),
        expect.stringMatching(/^Distance aller-retour : .* → 31 km$/),
        expect.stringMatching(/^Total : .+ → .+/),
      ]),
    )
    expect(lines.filter((line) => technical.test(line))).toEqual([])
  })

  test("the details name who exported which table, with its filters", async () => {
    await read(
      bookingsCsv,
      `/admin/bookings.csv?q=morel&etat=confirmee&produit=${product.id}&du=2027-06-01&au=2027-06-30`,
      someone.from,
    )
    await read(newsletterCsv, "/admin/newsletter.csv", someone.from)
    await read(financeCsv, "/admin/finance/revenus.csv?annee=2027", someone.from)
    expect(await journalTexts("booking.exported")).toEqual([
      "État : confirmée",
      "Produit : Miroir magique",
      "Recherche : morel",
      "À partir du : 1er juin 2027",
      "Jusqu’au : 30 juin 2027",
    ])
    const { entries } = await read<Journal>(journalPage, "/admin/journal", someone.from)
    expect(entries.slice(0, 3).map(({ actorName, action }) => `${actorName} ${actLabel(action)}`)).toEqual([
      "Camille a exporté le chiffre d’affaires en CSV",
      "Camille a exporté les inscrits aux nouveautés en CSV",
      "Camille a exporté les réservations en CSV",
    ])
    expect(await journalTexts("finance.exported")).toEqual(["Année : 2027"])
  })

  test("the details show no id and no technical word", async () => {
    const { entries, names } = await read<Journal>(journalPage, "/admin/journal", someone.from)
    const lines = entries
      .flatMap(({ details }) => detailLines(details, names))
      .flatMap(({ label, before = "", after }) => [label, before, after])
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.filter((line) => technical.test(line))).toEqual([])
  })
})
