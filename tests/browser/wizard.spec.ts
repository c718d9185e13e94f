import { dayLong } from "../../domain/day-labels.ts"
import type { Day } from "../../domain/day.ts"
import { expect, test } from "../harness/shop.ts"
import { signUp } from "./bookings.ts"
import {
  account,
  readBookings,
  chooseDays,
  giveAddress,
  goOn,
  openWizard,
  reachDelivery,
  signIn,
  signUpInWizard,
} from "./wizard.ts"
import { readMain, offeredDays } from "./server-page.ts"

test("the choice survives a reload, the back button and a second tab; nothing goes on without a date that can be had @R-wizard-day-option @R-wizard-counters @R-wizard-packs @P-anonymous-public @R-wizard-url @R-wizard-unselectable @R-wizard-next @V-dates-one @M-dates-unavailable @M-product-missing-wizard", async ({
  page,
  shop,
  context,
}) => {
  const path = await openWizard(page, shop)
  await expect(page.getByRole("button", { name: "Continuer" })).toBeDisabled()
  await expect(page).toHaveTitle(/^Dates – Réserver Photomaton bois/)
  const [day] = await chooseDays(page)
  await page.reload()
  await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toHaveValue(day ?? "")
  await goOn(page, "Vos options")
  // Each step has its own title in the tab and in the history.
  await expect(page).toHaveTitle(/^Options – Réserver Photomaton bois/)
  await expect(page.getByRole("heading", { name: "Vos options" })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle(/^Dates – Réserver Photomaton bois/)
  await goOn(page, "Vos options")
  await page.getByRole("switch", { name: "Livre d’or" }).check()
  await page.getByRole("button", { name: "Ajouter un pack photo" }).click()
  await expect(page.getByText("287 €").locator("visible=true").first()).toBeVisible()
  await test.step("one backdrop at most is chosen, none beforehand", async () => {
    const backdrop = (name: string) => page.getByRole("radiogroup", { name: "Fond" }).getByRole("radio", { name })
    await expect(backdrop("Aucun")).toBeChecked()
    await backdrop("Séquins").check()
    await expect(page.getByText("Fond : séquins").locator("visible=true").first()).toBeVisible()
    await backdrop("Fleurs").check()
    await expect(page.getByText("Fond : séquins")).toHaveCount(0)
    await page.reload()
    await expect(backdrop("Fleurs")).toBeChecked()
    await backdrop("Aucun").check()
  })
  await page.reload()
  await expect(page.getByRole("switch", { name: "Livre d’or" })).toBeChecked()
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByRole("spinbutton", { name: "Packs photo" })).toHaveValue("1")
  await second.close()
  await goOn(page, "Inscription")
  await page.goBack()
  await expect(page.getByRole("switch", { name: "Livre d’or" })).toBeChecked()

  await test.step("a day that is taken cannot be ticked", async () => {
    const [bookedDay] = await shop.sql<{ day: string }>(
      "select day from unit_days o join products p on p.id = o.product_id where p.name = 'Photomaton bois' and o.kind = 'booking' and day > current_date order by day limit 1",
    )
    await page.goto(`${shop.url}${path}?step=options&date=${bookedDay?.day}`)
    await expect(page.getByText("Certaines dates sélectionnées ne sont plus disponibles").first()).toBeVisible()
    const month = await readMain(await page.request.get(`${shop.url}${path}?mois=${bookedDay?.day.slice(0, 7)}`))
    const offered = offeredDays(month.markup)
    expect(offered.length).toBeGreaterThan(5)
    expect(offered).not.toContain(bookedDay?.day)
  })

  await test.step("a product that does not exist is told so, with a way back to the catalogue", async () => {
    for (const id of ["00000000-0000-4000-8000-000000000000", "photomaton"]) {
      const answer = await page.request.get(`${shop.url}/book/${id}`)
      expect(answer.status()).toBe(404)
      const { markup, words } = await readMain(answer)
      expect(words).toContain("Produit non trouvé")
      expect(markup).toMatch(/<a [^>]*href="\/catalog"[^>]*>Voir le catalogue<\/a>/)
    }
  })
})

