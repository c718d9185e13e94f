import { expect, test } from "../harness/shop.ts"
import { findBrowser } from "../harness/browser.ts"
import { findLargeTextFaults } from "./large-text.ts"
import { publicAddressesByRoute, readPublicIds } from "./public-addresses.ts"
import { chooseDays, giveAddress, goOn, openWizard, signUpInWizard } from "./wizard.ts"

const { executablePath, args, env } = await findBrowser({ paints: false })
test.use({
  launchOptions: { executablePath, args: [...args, "--blink-settings=defaultFontSize=32"], env },
  viewport: { width: 320, height: 740 },
})

test("a phone with its text at 200 % shows every public page and step whole", async ({ page, shop }) => {
  const ids = await readPublicIds(shop)
  const expectWhole = async (what: string) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await page.evaluate(findLargeTextFaults), `${what} at ${width} px`).toEqual([])
    }
  }
  const answered = `/product/${ids.product}?date=${new Date().getFullYear() + 1}-06-19&cp=77300`
  const addresses = [answered, ...Object.values(publicAddressesByRoute).flatMap((of) => of(ids))]
  for (const address of addresses) {
    await page.goto(shop.url + address)
    await expectWhole(address)
  }
  await openWizard(page, shop)
  await expectWhole("dates")
  await chooseDays(page)
  await goOn(page, "Vos options")
  await expectWhole("options")
  await goOn(page, "Inscription")
  await expectWhole("register")
  await signUpInWizard(page)
  await giveAddress(page)
  await expectWhole("address")
  await goOn(page, "Livraison ou retrait")
  await expectWhole("delivery")
})
