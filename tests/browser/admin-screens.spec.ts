import type { RouteConfigEntry } from "@react-router/dev/routes"
import type { Page } from "@playwright/test"
import siteMap from "../../app/routes.ts"
import { holdScripts } from "../harness/awake.ts"
import { expect, test } from "../harness/shop.ts"
import { adminScreens, adminScreensByRoute, readOwnerIds } from "./admin-addresses.ts"
import { desktop, expectAccessibleEverywhere } from "./axe.ts"
import { expectRequiredMarked } from "./required-fields.ts"
import { expectGrid, gridForOwner } from "./rgaa.ts"
import { openWatchingForms } from "./still-forms.ts"
import { signIn } from "./wizard.ts"

function listScreens(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`
    return [
      ...(here.startsWith("/admin/") && file.endsWith(".tsx") && !here.endsWith("*") ? [here] : []),
      ...listScreens(children, here),
    ]
  })
}

test("no screen of the back office is left out", () => {
  expect(Object.keys(adminScreensByRoute).toSorted()).toEqual([...new Set(listScreens(siteMap))].toSorted())
})

const PARTS = 4
const longLink = `https://exemple.example/${"salon-de-l-evenementiel-".repeat(6).replaceAll("-", "")}`

test.describe("every screen of the back office", () => {
  for (let part = 0; part < PARTS; part++) {
    test(`light and dark, narrow and wide (${part + 1} of ${PARTS}) @R-every-screen`, async ({ page, shop }) => {
      await shop.admit(page.context())
      const ids = await readOwnerIds(shop)
      const grid = gridForOwner(ids.product)
      const scripts = await holdScripts(page)
      const screens = adminScreens(ids)
      expect(screens.map(({ path }) => path)).toEqual(expect.arrayContaining([...grid]))
      for (const { path, heading, fields = [], acts = [], columns = [] } of screens.filter(
        (_, index) => index % PARTS === part,
      )) {
        await page.setViewportSize(desktop)
        await openWatchingForms(page, scripts, shop.url + path)
        const main = page.getByRole("main")
        await expect.soft(main.getByRole("heading", { level: 1, includeHidden: true }), path).toHaveText(heading)
        for (const field of fields)
          await expect.soft(main.getByLabel(field).first(), `${path}: ${field}`).toBeAttached()
        for (const act of acts)
          await expect
            .soft(main.getByRole("button", { name: act, includeHidden: true }).first(), `${path}: ${act}`)
            .toBeAttached()
        for (const column of columns)
          await expect
            .soft(main.getByRole("columnheader", { name: column, includeHidden: true }).first(), `${path}: ${column}`)
            .toBeAttached()
        await expectRequiredMarked(page, path)
        if (grid.includes(path)) await expectGrid(page, path, false)
        await expectAccessibleEverywhere(page, path, () => expectRoom(page, path))
      }
    })
  }

  test("the screen is accessible and fits its window with something in every list", async ({ page, shop }) => {
    await shop.sql("insert into contact_messages (name, email, message) values ($1, 'aicha@exemple.example', $2)", [
      `Aïcha ${"a".repeat(60)}`,
      `Livrez-vous à Sceaux ? ${longLink}`,
    ])
    await signIn(page, shop, shop.administrator, "/admin/messages")
    await page.getByRole("link", { name: /Aïcha/ }).click()
    await expectAccessibleEverywhere(page, "a message")
    await page.getByLabel("Votre réponse").fill(`Oui, avec plaisir. ${longLink}`)
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    await expect(page.getByText("Réponse enregistrée").first()).toBeVisible()
    await expectAccessibleEverywhere(page, "an answered message")
    const [mail] = await shop.sql<{ id: string }>("select id from mails where template = 'contact-answer'")
    for (const path of ["/admin/mails", `/admin/mails?courriel=${mail?.id}`, "/admin/journal"]) {
      await page.goto(shop.url + path)
      await expect(page.getByText(/Aïcha|aicha/).first()).toBeVisible()
      await expectAccessibleEverywhere(page, path)
    }
  })

  test("the screen is accessible and fits its window with names and addresses that never break", async ({
    page,
    shop,
  }) => {
    await shop.sql("update profiles set name = repeat('x', 120) where role <> 'admin'")
    await shop.sql(
      "update profiles set email = repeat('a', 60) || '@' || repeat('b', 60) || '.example', name = 'Lila Morel' where id = (select user_id from bookings order by number limit 1)",
    )
    await signIn(page, shop, shop.administrator, "/admin/users")
    for (const path of ["/admin/users", "/admin/bookings/liste", "/admin/bookings", "/admin/contracts"]) {
      await page.goto(shop.url + path)
      await expect(page.getByText("x".repeat(120)).first()).toBeAttached()
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(wide, `${path}, ${width} px`).toBeLessThanOrEqual(width)
        const narrowest = await page
          .locator("main :is(a[href^='mailto:'], a[href^='/admin/users/'])")
          .evaluateAll((links) => Math.min(...links.map((link) => link.getBoundingClientRect().width)))
        expect.soft(narrowest, `${path}, ${width} px`).toBeGreaterThan(30)
      }
    }
    const word = "anticonstitutionnellement".repeat(3)
    const [product] = await shop.sql<{ id: string }>(
      "update products set name = $1, description = $1 where name = 'Photomaton bois' returning id",
      [word],
    )
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of [`/product/${product?.id}`, `/manual/${product?.id}`]) {
      await page.goto(shop.url + path)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(word)
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })
})

/** On a phone a long form keeps its button in sight; on a tablet nothing overflows, without and with the menu. */
async function expectRoom(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  expect.soft(await page.evaluate(outOfReach), `${path}: long forms whose button is out of reach`).toEqual([])
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: desktop.height })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, `${path}, ${width} px`).toBeLessThanOrEqual(width)
  }
}

/** Forms higher than the window whose button is out of view. */
function outOfReach(): string[] {
  const isSticky = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "sticky" || isSticky(element.parentElement))
  // An empty booking cannot be saved yet, and a deletion is read to its end first: both may be out of view.
  const buttonsOf = (form: Element) =>
    [...form.querySelectorAll("button.button:not([type=button], .button-danger)")].filter((button) =>
      button.checkVisibility(),
    )
  return [...document.querySelectorAll<HTMLFormElement>("main form[method=post]")]
    .filter((form) => form.getBoundingClientRect().height > innerHeight)
    .filter((form) => buttonsOf(form).length > 0 && !buttonsOf(form).some(isSticky))
    .map((form) => form.textContent.slice(0, 60))
}