test("a double click on the last button makes one booking, visible elsewhere and deleted with its customer @R-wizard-confirm @R-confirmation-shows @R-confirmation-delivery @R-confirmation-steps @R-confirmation-home @R-confirmation-none @E-booking-address @E-current-booking @S-wizard-once", async ({
  page,
  openWindow,
  shop,
}) => {
  const [day] = await reachDelivery(page, shop)
  await page.getByRole("button", { name: "Confirmer la réservation" }).dblclick()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await expect(page).toHaveURL(/confirmation/)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(page.getByRole("list", { name: "Les étapes de votre demande" }).getByRole("heading")).toHaveText([
    /^Demande envoyée/,
    "Nous vous contactons sous 24\u00a0h",
    "Un contrat à signer électroniquement",
    "Votre espace client après la signature",
  ])
  const booked = page.getByRole("region", { name: "Photomaton bois" })
  await booked.getByText("Caractéristiques").click()
  await expect(booked.getByText("Bande de quatre poses imprimée en 12 secondes")).toBeVisible()
  await expect(booked.getByText(dayLong(day as Day))).toBeVisible()
  await expect(booked.getByText(/^Distance\s: \d+\skm aller-retour\. Livraison gratuite\.$/)).toBeVisible()
  await expect(page.getByText(/250\s€ par jour × 1 jour = 250\s€/)).toBeVisible()
  await expect(page.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/")
  expect(await readBookings(shop, account.email)).toHaveLength(1)
  const readCopy = () => page.evaluate(() => sessionStorage.getItem("current-booking"))
  expect(JSON.parse((await readCopy()) ?? "{}")).toMatchObject({
    isDelivery: true,
    photoPacks: 0,
    dates: [expect.any(String)],
    address: { zipCode: "94130" },
  })

  await page.goBack()
  await expect(page.getByText("Vous avez déjà envoyé cette demande")).toBeVisible()

  const otherWindow = await openWindow()
  await signIn(otherWindow, shop, account, "/booking/confirmation")
  await expect(otherWindow.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()

  await test.step("the owner's answer is what the confirmation says", async () => {
    for (const [status, title] of [
      ["confirmed", "Votre réservation est confirmée"],
      ["refused", "Votre demande n’a pas été acceptée"],
    ]) {
      await shop.sql(
        `update bookings set status = $1, agreement = case when $1 = 'confirmed' then
           (select agreement from bookings where agreement is not null limit 1) end where not is_example`,
        [status],
      )
      await page.goto(`${shop.url}/booking/confirmation`)
      await expect(page.getByRole("heading", { name: String(title) })).toBeVisible()
    }
    await expect(page.getByRole("link", { name: "Nous contacter" }).first()).toBeVisible()
  })

  await test.step("who signs out leaves no booking behind, and reads how to begin again", async () => {
    expect(await readCopy()).not.toBeNull()
    await page.goto(`${shop.url}/deconnexion`)
    await page
      .getByRole("main")
      .getByRole("button", { name: /déconnecter/i })
      .click()
    await expect(page).not.toHaveURL(/deconnexion/)
    await expect.poll(readCopy).toBeNull()
    await page.goto(`${shop.url}/booking/confirmation`)
    await expect(
      page.getByText("Aucune réservation en cours. Veuillez recommencer le processus de réservation."),
    ).toBeVisible()
    await expect(page.getByRole("main").getByRole("link", { name: "Voir le catalogue" })).toHaveAttribute(
      "href",
      "/catalog",
    )
  })
})

test("errors stand beside their fields from the register step to a changed price, and the days are held @R-wizard-register @R-wizard-register-back @V-wizard-confirmation @V-wizard-terms @M-credentials @S-cart-hold", async ({
  page,
  request,
  shop,
}) => {
  const path = await openWizard(page, shop)
  const [day] = await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")

  await test.step("the form says what is required, and the terms’ box is ticked by its own sentence", async () => {
    await expect(page.getByText("Champs obligatoires, sauf mention")).toBeVisible()
    const terms = page.getByRole("checkbox", { name: "J’accepte les conditions d’utilisation" })
    await expect(terms).toHaveAttribute("required", "")
    await page.getByText("J’accepte les").click({ position: { x: 5, y: 5 } })
    await expect(terms).toBeChecked()
    await terms.uncheck()
    await expect(page.getByRole("link", { name: "conditions d’utilisation (" })).toBeVisible()
  })

  await test.step("what is wrong is said beside each field, and nothing is lost but the passwords", async () => {
    await page.getByLabel("Nom").fill("Camille")
    await page.getByLabel("E-mail").fill("camille@exemple.example")
    await page.getByLabel("Mot de passe", { exact: true }).fill("abcdef")
    await page.getByLabel("Confirmer le mot de passe").fill("abcdeg")
    await page.getByRole("button", { name: "S'inscrire" }).click()
    await expect(page.getByRole("alert")).toBeFocused()
    await expect(page.getByText("Les mots de passe ne correspondent pas")).toHaveCount(2)
    await expect(page.getByText("Vous devez accepter les conditions générales")).toHaveCount(2)
    await expect(page.getByLabel("Nom")).toHaveValue("Camille")
    await expect(page.getByLabel("E-mail")).toHaveValue("camille@exemple.example")
    await page.getByRole("link", { name: "Déjà un compte ? Se connecter" }).click()
    await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible()
    await page.getByLabel("E-mail").fill("personne@exemple.example")
    await page.getByLabel("Mot de passe", { exact: true }).fill("pas le bon")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByText("Adresse e-mail ou mot de passe incorrect")).toBeVisible()
  })

  await test.step("whoever signs up a second time signs in instead, the address already there", async () => {
    await page.getByRole("link", { name: "Pas encore de compte ? S'inscrire" }).click()
    await page.getByLabel("Nom").fill("Camille")
    await page.getByLabel("E-mail").fill(shop.administrator.email)
    await page.getByLabel("Mot de passe", { exact: true }).fill(account.password)
    await page.getByLabel("Confirmer le mot de passe").fill(account.password)
    await page.getByRole("checkbox", { name: /J’accepte les conditions d’utilisation/ }).check()
    await page.getByRole("button", { name: "S'inscrire" }).click()
    await expect(page.getByText("Un compte existe déjà avec cette adresse e-mail").first()).toBeVisible()
    await expect(page.getByRole("heading", { name: "Connexion" })).toBeVisible()
    await expect(page.getByLabel("E-mail")).toHaveValue(shop.administrator.email)
    await page.getByRole("link", { name: "Dates" }).last().click()
    await expect(page.getByRole("checkbox", { name: /^\d+ choisi,/ })).toHaveCount(1)
  })

  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page)

  await test.step("the days are held while the address is typed: somebody else reads that they are taken", async () => {
    await expect(page.getByText(/Nous vous gardons cette date \d+\sminutes\./)).toBeVisible()
    const offered = offeredDays(
      (await readMain(await request.get(`${shop.url}${path}?mois=${day?.slice(0, 7)}`))).markup,
    )
    expect(offered.length).toBeGreaterThan(5)
    expect(offered).not.toContain(day)
    await expect(page.getByRole("heading", { name: "Où a lieu votre événement" })).toBeVisible()
  })

  await test.step("an address that cannot be saved is told so beside the field, and a cleared postcode has no fee", async () => {
    const receipt = page.locator(".wizard-summary")
    await giveAddress(page)
    await expect(receipt).toContainText("94130")
    await page.getByLabel("Code postal").fill("")
    await expect(receipt).toContainText("à calculer")
    await page.getByRole("button", { name: "Enregistrer cette adresse" }).click()
    await expect(page.getByText("Indiquez le code postal")).toBeVisible()
    await page.getByLabel("Code postal").fill("94130")
    await expect(page.getByText("Indiquez le code postal")).toBeHidden()
    await page.getByLabel("Ville").press("Enter")
    await expect(page.getByRole("heading", { name: "Livraison ou retrait" })).toBeFocused()
  })

  await test.step("a price that changed meanwhile is shown again before anything is ordered", async () => {
    await shop.sql("update products set price = 30000 where name = 'Photomaton bois'")
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await expect(page.getByRole("alert")).toContainText(/Le total est maintenant de/)
    // In the corner too, where it is no second alert, until the next response.
    const corner = page.getByRole("region", { name: /^Messages/ })
    await expect(corner).toContainText(/Le total est maintenant de/)
    await expect(corner.getByRole("alert")).toHaveCount(0)
    expect(await readBookings(shop, account.email)).toEqual([])
    await page.getByRole("button", { name: "Confirmer la réservation" }).click()
    await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
    await expect(page.getByText(/Le total est maintenant de/)).toHaveCount(0)
    await expect(page.getByRole("link", { name: "Retour à l'accueil" })).toHaveAttribute("href", "/")
    expect(await readBookings(shop, account.email)).toMatchObject([{ total: 30_000 }])
  })
})

