import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, test } from "vitest"
import * as contractTemplate from "../../app/admin/contracts/template/route.tsx"
import * as contractsPage from "../../app/admin/contracts/route.tsx"
import * as invoicesPage from "../../app/admin/finance/invoices/route.tsx"
import * as revenuePage from "../../app/admin/finance/revenue/route.tsx"
import * as journalPage from "../../app/admin/journal/route.tsx"
import * as legalText from "../../app/admin/legal/text/route.tsx"
import * as optionsPage from "../../app/admin/options/route.tsx"
import * as personPage from "../../app/admin/people/person/route.tsx"
import * as planningPage from "../../app/admin/availability/route.tsx"
import * as planPage from "../../app/admin/products/plan/route.tsx"
import * as unitPage from "../../app/admin/products/unit/route.tsx"
import * as productPage from "../../app/admin/products/product/route.tsx"
import * as usersPage from "../../app/admin/people/route.tsx"
import * as productsPage from "../../app/admin/products/route.tsx"
import * as siteConfigPage from "../../app/admin/site-config/route.tsx"
import * as testimonialsPage from "../../app/admin/testimonials/route.tsx"
import * as searchPage from "../../app/admin/search/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import * as bookingsList from "../../app/admin/bookings/list/route.tsx"
import * as calendarPage from "../../app/admin/bookings/calendar/route.tsx"
import * as reportPage from "../../app/admin/bookings/report/route.tsx"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import routes from "../../app/routes.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { recordReport } from "../../server/booking-record/condition/record.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { readJobs } from "../harness/jobs.ts"
import { fieldIn, fieldsIn, linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"
import { postRequest } from "../accounts/browser.ts"
import { administrator, send } from "./back-office.ts"

let owner: Awaited<ReturnType<typeof administrator>>

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  owner = await administrator()
})

type Route = Parameters<typeof renderPage>[0]
type Params = Record<string, string>

async function open(route: Route, path: string, params: Params = {}) {
  const request = new Request(new URL(path, owner.from.url), { headers: owner.from.headers })
  const page = await renderPage(route, request, params)
  const main = elementIn(page.html, "main")
  return { ...page, main, words: visibleText(main) }
}

async function fill({
  route,
  path,
  form,
  typed,
  params = {},
}: {
  route: Route
  path: string
  form: string
  typed: Params
  params?: Params | undefined
}) {
  const { main } = await open(route, path, params)
  const fields = { ...fieldsIn(elementIn(main, "form", form)), ...typed }
  const page = await renderPage(route, postRequest(path, fields, owner.from), params)
  return { ...page, main: elementIn(page.html, "main") }
}

