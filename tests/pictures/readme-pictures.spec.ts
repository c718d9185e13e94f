import { writeFileSync } from "node:fs"
import sharp from "sharp"
import { expect, test } from "../harness/shop.ts"
import { signIn } from "../browser/wizard.ts"
import { speakFrench } from "./speak-french.ts"

test.use({ viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1 })

test("README has its pictures", async ({ page, shop }) => {
  test.setTimeout(120_000)
  const [product] = await shop.sql<{ id: string }>(
    "select product_id as id from rate_plans where is_active group by 1 order by count(*) desc, 1 limit 1",
  )
  const [day] = await shop.sql<{ day: string }>(
    `select first_day::text as day from bookings
      where status = 'confirmed' and first_day >= current_date and extract(isodow from first_day) = 6
      group by 1 order by count(*) desc, 1 limit 1`,
  )
  const take = async (name: string, path: string) => {
    await page.goto(path)
    await expect(page.locator("main")).toBeVisible()
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
    )
    await speakFrench(page)
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, quality: 80, effort: 10 })
      .toBuffer()
    writeFileSync(`docs/images/${name}.png`, picture)
  }
  await page.goto("/")
  await page.getByRole("button", { name: "Tout refuser" }).click()
  await expect(page.getByRole("button", { name: "Tout refuser" })).toBeHidden()
  await take("accueil", "/")
  await take("reservation", `/book/${product?.id}`)
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  await take("samedi", `/admin/bookings/jour/${day?.day}`)
})
