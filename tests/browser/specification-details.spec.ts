import { expect, test } from "../harness/shop.ts"
import { account, reachAddress, signIn } from "./wizard.ts"

/** Single sentences of the specification that no other test covers. */

test("a delivery price is requested half a second after the last change, and other tabs show a sign-out @S-session-tabs @C-auth-change @K-delivery-500", async ({
  page,
  shop,
  context,
}) => {
  await reachAddress(page, shop)
  const other = await context.newPage()
  await other.goto(shop.url)
  await expect(other.locator("summary", { hasText: account.name })).toBeVisible()

  const bodies: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST" && (request.postData() ?? "").includes("intent=quote"))
      bodies.push(request.postData() ?? "")
  })
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByLabel("Code postal").fill("94130")
  await page.clock.runFor(400)
  await page.getByLabel("Ville").fill("Nogent-sur-Marne")
  await page.clock.runFor(499)
  expect(bodies).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => bodies.length).toBe(1)
  expect(bodies[0]).toContain("city=Nogent-sur-Marne")
  await page.clock.resume()

  await page.goto(`${shop.url}/deconnexion`)
  await page
    .getByRole("main")
    .getByRole("button", { name: /déconn/i })
    .click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(other.getByRole("link", { name: "Connexion" }).first()).toBeVisible()
  await expect(other.locator("summary", { hasText: account.name })).toHaveCount(0)
})

test("the dialog asks for what each of its two forms needs, under its name, and says that it is busy @R-auth-title @R-auth-switch @R-auth-fields @R-auth-submit", async ({
  page,
  shop,
}) => {
  await page.goto(`${shop.url}/catalog`)
  await page.getByRole("banner").getByRole("link", { name: "Connexion" }).click()
  const [signIn, signUp] = ["Connexion", "Inscription"].map((name) => page.getByRole("dialog", { name }))
  if (!signIn || !signUp) throw new Error("There are two forms")
  await expect(signIn.getByRole("textbox")).toHaveCount(2)
  await expect(signIn.getByLabel("Nom")).toHaveCount(0)
  await signIn.getByRole("link", { name: "Pas encore de compte ? S'inscrire" }).click()
  await expect(signUp.getByLabel("Nom")).toBeVisible()
  await expect(signUp.getByRole("button", { name: "S'inscrire" })).toBeVisible()
  await signUp.getByRole("link", { name: "Déjà un compte ? Se connecter" }).click()

  // Signing up a second time becomes signing in, with the address filled in.
  await signIn.getByRole("link", { name: "Pas encore de compte ? S'inscrire" }).click()
  await signUp.getByLabel("Nom").fill("Camille")
  await signUp.getByLabel("Adresse e-mail").fill(shop.administrator.email)
  await signUp.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  await signUp.getByRole("button", { name: "S'inscrire" }).click()
  await expect(signIn.getByRole("alert")).toContainText("Un compte existe déjà avec cette adresse e-mail")
  await expect(signIn.getByLabel("Adresse e-mail")).toHaveValue(shop.administrator.email)

  await signIn.getByLabel("Adresse e-mail").fill(account.email)
  await signIn.getByLabel("Mot de passe", { exact: true }).fill(account.password)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/connexion/, async (route) => answered.then(() => route.continue()))
  await signIn.getByRole("button", { name: "Se connecter" }).click()
  await expect(signIn.getByRole("button", { name: "Chargement..." })).toBeVisible()
  answer()
  await expect(signIn.getByRole("button", { name: "Se connecter" })).toBeVisible()
})

test("the owner reads who the client is and what comes next, by the product that is picked @R-bookings-upcoming @P-admin-client @M-red-notice @R-bookings-picker", async ({
  page,
  shop,
}) => {
  await test.step("the owner reads who the client is, what comes next, and an error in a red notice at the bottom right", async () => {
    const [next] = await shop.sql<{ id: string; name: string; email: string; phone: string }>(`
    select b.id, p.name, p.email, p.phone from bookings b join profiles p on p.id = b.user_id
    where b.status = 'confirmed' and b.first_day >= (now() at time zone 'Europe/Paris')::date and p.phone is not null order by b.first_day, b.number limit 1`)
    const [past] = await shop.sql<{ number: string }>(
      "select number from bookings where status = 'confirmed' and returns_on < current_date limit 1",
    )
    await signIn(page, shop, shop.administrator, "/admin/bookings")
    const coming = page.getByRole("region", { name: /^Réservations à venir/ })
    await expect(coming.getByText(next?.name ?? "", { exact: true }).first()).toBeVisible()
    await expect(coming.locator(`a[href*="${next?.id}"]`).first()).toBeVisible()
    expect(past).toBeDefined()
    await coming.locator(`a[href*="${next?.id}"]`).first().click()
    const sheet = page.getByRole("dialog")
    await expect(sheet.getByText(next?.name ?? "", { exact: true }).first()).toBeVisible()
    await expect(sheet.getByRole("link", { name: String(next?.email) })).toHaveAttribute(
      "href",
      `mailto:${next?.email}`,
    )
    await expect(sheet.locator("a[href^='tel:']")).toHaveText(
      (next?.phone ?? "").replace(/(\d\d)(?=\d)/g, "$1 ").trim(),
    )

    await page.goto(`${shop.url}/admin/bookings?jours=2099-06-12&geste=liberer`)
    const question = page.getByRole("dialog", { name: "Libérer 1 jour" })
    await expect(question).toBeVisible()
    // In one step: a revalidation between would render the field anew.
    await question.getByRole("button", { name: "Libérer" }).evaluate((button: HTMLButtonElement) => {
      const field = button.form?.elements.namedItem("produit")
      if (field instanceof HTMLInputElement) field.value = crypto.randomUUID()
      button.click()
    })
    const notice = page.locator(".toast", { hasText: "Ce produit n’existe plus" })
    await expect(notice).toHaveClass(/toast-error/)
    const [box, window] = [await notice.boundingBox(), page.viewportSize()]
    if (!box || !window) throw new Error("The notice is nowhere")
    expect(window.width - (box.x + box.width)).toBeLessThan(32)
    expect(window.height - (box.y + box.height)).toBeLessThan(32)
  })
  await test.step("the calendar of the bookings is that of the product that is picked", async () => {
    await page.goto(`${shop.url}/admin/bookings`)
    for (const { id, name } of await shop.sql<{ id: string; name: string }>(
      "select id, name from products where is_active",
    )) {
      await page.getByLabel("Produit", { exact: true }).selectOption(id)
      await expect(page).toHaveURL(new RegExp(`produit=${id}`))
      await expect(page.getByLabel("Produit", { exact: true }).locator("option:checked")).toHaveText(name)
    }
  })
})
