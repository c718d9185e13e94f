import type { Page, Request } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { signUp } from "./bookings.ts"
import { account, address, chooseDays, giveAddress, goOn, openWizard, reachAddress, setClockWrong } from "./wizard.ts"
import { readMain, offeredDays } from "./server-page.ts"

const signInNotice = "Vous devez être connecté pour ajouter au panier"

const addToCart = (page: Page) => page.getByRole("button", { name: "Ajouter au panier" }).click()
const line = (page: Page, name = "Photomaton bois") =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })

test("a visitor signs in to keep the choice in the cart, and adds, changes, orders and removes lines @R-cart @R-wizard-cart @V-cart-signed-in @P-cart-login", async ({
  page,
  shop,
}) => {
  await openWizard(page, shop)
  await chooseDays(page, 2)
  await goOn(page, "Vos options")
  await page.getByRole("switch", { name: "Livre d’or" }).check()
  await page.getByRole("button", { name: "Ajouter un pack photo" }).click()
  await addToCart(page)
  await expect(page.getByText(signInNotice)).toBeVisible()
  await page.getByRole("link", { name: "Pas encore de compte ? S'inscrire" }).click()
  await page.getByLabel("Nom").fill(account.name)
  await page.getByLabel("E-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await page.getByLabel("Confirmer le mot de passe").fill(account.password)
  await page.getByRole("checkbox", { name: /J’accepte/ }).check()
  await page.getByRole("button", { name: "S'inscrire" }).click()

  await expect(page).toHaveURL(`${shop.url}/cart`)
  await expect(page).toHaveTitle(/^Votre panier/)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(line(page)).toContainText("Photo non contractuelle")
  await expect(line(page)).toContainText("Livre d’or")
  await expect(line(page)).toContainText("574 €")
  await expect(page.getByRole("complementary", { name: "Total du panier" })).toContainText("574 €")
  await expect(
    page.getByText(/Vos dates sont gardées jusqu’à \d+\sh(?:\s\d\d)? \(encore (30|29):\d\d\)\./),
  ).toBeVisible()

  await line(page).getByRole("link", { name: "Réserver" }).click()
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
  await expect(page.getByRole("spinbutton", { name: "Packs photo" })).toHaveValue("1")
  await page.getByRole("switch", { name: "Livre d’or" }).uncheck()
  await page.getByRole("button", { name: "Mettre à jour le panier" }).click()
  await expect(page).toHaveURL(`${shop.url}/cart`)
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await expect(line(page)).toContainText("514 €")

  await line(page).getByRole("link", { name: "Réserver" }).click()
  await goOn(page, "Où a lieu votre événement")
  await giveAddress(page)
  await goOn(page, "Livraison ou retrait")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await page.goto(`${shop.url}/cart`)
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible()
})

test("a visitor back from the cart changes the same line, and has it again on a new page", async ({ page, shop }) => {
  await signUp(page, shop)
  const path = await openWizard(page, shop)
  const [day] = await chooseDays(page)
  await goOn(page, "Vos options")
  await addToCart(page)
  await expect(line(page)).toBeVisible()
  await page.goBack()
  await page.getByRole("switch", { name: "Livre d’or" }).check()
  await addToCart(page)
  await expect(page).toHaveURL(`${shop.url}/cart`)
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await expect(line(page)).toContainText("Livre d’or")

  await page.goto(`${shop.url}${path}?step=options&date=${day}&packs=3`)
  await addToCart(page)
  await expect(page.getByRole("alert")).toContainText("Cette location est déjà dans votre panier")
  await page.getByRole("link", { name: "Modifier la location de votre panier" }).click()
  await expect(page.getByRole("spinbutton", { name: "Packs photo" })).toHaveValue("3")
  await page.getByRole("button", { name: "Mettre à jour le panier" }).click()
  await expect(page).toHaveURL(`${shop.url}/cart`)
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await expect(line(page)).toContainText("Pack photo")
})

test("lines are removed one by one or all together, and their days are free for others at once @S-cart-remove @S-cart-clear", async ({
  page,
  request,
  shop,
}) => {
  await signUp(page, shop)
  const path = await openWizard(page, shop)
  const [day] = await chooseDays(page)
  await addToCart(page)
  // Leaving at once would abort the line's request.
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await openWizard(page, shop, "Borne de table")
  await chooseDays(page)
  await expect(page.getByText("Une location attend dans votre panier.")).toBeVisible()
  await addToCart(page)
  await expect(page.locator(".cart-line")).toHaveCount(2)
  await expect(page.getByRole("complementary", { name: "Total du panier" })).toContainText("370 €")

  await line(page).getByRole("button", { name: "Retirer" }).click()
  await expect(page.getByText("La location est retirée du panier.")).toBeVisible()
  await expect(page.getByRole("heading", { name: "Votre panier", exact: true })).toBeFocused()
  await expect(page.locator(".cart-line")).toHaveCount(1)
  expect(
    await shop.sql(
      "select 1 from unit_days o join products p on p.id = o.product_id where p.name = 'Photomaton bois' and day = $1",
      [day],
    ),
  ).toEqual([])
  await page.getByRole("button", { name: "Vider le panier" }).click()
  await expect(page.getByRole("heading", { name: "Votre panier est vide" })).toBeVisible()
  const others = await readMain(await request.get(`${shop.url}${path}?mois=${day?.slice(0, 7)}`))
  expect(offeredDays(others.markup)).toContain(day)
})

test("an open cart that expires says so, and its choice can be restored @R-cart", async ({ page, shop }) => {
  await signUp(page, shop)
  await openWizard(page, shop)
  await chooseDays(page)
  await addToCart(page)
  await expect(page.locator(".cart-line")).toHaveCount(1)
  await shop.sql("update carts set expires_at = now() + interval '3 seconds'")
  await shop.sql("update occupancy set hold_ends_at = now() + interval '3 seconds' where kind = 'hold'")
  await page.reload()
  await expect(page.getByRole("status").filter({ hasText: "Il reste moins d’une minute." })).toBeAttached()
  await expect(page.getByText("Votre panier a expiré")).toBeVisible({ timeout: 10_000 })
  // Holding the days again is a post of its own, whose late reply must not navigate.
  const intent = (request: Request) => new URLSearchParams(request.postData() ?? "").get("intent")
  const sent = page.waitForRequest((request) => intent(request) === "cart")
  const heldAndRead = page
    .waitForResponse((response) => intent(response.request()) === "hold")
    .then(() =>
      page.waitForResponse((response) => response.request().method() === "GET" && /\/book\//.test(response.url())),
    )
  await page.route(/\/book\//, async (route) => {
    if (intent(route.request()) === "hold") await sent
    if (intent(route.request()) === "cart") await heldAndRead
    await route.continue()
  })
  await line(page).getByRole("link", { name: "Reprendre" }).click()
  await page.getByRole("button", { name: "Mettre à jour le panier" }).click()
  await expect(page.getByText(/Vos dates sont gardées jusqu’à/)).toBeVisible()
  await expect(page.getByText("Votre panier a expiré")).toBeHidden()
})

test("a stranger is asked to sign in, and signing in through the header holds the chosen days @S-hold-sign-in", async ({
  page,
  shop,
}) => {
  const cartPage = await readMain(await page.request.get(`${shop.url}/cart`))
  expect(cartPage.words).toContain("Connectez-vous pour voir votre panier")
  expect(cartPage.markup).toMatch(/<a [^>]*href="\/connexion\?retour=%2Fcart"[^>]*>Se connecter<\/a>/)
  await openWizard(page, shop)
  const [day] = await chooseDays(page)
  await page.getByRole("link", { name: "Connexion" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(shop.administrator.password)
  await dialog.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByText(/Nous vous gardons cette date \d+\sminutes\./).first()).toBeVisible()
  expect(await shop.sql("select day from unit_days where kind = 'hold' and role = 'rental'")).toEqual([{ day }])
  await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toHaveValue(day ?? "")
})

test("a lost session keeps the choice and the typed address, sent or not, on a device whose clock is slow @R-wizard-url", async ({
  page,
  shop,
}) => {
  await setClockWrong(page, -26)
  await reachAddress(page, shop)
  await shop.sql("delete from sessions")
  await giveAddress(page)
  await page.getByLabel("Instructions").fill("Deuxième cour")
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByText("Votre session est terminée, vos choix sont gardés")).toBeVisible()
  await page.getByLabel("E-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill("pas le bon")
  await page.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
  await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await page.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
  await expect(page.getByLabel("Adresse", { exact: true })).toHaveValue(address.street)
  await expect(page.getByLabel("Instructions")).toHaveValue("Deuxième cour")
  await expect(page.getByText(/Nous vous gardons cette date \d+\sminutes\./)).toBeVisible()
})
