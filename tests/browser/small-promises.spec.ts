import { expect, readOnlyTest, test } from "../harness/shop.ts"
import { account, chooseDays, goOn, openWizard, signIn, signUpInWizard } from "./wizard.ts"

/** Single sentences of the specification that no whole way goes through. */

readOnlyTest(
  "the links stand in the header from md on, and in a side menu below it @K-breakpoint-md",
  async ({ page, shop }) => {
    const [bar, menu] = [page.getByRole("navigation", { name: "Principale" }), page.locator(".side-menu > summary")]
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(shop.url)
    await expect(bar.getByRole("link", { name: "Catalogue" })).toBeVisible()
    await expect(menu).toBeHidden()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(menu).toBeVisible()
    await expect(bar).toBeHidden()
  },
)

readOnlyTest(
  "the contact page says the phone, the mail and the address of the configuration @R-contact @R-contact-details",
  async ({ page, shop }) => {
    const [site] = await shop.sql<{ phone: string; email: string; address: string }>(
      "select company_phone as phone, company_email as email, company_address as address from site_config",
    )
    await page.goto(`${shop.url}/contact`)
    const details = page.getByRole("main").locator("address")
    await expect(details.getByRole("link", { name: site?.phone })).toHaveAttribute("href", /^tel:\+33/)
    await expect(details.getByRole("link", { name: site?.email })).toHaveAttribute("href", `mailto:${site?.email}`)
    for (const line of (site?.address ?? "").split(/\n|, /)) await expect(details).toContainText(line)
  },
)

readOnlyTest(
  "an option is offered with its sub-options, and to sign up counts as the step of the address @R-wizard-steps @R-wizard-register-step @R-wizard-options",
  async ({ page, shop }) => {
    const path = await openWizard(page, shop)
    const [option] = await shop.sql<{ name: string; sub: string }>(
      `select top.name, sub.name as sub from product_options sub join product_options top on top.id = sub.parent_option_id
     where top.product_id = $1 and top.unit = 'day' order by top."order", sub."order" limit 1`,
      [path.split("/").at(-1)],
    )
    await chooseDays(page)
    await goOn(page, "Vos options")
    await expect(page.getByRole("heading", { level: 3, name: option?.name, exact: true })).toBeVisible()
    // What can only be had with it is offered once it is chosen.
    await page.getByRole("switch", { name: option?.name, exact: true }).check()
    await expect(page.getByRole("heading", { level: 4, name: option?.sub, exact: true })).toBeVisible()
    await goOn(page, "Inscription")
    const steps = page.getByRole("list", { name: "Étapes de la réservation" }).getByRole("listitem")
    await expect(steps).toHaveText([/^fait\s:\sDates$/, /^fait\s:\sOptions$/, /Adresse$/, /Livraison$/])
    await expect(page.locator("[aria-current=step]")).toHaveText(/Adresse$/)
  },
)

test("a price of delivery is asked for half a second after the address last changed, and signing out shows in the other tab @S-session-tabs @K-delivery-500", async ({
  page,
  shop,
  context,
}) => {
  await openWizard(page, shop)
  await chooseDays(page)
  await goOn(page, "Vos options")
  await goOn(page, "Inscription")
  await signUpInWizard(page)
  const other = await context.newPage()
  await other.goto(shop.url)
  await expect(other.locator("summary", { hasText: account.name })).toBeVisible()

  const asked: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST" && (request.postData() ?? "").includes("intent=quote"))
      asked.push(request.postData() ?? "")
  })
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await page.getByLabel("Code postal").fill("94130")
  await page.clock.runFor(400)
  await page.getByLabel("Ville").fill("Nogent-sur-Marne")
  await page.clock.runFor(499)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain("city=Nogent-sur-Marne")
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

readOnlyTest(
  "the owner reads who the client is, what comes next, and an error in a red notice at the bottom right @R-bookings-upcoming @P-admin-client @M-red-notice",
  async ({ page, shop }) => {
    const [next] = await shop.sql<{ id: string; name: string; email: string; phone: string }>(`
    select b.id, p.name, p.email, p.phone from bookings b join profiles p on p.id = b.user_id
    where b.status = 'confirmed' and b.first_day >= (now() at time zone 'Europe/Paris')::date and p.phone is not null order by b.first_day, b.number limit 1`)
    const [past] = await shop.sql<{ number: string }>(
      "select number from bookings where status = 'confirmed' and last_day < current_date limit 1",
    )
    await signIn(page, shop, shop.administrator, "/admin/bookings")
    const coming = page.getByRole("region", { name: /^Réservations à venir/ })
    await expect(coming.getByText(next?.name ?? "", { exact: true }).first()).toBeVisible()
    await expect(coming.locator(`a[href*="${next?.id}"]`).first()).toBeVisible()
    expect(past).toBeDefined()
    await coming.locator(`a[href*="${next?.id}"]`).first().click()
    const sheet = page.getByRole("dialog")
    await expect(sheet.getByText(next?.name ?? "", { exact: true }).first()).toBeVisible()
    await expect(sheet.getByRole("link", { name: next?.email })).toHaveAttribute("href", `mailto:${next?.email}`)
    await expect(sheet.locator("a[href^='tel:']")).toHaveText(
      (next?.phone ?? "").replace(/(\d\d)(?=\d)/g, "$1 ").trim(),
    )

    await page.goto(`${shop.url}/admin/bookings?jours=2099-06-12&geste=liberer`)
    const question = page.getByRole("dialog", { name: "Libérer 1 jour" })
    await expect(question).toBeVisible()
    await question
      .locator("input[name=produit]")
      .evaluate((field: HTMLInputElement) => void (field.value = crypto.randomUUID()))
    await question.getByRole("button", { name: "Libérer" }).click()
    const notice = page.locator(".toast", { hasText: "Ce produit n’existe plus" })
    await expect(notice).toHaveClass(/toast-error/)
    const [box, window] = [await notice.boundingBox(), page.viewportSize()]
    if (!box || !window) throw new Error("The notice is nowhere")
    expect(window.width - (box.x + box.width)).toBeLessThan(32)
    expect(window.height - (box.y + box.height)).toBeLessThan(32)
  },
)
