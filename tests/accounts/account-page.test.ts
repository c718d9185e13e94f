import { beforeEach, expect, test } from "vitest"
import * as accountPage from "../../app/site/account/route.tsx"
import * as dataPage from "../../app/site/account/my-data/route.tsx"
import * as bookingPage from "../../app/site/account/booking/route.tsx"
import { type Account, ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { pool } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { fieldIn, fieldsIn, linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"
import { postRequest } from "./browser.ts"

const camille = { name: "Camille Essai", email: "camille@exemple.fr", password: "un bal au bord de l’eau" }
let from: Request

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  ;({ request: from } = await signedUp(camille))
})

const open = async (path = "/account", route: Parameters<typeof renderPage>[0] = accountPage) =>
  (await renderPage(route, new Request(new URL(path, from.url), { headers: from.headers }))).html
const section = (html: string, id: string) => elementIn(html, "section", `aria-labelledby="${id}`)

async function without(table: string, work: () => Promise<void>): Promise<void> {
  await pool.query(`alter table ${table} rename to away`)
  await work()
  await pool.query(`alter table away rename to ${table}`)
}

test("bookings are paginated; a list that cannot be read says so and leaves the rest of the account @R-account-bookings @C-bookings-user @M-account-bookings", async () => {
  const { id } = await makeProduct()
  for (let number = 1; number <= 12; number++) {
    const order = makeOrder(id, [addDays(dayInParis(new Date()), 30 + number)])
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: new Date() })
    if (!placed.ok) throw new Error(placed.error.kind)
  }
  await pool.query("update bookings set user_id = (select id from users)")
  const list = section(await open(), "reservations")
  expect(new Set(list.match(/href="\/account\/bookings\/\d+"/g)).size).toBe(10)
  expect(linksIn(list)).toContainEqual(["Suivante", expect.stringMatching(/^\/account\?page=2/)])
  const second = section(await open("/account?page=2"), "reservations")
  expect(visibleText(second)).toContain("2 sur 2")

  const failed = "Erreur lors du chargement des réservations"
  await without("bookings", async () => {
    const page = await open()
    expect(visibleText(page)).toContain(failed)
    expect(fieldIn(section(page, "informations"), "name").value).toBe(camille.name)
  })
  await without("invoices", async () => {
    const page = await open()
    expect(visibleText(section(page, "documents"))).toContain("Vos documents n’ont pas pu être lus")
    expect(visibleText(page)).not.toContain(failed)
    expect(fieldIn(section(page, "informations"), "name").value).toBe(camille.name)
  })
})

test("a customer reads their own request, and nobody else's @R-account @R-account-info @P-user-account @P-user-bookings", async () => {
  const { id } = await makeProduct({ name: "Photomaton bois" })
  const [own] = (await pool.query("select id, name, email from profiles")).rows
  const place = async (party: Account, days: number) => {
    const order = makeOrder(id, [addDays(dayInParis(new Date()), days)])
    const placed = await placeBooking({ party: ownAccountParty(party), order, at: new Date() })
    if (!placed.ok) throw new Error(placed.error.kind)
    return String(placed.value.booking.number)
  }
  const [mine, theirs] = [await place(own, 40), await place(await makeCustomer(), 60)]
  const page = await open()
  expect(linksIn(section(page, "reservations")).map(([, href]) => href)).toContain(`/account/bookings/${mine}`)
  expect(page).not.toContain(`/account/bookings/${theirs}`)
  expect(visibleText(section(page, "reservations"))).toMatch(/En attente.*Photomaton bois|Photomaton bois.*En attente/)
  const person = section(page, "informations")
  expect([fieldIn(person, "name").value, person.includes(`value="${camille.email}"`)]).toEqual([camille.name, true])

  const booking = async (number: string) => {
    const request = new Request(new URL(`/account/bookings/${number}`, from.url), { headers: from.headers })
    return renderPage(bookingPage, request, { number })
  }
  expect(visibleText(elementIn((await booking(mine)).html, "h1"))).toContain("Photomaton bois")
  expect((await booking(theirs)).status).toBe(404)
})

test("a refused value has its exact message and stays in its form @M-account-profile @M-account-update @M-account-password", async () => {
  const page = await open()
  await pool.query("create function refuse_it() returns trigger language plpgsql as $$ begin raise 'away'; end $$")
  for (const table of ["profiles", "credentials"])
    await pool.query(`create trigger refused before update on ${table} for each row execute function refuse_it()`)
  const fill = async (intent: string, typed: Record<string, string>) => {
    const fields = { ...fieldsIn(elementIn(section(page, intent), "form")), intent, ...typed }
    const answer = await renderPage(accountPage, postRequest("/account", fields, from))
    return { status: answer.status, part: section(answer.html, intent) }
  }
  const next = "guirlandes et accordéon"
  const password = await fill("mot-de-passe", { actuel: camille.password, password: next, confirmation: next })
  expect(visibleText(password.part)).toContain("Erreur lors de la mise à jour du mot de passe")
  const person = await fill("informations", { name: "Camille Durand" })
  expect([person.status, fieldIn(person.part, "name").value]).toEqual([503, "Camille Durand"])
  expect(visibleText(person.part)).toContain("Erreur lors de la mise à jour du profil")
  const business = { clientType: "business", businessName: "Le Bal SARL", businessSiret: "98765432400001" }
  const type = await fill("type-de-compte", { ...business, businessContactName: "Camille" })
  expect(visibleText(elementIn(type.part, "[a-z]+", 'role="alert"'))).toBe("Erreur lors de la mise à jour")
})

test("a pending data export is checked again through a link where no script does so", async () => {
  await installQueue(pool)
  await expect(renderPage(dataPage, postRequest("/account/mes-donnees", { intent: "copie" }, from))).rejects.toThrow(
    "303",
  )
  expect(linksIn(await open("/account/mes-donnees", dataPage))).toContainEqual([
    "Actualiser",
    expect.stringMatching(/^\/account\/mes-donnees/),
  ])
})
