import { expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

test("a device's passkey is added with the password, signs in without it, and is removed", async ({ page, shop }) => {
  const device = await page.context().newCDPSession(page)
  await device.send("WebAuthn.enable")
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await signIn(page, shop, shop.administrator, "/cles-d-acces")
  await page.getByLabel("Nom de l’appareil").fill("Téléphone d’Ana")
  await page.getByLabel("Mot de passe actuel").fill("pas le bon mot de passe")
  await page.getByRole("button", { name: "Ajouter cet appareil" }).click()
  await expect(page.getByText("Ce n’est pas votre mot de passe actuel.").first()).toBeVisible()
  await expect(page.getByLabel("Nom de l’appareil")).toHaveValue("Téléphone d’Ana")
  await page.getByLabel("Mot de passe actuel").fill(shop.administrator.password)
  await page.getByRole("button", { name: "Ajouter cet appareil" }).click()
  await expect(page.getByText("La clé d’accès est ajoutée")).toBeVisible()
  await expect(page.getByRole("list", { name: "Vos clés d’accès" })).toContainText("Téléphone d’Ana")
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto(`${shop.url}/connexion?retour=${encodeURIComponent("/appareils")}`)
  const button = page.getByRole("button", { name: "Utiliser une clé d’accès" })
  await expectAccessible(page)
  // A failed user verification says so, and can be retried.
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
  await button.click()
  await expect(page.getByText("Aucune clé d’accès n’a été présentée.").first()).toBeVisible()
  await device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true })
  await button.click()
  await expect(page.getByRole("heading", { level: 1, name: "Appareils connectés" })).toBeVisible()

  await page.goto(`${shop.url}/cles-d-acces`)
  await page.getByRole("button", { name: "Retirer la clé d’accès Téléphone d’Ana" }).click()
  await expect(page.getByText("La clé d’accès est retirée")).toBeVisible()
  await page.context().clearCookies()
  await page.goto(`${shop.url}/connexion`)
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(page.getByText("Cette clé d’accès n’ouvre aucun compte ici").first()).toBeVisible()
})
