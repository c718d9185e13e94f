import { readOnlyTest } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

readOnlyTest("look", async ({ page, shop }) => {
  readOnlyTest.setTimeout(400_000)
  const [person] = await shop.sql<{ id: string }>(
    "select user_id as id from bookings group by user_id order by count(*) desc limit 1",
  )
  await signIn(page, shop, shop.administrator, `/admin/users/${person?.id}`)
  const addresses = {
    person: `/admin/users/${person?.id}`,
    file: `/admin/users/${person?.id}?modifier=fiche`,
    new: "/admin/bookings/nouvelle?client=nouveau&q=06%2012%2034%2056",
    search: "/admin/recherche?q=juin",
  }
  for (const [name, address] of Object.entries(addresses)) {
    await page.goto(shop.url + address)
    await page.waitForLoadState("networkidle")
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `/tmp/own6/${name}-${width}.png`, fullPage: name !== "file" })
    }
  }
})
