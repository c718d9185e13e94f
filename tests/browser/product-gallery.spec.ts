import { readFileSync } from "node:fs"
import path from "node:path"
import type { Page } from "@playwright/test"
import { expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

const picture = path.resolve("public/illustrations/rien-pour-le-moment-416.webp")
/** A third of a second of a moving square, recorded by a browser. */
const film = readFileSync(path.resolve("tests/browser/square.fixture.mp4"))
const message = (page: Page, text: string | RegExp) => page.getByRole("region", { name: "Messages" }).getByText(text)

test("a product's pictures and film are added, described, ordered, removed, restored and browsed", async ({
  page,
  openWindow,
  shop,
}) => {
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const place = `/product/${product?.id}`
  await signIn(page, shop, shop.administrator, `/admin/products/${product?.id}`)
  const gallery = page.getByRole("region", { name: "Galerie" })

  await gallery.getByLabel("Ajouter une image à la galerie").setInputFiles(picture)
  await gallery.getByRole("button", { name: "Ajouter l’image" }).click()
  await expect(message(page, "Image ajoutée")).toBeVisible()
  await gallery.getByRole("textbox", { name: "Légende de l’image 1" }).fill("Un tirage")
  await gallery.getByRole("textbox", { name: "Description de l’image 1" }).fill("Quatre photos sur une bande")
  await gallery.getByRole("button", { name: "Enregistrer la légende de l’image 1" }).click()
  await expect(message(page, "Légende enregistrée")).toBeVisible()

  const filmField = gallery.getByLabel("Ajouter un film à la galerie")
  await filmField.setInputFiles({ name: "bal.mp4", mimeType: "video/mp4", buffer: Buffer.from("no film at all") })
  const add = gallery.getByRole("button", { name: "Ajouter le film" })
  // This browser cannot draw a picture from the film.
  await expect(add).toHaveAttribute("formnovalidate")
  await add.click()
  await expect(gallery.getByText("Ce fichier n’est pas un film MP4.")).toBeVisible()
  await filmField.setInputFiles({ name: "bal.mp4", mimeType: "video/mp4", buffer: film.subarray(0, film.length / 2) })
  await gallery.getByLabel("Image d’attente du film").setInputFiles(picture)
  await add.click()
  await expect(gallery.getByText("Le film est incomplet ou abîmé.")).toBeVisible()
  await gallery.getByRole("button", { name: "Renoncer" }).click()
  await filmField.setInputFiles({ name: "bal.mp4", mimeType: "video/mp4", buffer: film })
  // Drawn from the film by the sending browser.
  await expect(gallery.getByRole("img", { name: "Ce que l’on verra avant la lecture" })).toBeVisible()
  await add.click()
  await expect(message(page, "Film ajouté")).toBeVisible()
  const first = gallery.getByRole("textbox", { name: "Légende de l’image 1" })
  await first.fill("Pas encore")
  await gallery.getByRole("textbox", { name: "Description du film 2" }).fill("Un carré orange traverse la nuit.")
  await expect(gallery.getByText("Légende non enregistrée")).toHaveCount(2)
  await gallery.getByRole("button", { name: "Enregistrer la légende du film 2" }).click()
  await expect(gallery.getByText("Légende non enregistrée")).toHaveCount(1)
  await expect(first).toHaveValue("Pas encore")
  await first.fill("Un tirage")
  await gallery.getByRole("button", { name: "Enregistrer la légende de l’image 1" }).click()
  await expect(gallery.getByText("Légende non enregistrée")).toHaveCount(0)

  await gallery.getByRole("button", { name: "Monter : le film 2" }).press("Enter")
  await expect(message(page, "Ordre enregistré")).toBeVisible()
  await expect(gallery.getByRole("textbox", { name: "Légende de l’image 2" })).toHaveValue("Un tirage")
  await gallery.getByRole("link", { name: "Supprimer l’image 2" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
  await expect(message(page, "Supprimé de la galerie")).toBeVisible()
  await expect(gallery.getByRole("textbox", { name: "Légende de l’image 2" })).toHaveCount(0)
  await page.getByRole("button", { name: /^Annuler/ }).click()
  await expect(gallery.getByRole("textbox", { name: "Légende de l’image 2" })).toHaveValue("Un tirage")
  await expectAccessible(page, "main")

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(shop.url + place)
  const pictures = page.getByRole("region", { name: "Images de Photomaton bois" })
  const strip = pictures.getByRole("group", { name: "Images, à faire défiler" })
  const links = pictures.getByRole("link", { name: /(Image|Film) \d sur 3/ })
  await expect(links).toHaveCount(3)
  await expect(links.nth(0)).toHaveAttribute("aria-current", "true")
  const height = (await pictures.boundingBox())?.height
  await links.nth(2).press("Enter")
  await expect(links.nth(2)).toHaveAttribute("aria-current", "true")
  await expect(pictures.getByRole("img", { name: "Quatre photos sur une bande" })).toBeInViewport()
  await expect(page).toHaveURL(shop.url + place)
  await strip.press("ArrowLeft")
  await expect(links.nth(1)).toHaveAttribute("aria-current", "true")
  expect((await pictures.boundingBox())?.height).toBe(height)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page, "main")

  // The film is silent and not fetched until played, and starts from a part of it.
  const video = pictures.locator("video")
  await expect(video).toHaveJSProperty("paused", true)
  await expect(video).toHaveJSProperty("muted", true)
  const src = await video.locator("source").getAttribute("src")
  const part = await page.request.get(`${shop.url}${src}`, { headers: { Range: "bytes=0-99" } })
  expect([part.status(), part.headers()["content-range"]]).toEqual([206, expect.stringMatching(/^bytes 0-99\/\d+$/)])
  await video.evaluate((each: HTMLVideoElement) => each.play())
  await expect(video).not.toHaveJSProperty("currentTime", 0)

  const bare = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await bare.goto(shop.url + place)
  await bare.getByRole("link", { name: "Image 3 sur 3" }).click()
  await expect(bare.getByRole("img", { name: "Quatre photos sur une bande" })).toBeInViewport({ ratio: 0.5 })
})