async function place(product: ProductId, day = addDays(dayInParis(new Date()), 60)) {
  const party = ownAccountParty(await makeCustomer())
  const placed = await placeBooking({ party, order: makeOrder(product, [day]), at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const lack = (name: string) => ({ value: name, isInvalid: true })

describe("a form with invalid values", () => {
  test("an option is refused beside its field, with the typed values", async () => {
    const { id } = await makeProduct()
    const path = `/admin/options?produit=${id}&option=nouvelle`
    const typed = { intent: "enregistrer", name: "Tapis rouge", price: "beaucoup" }
    const option = 'aria-label="Option"'
    const wrong = await fill({ route: optionsPage, path, form: option, typed })
    expect(wrong.status).toBe(422)
    expect(fieldIn(wrong.main, "price")).toMatchObject({
      ...lack("beaucoup"),
      description: expect.stringContaining("Le prix est un montant en euros à partir de 0"),
    })
    expect(fieldIn(wrong.main, "name").value).toBe("Tapis rouge")
    const more = await fill({
      route: optionsPage,
      path,
      form: option,
      typed: { ...typed, price: "12,50", minQuantity: "4", maxQuantity: "2" },
    })
    expect(fieldIn(more.main, "maxQuantity")).toMatchObject({
      ...lack("2"),
      description: expect.stringContaining("Le maximum est un nombre entier au moins égal au minimum"),
    })
    expect((await pool.query("select 1 from product_options")).rows).toEqual([])
  })

  test.each([
    [
      "heures",
      { price: "beaucoup", hours: "25", startTimes: "midi", maximumExtraHours: "2", extraHourPrice: "", name: " " },
      ["price", "hours", "startTimes", "name"],
    ],
    ["heures", { price: "590", maximumExtraHours: "22", extraHourPrice: "90" }, ["maximumExtraHours"]],
    ["heures", { price: "590", maximumExtraHours: "2", extraHourPrice: "" }, ["extraHourPrice"]],
    ["duree", { price: "0", days: "0", minimumNotice: "-1" }, ["price", "days", "minimumNotice"]],
    ["journee", { steps: "moitié", minimumDays: "3", maximumDays: "x" }, ["steps", "maximumDays"]],
    ["journee", { minimumDays: "3", maximumDays: "2", includes: "x".repeat(81) }, ["includes"]],
    ["journee", { minimumDays: "3", maximumDays: "2" }, ["maximumDays"]],
  ])("a plan (%s) with %j is refused beside each field, with the typed values", async (plan, typed, refused) => {
    const { id } = await makeProduct()
    const path = `/admin/products/${id}/formules/${plan}`
    const form = 'aria-label="Formule"'
    const params = { id, plan }
    const fields = { intent: "enregistrer", ...typed }
    const { status, main } = await fill({ route: planPage, path, form, typed: fields, params })
    expect(status).toBe(422)
    for (const [name, value] of Object.entries(typed))
      expect(fieldIn(main, name)).toMatchObject({ value, isInvalid: refused.includes(name) })
    expect((await pool.query("select 1 from rate_plans")).rows).toEqual([])
  })

  test("a product is refused beside its field, and its stock stays while more are booked @V-product-name @V-product-manual", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const [path, params] = [`/admin/products/${id}`, { id }]
    const save = (typed: Params) =>
      fill({
        route: productPage,
        path,
        form: 'aria-label="Produit"',
        typed: { intent: "enregistrer", description: "À garder", ...typed },
        params,
      })
    const nameless = await save({ name: "   ", manualUrl: "javascript:alert(1)" })
    expect(fieldIn(nameless.main, "name").description).toContain("Indiquez le nom du produit.")
    expect(fieldIn(nameless.main, "manualUrl").description).toContain(
      "Indiquez une adresse complète, par exemple https://exemple.fr/notice.pdf.",
    )
    expect(fieldIn(nameless.main, "description").value).toBe("À garder")

    const numbers: number[] = []
    for (let each = 0; each < 2; each++) numbers.push((await place(id)).number)
    const lower = await save({ stock: "1" })
    expect(fieldIn(lower.main, "stock")).toMatchObject({
      ...lack("1"),
      description: expect.stringContaining("Le stock ne peut pas descendre à 1"),
    })
    for (const number of numbers)
      expect(linksIn(lower.main).map(([name]) => name)).toContainEqual(expect.stringContaining(`${number}`))
    expect((await pool.query("select stock, description from products where id = $1", [id])).rows).toEqual([
      { stock: 2, description: "" },
    ])
  })

  test.each([
    ["a contract template", contractTemplate, "/admin/contracts/modele", "contract_templates"],
    ["a legal text", legalText, "/admin/legal/cgv", "legal_texts"],
  ] as const)("%s is refused with its values beside their fields", async (_, route, path, table) => {
    const send = (typed: Params) =>
      fill({
        route,
        path,
        form: 'method="post"',
        typed: { intent: "publier", title: "Un autre titre", ...typed },
        params: { page: "cgv" },
      })
    const unknown = await send({ content: "Bonjour {{inconnu.nom}}" })
    expect(fieldIn(unknown.main, "content")).toMatchObject({
      ...lack("Bonjour {{inconnu.nom}}"),
      description: expect.stringContaining("Ces mots entre accolades ne sont pas connus"),
    })
    const untitled = await send({ content: "Bonjour", title: "   " })
    expect(fieldIn(untitled.main, "title")).toMatchObject({
      ...lack("   "),
      description: expect.stringMatching(/titre/i),
    })
    expect(fieldIn(untitled.main, "content").value).toBe("Bonjour")
    expect((await pool.query(`select 1 from ${table}`)).rows).toEqual([])
  })
})

describe("the units of a product", () => {
  const unit = (id: string, number = "1") => ({
    route: unitPage,
    path: `/admin/products/${id}/exemplaires/${number}`,
    params: { id, number },
  })
  const day = addDays(dayInParis(new Date()), 60)

  test("the product's page lists its units with label, serial number and state", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const typed = { intent: "enregistrer", label: "Chêne", serialNumber: "PB-2023-014", acquiredOn: "2023-04-01" }
    const { main: form } = await open(unitPage, unit(id).path, unit(id).params)
    const loaded = fieldsIn(elementIn(form, "form", 'aria-label="Fiche de l’exemplaire"'))
    const saved = await send(unitPage, { ...unit(id), fields: { ...loaded, ...typed }, from: owner.from })
    expect(saved.flash).toMatchObject({ title: "Exemplaire enregistré" })
    await send(unitPage, { ...unit(id, "2"), fields: { intent: "retirer" }, from: owner.from })
    const { main } = await open(productPage, `/admin/products/${id}`, { id })
    const rows = visibleText(elementIn(main, "section", 'aria-label="Exemplaires"'))
    for (const text of ["1 en service, 1 retiré.", "PB-2023-014", "1 avril 2023", "En service", "Retiré depuis le"])
      expect(rows.replaceAll("1er", "1")).toContain(text)
    expect(linksIn(main).map(([, to]) => to)).toContain(`/admin/products/${id}/exemplaires/2`)
  })

  test("a repair on booked days names who would lose the unit, and takes place once the owner accepts", async () => {
    const { id } = await makeProduct()
    const { id: bookingId, number } = await place(id)
    const typed = { intent: "reparer", du: day, au: day }
    const refused = await fill({ ...unit(id), form: 'aria-label="Nouvelle réparation"', typed })
    expect(refused.status).toBe(409)
    const words = visibleText(refused.main).replaceAll("\u00a0", " ")
    for (const part of ["Une réservation devient à reloger", `N° ${number}`, "Noter quand même"])
      expect(words).toContain(part)
    expect(fieldIn(refused.main, "du").value).toBe(day)
    const backwards = { ...typed, du: addDays(day, 2), au: addDays(day, 1) }
    const wrong = await fill({ ...unit(id), form: 'aria-label="Nouvelle réparation"', typed: backwards })
    expect(wrong.status).toBe(422)
    expect(fieldIn(wrong.main, "au")).toMatchObject({
      isInvalid: true,
      description: expect.stringContaining("Le dernier jour ne peut pas précéder le premier."),
    })
    const accepted = await send(unitPage, { ...unit(id), fields: { ...typed, accepte: bookingId }, from: owner.from })
    expect(accepted.flash).toMatchObject({ title: "Réparation notée", text: expect.stringContaining("est à reloger") })
    const planning = await open(planningPage, `/admin/availability?produit=${id}&debut=${day}`)
    expect(planning.words).toMatch(new RegExp(`${number} .*, À reloger, `))
    expect((await open(todayPage, "/admin/aujourdhui")).words).toContain("Une réservation à reloger")
    const page = await open(bookingPage, `/admin/bookings/${number}`, { number: String(number) })
    expect(page.words).toContain("Aucun exemplaire n’est libre")
  })

  test("a machine that comes back damaged goes into repair with its condition report", async () => {
    const { id } = await makeProduct()
    const [soon, later] = [await place(id), await place(id, addDays(day, 4))]
    expect((await confirmBooking(owner.actor, soon.id)).ok).toBe(true)
    const params = { number: String(soon.number), leg: "retour" }
    const path = `/admin/bookings/${soon.number}/etat-des-lieux/retour`
    const { words } = await open(reportPage, path, params)
    expect(words).toContain("Réparation, en cas de réserves")
    const signatures = {
      "client-nom": "Lila",
      "client-signature": "Lila",
      "loueur-nom": "Camille",
      "loueur-signature": "C",
    }
    const report = (values: Params) =>
      send(reportPage, {
        path,
        params,
        fields: {
          cle: randomUUID(),
          etat: "reserves",
          remarques: "Vitre fendue",
          reparer: `${id}/1`,
          ...signatures,
          ...values,
        },
        from: owner.from,
      })
    const days = { "reparer-du": addDays(day, 1), "reparer-au": addDays(day, 2) }
    expect(await report({ ...days, "reparer-au": "" })).toMatchObject({ status: 422 })
    expect((await report(days)).flash).toMatchObject({ title: expect.stringContaining("Réparation notée") })
    const refused = await report({ "reparer-du": addDays(day, 3), "reparer-au": addDays(day, 5) })
    expect(refused.flash).toMatchObject({ kind: "error", text: expect.stringContaining("Confirmez-la") })
    expect(refused.to).toContain(`/admin/products/${id}/exemplaires/1?du=${addDays(day, 3)}`)
    expect((await pool.query("select 1 from condition_reports")).rows).toHaveLength(2)
    expect(await pool.query("select unit from unit_days where booking_id = $1", [later.id])).toMatchObject({
      rows: [{ unit: 1 }],
    })
  })

  test("damage of a condition report waits on the unit's page until it is noted with its cost", async () => {
    const { id } = await makeProduct()
    const booking = await place(id)
    const signed = { name: "Camille", signature: { kind: "typed" as const, text: "Camille" } }
    await confirmBooking(owner.actor, booking.id)
    const report = randomUUID()
    const machines = [{ rental: 1, damaged: true, remarks: "Rideau déchiré", photos: [] }]
    const recorded = {
      id: report,
      bookingId: booking.id,
      leg: "out" as const,
      machines,
      client: signed,
      company: signed,
    }
    expect(await recordReport(owner.actor, recorded)).toMatchObject({ ok: true })
    const form = `aria-label="Réserves de la réservation n°\u00a0${booking.number}"`
    const refused = await fill({ ...unit(id), form, typed: { intent: "noter-incident", cout: "cher" } })
    expect(refused.status).toBe(422)
    const again = elementIn(refused.main, "form", form)
    expect(fieldIn(again, "cout")).toMatchObject(lack("cher"))
    expect(fieldIn(again, "mots").value).toBe("Rideau déchiré")
    const fields = { ...fieldsIn(again), intent: "noter-incident", cout: "85,5" }
    expect((await send(unitPage, { ...unit(id), fields, from: owner.from })).flash).toMatchObject({
      title: "Incident noté",
    })
    const { main } = await open(unitPage, unit(id).path, unit(id).params)
    const words = visibleText(elementIn(main, "section", 'aria-labelledby="incidents"')).replaceAll(/\s/g, " ")
    expect(words).toContain("85,50 €")
    expect(words).toContain(`Réservation n° ${booking.number}, état des lieux`)
    expect(words).not.toContain("réserves à noter")
  })

  test("a planned repair is listed with a button that cancels it", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const fields = { intent: "reparer", du: addDays(day, 3), au: addDays(day, 4) }
    const planned = await send(unitPage, { ...unit(id), fields, from: owner.from })
    expect(planned.flash).toMatchObject({ title: "Réparation notée" })
    const { main, words } = await open(unitPage, unit(id).path, unit(id).params)
    expect(words).toContain("En réparation du")
    const [, reparation = ""] = main.match(/name="reparation" value="(\d+)"/) ?? []
    const planning = await open(planningPage, `/admin/availability?produit=${id}&debut=${day}&semaines=2`)
    expect(planning.main).toMatch(/title="En réparation, /)
    const ended = await send(unitPage, { ...unit(id), fields: { intent: "terminer", reparation }, from: owner.from })
    expect(ended.flash).toMatchObject({ title: "Réparation terminée" })
    expect((await open(unitPage, unit(id).path, unit(id).params)).words).not.toContain("En réparation")
  })

  test("a unit is not retired before the owner has read which booking loses it", async () => {
    const { id } = await makeProduct({ stock: 2 })
    const [{ number }] = [await place(id), await place(id)]
    const refused = await renderPage(
      unitPage,
      postRequest(unit(id).path, { intent: "retirer" }, owner.from),
      unit(id).params,
    )
    expect(refused.status).toBe(409)
    const links = linksIn(elementIn(refused.html, "main")).map(([name]) => name)
    expect(links).toContainEqual(expect.stringContaining(`${number}`))
  })

  test("the last unit has no button that retires it, and a missing one answers 404", async () => {
    const { id } = await makeProduct()
    const { words } = await open(unitPage, unit(id).path, unit(id).params)
    expect(words).toContain("C’est le dernier en service.")
    expect((await open(unitPage, unit(id, "7").path, unit(id, "7").params)).status).toBe(404)
  })
})

test("a search and a filter without results keep their query", async () => {
  const searched = await open(searchPage, "/admin/recherche?q=licorne+volante")
  expect(searched.words).toContain("Rien ne correspond")
  expect(fieldIn(searched.main, "q").value).toBe("licorne volante")
  for (const [path, route] of [
    ["/admin/journal", journalPage],
    ["/admin/contracts", contractsPage],
    ["/admin/bookings/liste", bookingsList],
    ["/admin/products", productsPage],
  ] as const) {
    const { main } = await open(route, `${path}?q=licorne+volante&tri=rien&page=999&du=demain`)
    expect(fieldIn(main, "q").value, path).toBe("licorne volante")
    expect(main, path).not.toContain("<tr")
  }
})

test("the planning ignores invalid values in its address, and refuses a form without its fields", async () => {
  for (const query of [
    "?vue=siecle&produit=rien",
    "?vue=annee&annee=99999",
    "?debut=hier&semaines=400&jours=demain&geste=danser",
  ])
    expect(visibleText(elementIn((await open(planningPage, `/admin/availability${query}`)).main, "h1"))).toBe(
      "Disponibilités",
    )
  const { id: product } = await makeProduct({ stock: 2 })
  const { id } = await place(product)
  const moving = `?produit=${product}&debut=2031-01-01&semaines=2&deplacer=${id}&exemplaire=2&jour=2031-01-01`
  const planning = await open(planningPage, `/admin/availability${moving}`)
  expect([planning.status, planning.words]).toEqual([404, expect.stringContaining("Cette réservation n’est plus ici")])
  for (const fields of [
    {},
    { intent: "danser" },
    { intent: "bloquer" },
    { intent: "deplacer" },
    { intent: "deplacer", reservation: "x", de: "1", vers: "2" },
  ] as Params[])
    expect(await send(planningPage, { path: "/admin/availability", fields, from: owner.from })).toMatchObject({
      status: 422,
    })
  expect((await pool.query("select 1 from available_dates")).rows).toEqual([])
})

describe("the users", () => {
  test("users are listed with roles and bookings, and searched, sorted and filtered by the address @R-users-screen", async () => {
    await makeCustomer({ name: "Zoé Lefèvre" })
    await makeCustomer({ name: "Ada" })
    const { main } = await open(usersPage, "/admin/users")
    const columns = [...main.matchAll(/<th\b.*?<\/th>/gs)].map(([column]) => visibleText(column))
    for (const name of ["Nom", "E-mail", "Rôle", "Inscription", "Réservations", "Dernière connexion"])
      expect(columns).toContainEqual(expect.stringContaining(name))
    expect(main.match(/>Administrateur<\/(?:td|span)>/g)).toHaveLength(1)
    const matching = await open(usersPage, "/admin/users?q=LEFEVRE")
    expect(matching.words).toContain("1 personne")
    expect(linksIn(matching.main).map(([name]) => name)).toContain("Zoé Lefèvre")
    expect((await open(usersPage, "/admin/users?q=personne+de+ce+nom")).words).toContain("Personne ne correspond")
    expect((await open(usersPage, "/admin/users?role=administrateur")).words).toContain("1 personne")
    const sorted = await open(usersPage, "/admin/users?tri=nom&page=999&etat=nimporte")
    expect(visibleText(elementIn(sorted.main, "th", 'aria-sort="ascending"'))).toContain("Nom")
  })

  test("administrators cannot change themselves: their page offers nothing, and a forged form is refused", async () => {
    const [path, params] = [`/admin/users/${owner.actor.id}`, { id: owner.actor.id }]
    const own = await open(personPage, path, params)
    expect(own.words).toContain("C’est votre compte")
    expect(own.words).not.toMatch(/Retirer l’administration|Désactiver le compte/)
    for (const intent of ["retrograder", "desactiver"])
      expect((await send(personPage, { path, fields: { intent }, from: owner.from, params })).flash).toMatchObject({
        kind: "error",
        title: "C’est votre compte",
      })
    const { rows } = await pool.query("select role, disabled_at from profiles join users using (id)")
    expect(rows).toEqual([{ role: "admin", disabled_at: null }])
  })
})

test("the owner can resend the confirmation mail of an address", async () => {
  const { id, email, name } = await makeCustomer()
  await pool.query("insert into users (id, name, email) values ($1, $2, $3)", [id, name, email])
  const resent = await send(personPage, {
    path: `/admin/users/${id}`,
    fields: { intent: "verification" },
    from: owner.from,
    params: { id },
  })
  expect(resent.flash?.title).toBe("E-mail de confirmation demandé")
  expect((await readJobs("send-mail")).map(({ data }) => data.template)).toContain("email-verification")
})

test("a booking opens by its number and by its id, and an unknown one says so", async () => {
  const { id, number } = await place((await makeProduct()).id)
  const at = (address: string | number) => open(bookingPage, `/admin/bookings/${address}`, { number: String(address) })
  await expect(at(id)).rejects.toThrow(`302 /admin/bookings/${number}`)
  expect(visibleText(elementIn((await at(number)).main, "h1"))).toBe(`Réservation n° ${number}`)
  for (const none of ["999999", "abc", "99999999999999999999"]) {
    const { status, main } = await at(none)
    expect([status, visibleText(elementIn(main, "h1"))]).toEqual([404, "Réservation introuvable"])
  }
})

test("changing the address of a confirmed booking announces a new contract to sign", async () => {
  const { id } = await place((await makeProduct()).id)
  await confirmBooking(owner.actor, id)
  const path = `/admin/bookings?reservation=${id}&modifier=adresse`
  const { main } = await open(calendarPage, path)
  const form = main.split("<form").find((each) => each.includes('name="zipCode"')) ?? ""
  const typed = { intent: "modifier-calculer", mode: "delivery", street: "12 rue de la République", zipCode: "45000" }
  const fields = { ...fieldsIn(form.split("</form>")[0] ?? ""), ...typed, city: "Orléans" }
  const { words } = await renderPage(calendarPage, postRequest(path, fields, owner.from))
  expect(words).toContain("Le contrat sera à signer de nouveau")
})

test("the revenue is listed by year and product", async () => {
  const product = await makeProduct({ name: "Borne de table", price: 12_000 })
  const year = addDays(dayInParis(new Date()), 60).slice(0, 4)
  await confirmBooking(owner.actor, (await place(product.id)).id)
  const { words, main } = await open(revenuePage, `/admin/finance/revenus?annee=${year}&produit=${product.id}`)
  expect(words).toContain("compté au mois de leur premier jour")
  expect(words).toContain(`Chiffre d’affaires ${year}, Borne de table`)
  expect(visibleText(elementIn(main, "p", 'class="figure"'))).toBe("120 €")
  expect(visibleText(elementIn(main, "details"))).toContain("Détail par mois et par produit")
  expect(linksIn(main)).toContainEqual([`Exporter ${year} (CSV)`, `/admin/finance/revenus.csv?annee=${year}`])
  expect((await open(revenuePage, "/admin/finance/revenus?annee=2031")).words).toContain("Rien pour le moment")
  expect((await open(revenuePage, "/admin/finance/revenus?annee=jamais&produit=rien")).words).toMatch(
    /Chiffre d’affaires \d{4} ?\d/,
  )
})

test("a shop without a SIRET reads why it has no invoices", async () => {
  const { words } = await open(invoicesPage, "/admin/finance/factures")
  expect(words).toContain("Aucune facture n’est établie pour le moment")
  expect(words).toMatch(/Il manque .*son SIRET/)
})

test("today says what to do in a shop without bookable products", async () => {
  await db.update(products).set({ isActive: false })
  const { words } = await open(todayPage, "/admin/aujourdhui")
  expect(words).toContain("Votre premier produit : à faire")
  expect(words).toContain("Rien ne part et rien ne revient aujourd’hui.")
  expect(words).toContain("Aucun contrat n’attend de signature.")
})

test("the sidebar links to each screen of the back office, and first to the shop's configuration @R-admin-sidebar @R-admin @R-admin-about @R-admin-services @R-admin-products @R-admin-options @R-admin-manuals @R-admin-contracts @R-admin-availability @R-admin-bookings @R-admin-users @R-admin-finance", async () => {
  const { html } = await open(siteConfigPage, "/admin/site-config")
  expect(visibleText(elementIn(html, "h1"))).toBe("Configuration du site")
  const entries = linksIn(elementIn(html, "nav", 'aria-label="Administration"'))
  for (const entry of [
    ["Configuration du site", "/admin/site-config"],
    ["Page À propos", "/admin/about"],
    ["Page Services", "/admin/services"],
    ["Produits", "/admin/products"],
    ["Options", "/admin/options"],
    ["Notices", "/admin/manuals"],
    ["Contrats", "/admin/contracts"],
    ["Disponibilités", "/admin/availability"],
    ["Réservations", "/admin/bookings"],
    ["Utilisateurs", "/admin/users"],
    ["Finances", "/admin/finance"],
  ])
    expect(entries).toContainEqual(entry)
  const index = JSON.stringify(routes).match(/[^{]*"id":"admin-index"[^}]*/)?.[0]
  expect(index).toContain('"file":"admin/site-config/route.tsx"')
})

test("a review is refused without its author, added, and removed @R-admin-testimonials", async () => {
  const path = "/admin/testimonials"
  const sent = (typed: Params) =>
    send(testimonialsPage, {
      path,
      fields: { id: "", vu: "", rating: "5", day: "2026-06-13", ...typed },
      from: owner.from,
    })
  const typed = { intent: "enregistrer", text: "Une belle soirée." }
  expect(await sent({ ...typed, author: " " })).toMatchObject({
    status: 422,
    data: { errors: { author: "Indiquez l’auteur de l’avis." }, values: { text: "Une belle soirée." } },
  })
  expect((await sent({ ...typed, author: "Nadia" })).flash?.title).toBe("Avis ajouté")
  const reviews = () => pool.query("select id, author, is_example from testimonials")
  const [review] = (await reviews()).rows
  expect(review).toMatchObject({ author: "Nadia", is_example: false })
  expect((await open(testimonialsPage, path)).words).toContain("Une belle soirée.")
  expect(
    (await send(testimonialsPage, { path, fields: { intent: "supprimer", id: review.id }, from: owner.from })).flash
      ?.title,
  ).toBe("Avis supprimé")
  expect((await reviews()).rows).toEqual([])
})