test("the last total equals the one before, pick-up is free, and a saved address fills the next booking @R-wizard-delivery @R-confirmation-address @K-pickup-free @R-wizard-saved-address @R-wizard-continue @M-ok-address @S-address-notice @P-user-address @C-profiles-address", async ({
  page,
  shop,
}) => {
  await signUp(page, shop)
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Où a lieu votre événement")
  await expect(page.getByRole("button", { name: "Continuer" })).toBeDisabled()
  await giveAddress(page, { street: "5 rue Bannier", zipCode: "45000", city: "Orléans" })
  await page.getByLabel("Nom du lieu").fill("Salle Bannier")
  await page.getByRole("checkbox", { name: "C’est aussi mon adresse" }).check()
  await expect(page.getByText(/Orléans \(45000\), \d+\skm aller-retour/).first()).toBeVisible()
  await page.getByRole("button", { name: "Enregistrer cette adresse" }).click()
  await expect(page.getByText("Adresse enregistrée !")).toBeVisible()
  await expect(page.getByText("Adresse enregistrée !")).toBeHidden({ timeout: 5_000 })
  const displayedTotal = await page.locator(".wizard-summary .total strong").first().textContent()
  await goOn(page, "Livraison ou retrait")
  await expect(page.locator(".recap:visible strong")).toHaveText(displayedTotal ?? "")
  await page.getByRole("radio", { name: /Retrait/ }).check()
  await expect(page.locator(".recap:visible strong")).toHaveText("250 €")
  await page.getByRole("button", { name: "Confirmer la réservation" }).click()
  await expect(page.getByRole("heading", { name: "Votre demande est envoyée" })).toBeVisible()
  await expect(page.getByText("Adresse de facturation")).toBeVisible()
  await expect(page.getByText("Vous trouverez notre réponse dans votre compte.")).toBeVisible()
  expect(await readBookings(shop, account.email)).toMatchObject([{ total: 25_000, status: "pending" }])

  await openWizard(page, shop, "Borne de table")
  await chooseDays(page)
  await goOn(page, "Vos options")
  // A step without a question is skipped, and can be opened again.
  await goOn(page, "Livraison ou retrait")
  await page.getByRole("link", { name: "Changer l’adresse" }).filter({ visible: true }).click()
  await expect(page.getByRole("checkbox", { name: /Utiliser mon adresse enregistrée/ })).toBeChecked()
  await expect(page.getByLabel("Code postal")).toBeHidden()
  // The home is known since the first booking.
  await expect(page.getByRole("checkbox", { name: "C’est aussi mon adresse" })).toHaveCount(0)
  expect(
    await shop.sql("select home_street, home_zip_code, home_city from profiles where email = $1", [account.email]),
  ).toEqual([{ home_street: "5 rue Bannier", home_zip_code: "45000", home_city: "Orléans" }])
  await goOn(page, "Livraison ou retrait")
  await expect(page.locator(".recap:visible")).toContainText("Salle Bannier, 5 rue Bannier, 45000 Orléans")
})

