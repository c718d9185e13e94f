import { expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"
const screens = ["site-config", "about", "services", "testimonials", "testimonials?entree=nouvelle", "faq", "faq?entree=nouvelle", "legal", "legal/cgv", "messages", "newsletter"]
test("shots", async ({ page, shop }) => {
  test.setTimeout(300_000)
  const [m] = await shop.sql<{ id: string }>("insert into contact_messages (name, email, message) values ('Aïcha', 'aicha@exemple.example', 'Livrez-vous à Sceaux ?') returning id")
  await shop.sql("insert into newsletter_subscriptions (email, token, status, confirmed_at) values ('zoe@exemple.example', $1, 'confirmed', now())", ["a".repeat(36)])
  await shop.sql("update site_config set accent_color = '#1d4ed8'")
  await signIn(page, shop, shop.administrator, "/admin/site-config")
  const bad: string[] = []
  for (const [width, scheme] of [[1440, "light"], [360, "dark"], [1440, "dark"], [360, "light"]] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const screen of [...screens, `messages?message=${m?.id}`]) {
      if (width === 1440 && scheme === "dark" && !["site-config", "services"].includes(screen)) continue
      if (width === 360 && scheme === "light" && !["about"].includes(screen)) continue
      await page.goto(`${shop.url}/admin/${screen}`)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (over > 0) bad.push(`${screen} ${width}: ${over}`)
      await page.screenshot({ path: `/tmp/shots-ac/${screen.replace(/\W+/g, "_").slice(0, 26)}-${width}-${scheme}.png`, fullPage: true })
    }
  }
  console.log("OVERFLOW", bad)
})