test.describe("the wizard on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test("the bottom bar shows the price and the next step, and the cart fits", async ({ page, shop }) => {
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth)
    await signUp(page, shop)
    const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
    // A known postcode that is too far is reported before the first day.
    await page.goto(`${shop.url}/book/${product?.id}?cp=13001`)
    await expect(page.getByText(/Marseille.* \(13001\) est à .* aller-retour, et nous livrons jusqu’à/)).toBeVisible()
    const bar = page.locator(".bottom-bar")
    await expect(bar).toContainText("par jour, TTC")
    await expect(bar).not.toContainText("Total")
    await chooseDays(page, 2)
    await expect(bar).toContainText("500 €")
    await bar.getByText("Total TTC, hors livraison, 2 jours").click()
    await expect(bar.getByText("2 jours × 250 €")).toBeVisible()
    await bar.getByRole("button", { name: "Continuer" }).click()
    await expect(page.getByRole("heading", { name: "Vos options" })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(360)

    await page.getByRole("button", { name: "Ajouter au panier" }).click()
    await expect(page.locator(".cart-line")).toHaveCount(1)
    await expect(page.getByRole("navigation", { name: /fil d’Ariane/i })).toContainText("Panier")
    expect(await overflow()).toBeLessThanOrEqual(360)
  })
})
