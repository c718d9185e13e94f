import { readFile } from "node:fs/promises"
import path from "node:path"
import type { Page } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { signIn } from "./wizard.ts"

const picture = path.resolve("public/illustrations/rien-pour-le-moment-416.webp")
const noPicture = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)></svg>") }

async function open(page: Page, shop: Shop, screen: string, heading: string): Promise<void> {
  await signIn(page, shop, shop.administrator, `/admin/${screen}`)
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("lang", "fr")
}

async function lastEvent(shop: Shop): Promise<string | undefined> {
  const [event] = await shop.sql<{ action: string }>("select action from events order by id desc limit 1")
  return event?.action
}

const save = (page: Page) => page.getByRole("button", { name: "Enregistrer", exact: true })
const saveCompany = (page: Page) => page.getByRole("button", { name: "Enregistrer l’entreprise" })

test("the site's configuration is saved as a whole, refused beside its fields, and takes a logo @R-site-config-form @C-site-config-read @C-site-config-update @R-header-logo @R-footer-brand @V-image-hint @M-upload", async ({
  page,
  shop,
}) => {
  const saved = (page: Page) => page.getByText("Les paramètres ont été enregistrés avec succès.")
  await open(page, shop, "site-config", "Configuration du site")

  await test.step("what is no colour, no SIRET and no address is refused beside its field, and what was typed is kept", async () => {
    await page.getByLabel("SIRET", { exact: false }).first().fill("12")
    await saveCompany(page).click()
    await expect(page.getByText(/Ce SIRET n’est pas valable/).last()).toBeVisible()
    await page.getByLabel("SIRET", { exact: false }).first().fill("")
    await saveCompany(page).click()
    await expect(saved(page).first()).toBeVisible()
    await page.getByLabel("Titre d’accueil").fill("À garder")
    await page.getByLabel("Couleur", { exact: false }).first().fill("bleu")
    await save(page).click()
    await expect(page.getByText(/Une couleur s’écrit/).last()).toBeVisible()
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("À garder")
    expect(await shop.sql("select 1 from site_config where hero_title = 'À garder'")).toHaveLength(0)
    // A refused save removes the earlier success message; our own messages replace the browser's.
    await page.getByLabel("Couleur", { exact: false }).first().fill("")
    await save(page).click()
    await expect(saved(page).first()).toBeVisible()
    const address = page.getByLabel("Adresse e-mail")
    const before = await address.inputValue()
    await address.fill("pas une adresse")
    await saveCompany(page).click()
    await expect(page.getByText("Cette adresse e-mail n’est pas valable.").last()).toBeVisible()
    await expect(saved(page)).toHaveCount(0)
    await address.fill(before)
  })

  await test.step("is saved as a whole, and is in the record", async () => {
    await page.getByLabel("Titre d’accueil").fill("Une soirée au bord de l’eau")
    await expect(page.getByRole("region", { name: "Aperçu de l’accueil" })).toContainText("Une soirée au bord de l’eau")
    await page.getByLabel("Nom de l’entreprise").fill("Le Bal perdu")
    await saveCompany(page).click()
    await expect.poll(() => shop.sql("select 1 from site_config where company_name = 'Le Bal perdu'")).toHaveLength(1)
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Une soirée au bord de l’eau")
    await page.getByRole("radio", { name: "Diaphragme" }).check()
    await page.getByLabel("Couleur", { exact: false }).first().fill("#1d4ed8")
    await expect(page.getByRole("img", { name: /^Thème clair/ })).toBeVisible()
    await save(page).click()
    await expect(saved(page).first()).toBeVisible()
    expect(await lastEvent(shop)).toBe("site.saved")
  })

  await test.step("takes a logo, and refuses a file that only has the name of one", async () => {
    const logo = page.getByRole("region", { name: "Logo de l’entreprise" })
    await expect(logo.getByText("PNG, JPG, GIF jusqu'à 5MB")).toBeVisible()
    await logo.getByLabel("Logo de l’entreprise").setInputFiles(noPicture)
    await logo.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(logo.getByText(/^Erreur lors du téléchargement de l'image/)).toBeVisible()
    expect(await shop.sql("select 1 from site_config where company_logo_url is not null")).toHaveLength(0)
    await logo.getByLabel("Logo de l’entreprise").setInputFiles(picture)
    await logo.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(page.getByText("Image enregistrée").first()).toBeVisible()
    const [site] = await shop.sql<{ company_logo_url: string }>("select company_logo_url from site_config")
    expect(site?.company_logo_url).toMatch(/^\/files\/public\/company-logos\/\d{13}-[0-9a-f]{16}\.webp$/)
  })

  await test.step("dresses the site in the company's colour and logo", async () => {
    await page.goto(shop.url)
    await expect(page.getByRole("heading", { name: "Une soirée au bord de l’eau" })).toBeVisible()
    const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"))
    expect(accent).toMatch(/^#/)
    for (const part of ["banner", "contentinfo"] as const) {
      await expect(page.getByRole(part).locator('img[src*="/company-logos/"]')).toBeVisible()
    }
  })

  await page.goto(`${shop.url}/admin/site-config`)
  await test.step("asks before typed text is left behind", async () => {
    await page.getByLabel("Titre d’accueil").fill("Pas encore")
    await page.getByRole("link", { name: "Réservations" }).click()
    const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" })
    await question.getByRole("button", { name: "Rester" }).click()
    await expect(page.getByLabel("Titre d’accueil")).toHaveValue("Pas encore")
    await page.getByRole("link", { name: "Réservations" }).click()
    await question.getByRole("button", { name: "Quitter" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Réservations" })).toBeVisible()
  })
})

test("the about page is written with toolbar, shortcuts and preview, and requires a title @R-about-form @C-about-update @K-editor-rows", async ({
  page,
  shop,
}) => {
  await open(page, shop, "about", "Page À propos")
  const text = page.getByRole("textbox", { name: "Contenu", exact: true })

  await test.step("a text is marked by its toolbar and by keys, and what was done is undone like typing", async () => {
    const tools = page.getByRole("toolbar", { name: /^Mise en forme/ })
    const select = (words: string) =>
      text.evaluate((area: HTMLTextAreaElement, selection) => {
        const at = area.value.indexOf(selection)
        area.focus()
        area.setSelectionRange(at, at + selection.length)
      }, words)
    await text.fill("Une belle fête")
    await select("belle")
    await page.keyboard.press("Control+b")
    await expect(text).toHaveValue("Une **belle** fête")
    // In the editor the shortcut of the search inserts a link.
    await page.keyboard.press("Control+k")
    await expect(text).toHaveValue("Une **[belle](https://)** fête")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await page.keyboard.press("Control+z")
    await expect(text).toHaveValue("Une **belle** fête")
    await page.keyboard.press("Control+z")
    await expect(text).toHaveValue("Une belle fête")

    // The toolbar is one tab stop, with arrow keys inside.
    await tools.getByRole("button", { name: "Gras" }).focus()
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowLeft")
    await expect(tools.getByRole("button", { name: "Liste" })).toBeFocused()
    await expect(tools.locator("[tabindex='0']")).toHaveCount(1)
    await page.keyboard.press("Enter")
    await expect(text).toHaveValue("- Une belle fête")
    await expect(text).toBeFocused()
  })

  await test.step("is not saved without a title", async () => {
    const before = await shop.sql("select title, image_url from about_page_content")
    await text.fill("À garder")
    await page.getByLabel("Titre").fill("  ")
    await save(page).click()
    await expect(page.getByText("Indiquez un titre.").last()).toBeVisible()
    await expect(text).toHaveValue("À garder")
    expect(await shop.sql("select title, image_url from about_page_content")).toEqual(before)
  })

  await test.step("is written with its result beside it", async () => {
    await page.getByLabel("Titre").fill("Une histoire de lampions")
    await expect(text).toHaveAttribute("rows", "10")
    await text.fill("## Au bord de l’eau\n\nTout a commencé **un soir**.<script>alert(1)</script>")
    const preview = page.getByRole("region", { name: "Aperçu : Contenu" })
    await expect(preview.getByRole("heading", { name: "Au bord de l’eau" })).toBeVisible()
    await save(page).click()
    await expect(page.getByText("Les paramètres ont été enregistrés avec succès.").first()).toBeVisible()
    expect(await lastEvent(shop)).toBe("page.saved")
    await page.goto(`${shop.url}/about`)
    await expect(page.getByRole("heading", { name: "Une histoire de lampions" })).toBeVisible()
    await expect(page.getByText("Tout a commencé un soir.")).toBeVisible()
  })
})

test("a picture is cropped, then dropped, pasted or chosen, shows progress, and overwrites nobody's", async ({
  page,
  shop,
}) => {
  const readImageUrl = async () =>
    (await shop.sql<{ image_url: string }>("select image_url from about_page_content"))[0]?.image_url
  await open(page, shop, "about", "Page À propos")
  const form = page.locator("form[enctype]")
  const preview = form.getByRole("img", { name: "Image de la page, choisie et pas encore envoyée" })
  const field = page.getByLabel("Image de la page", { exact: true }).and(page.locator("input"))
  const refused = page.getByText(/^Erreur lors du téléchargement de l'image/).last()

  const panel = page.getByRole("region", { name: "Image de la page" })
  await test.step("one that waits is not left behind, is framed by keyboard and not in the way of a finger", async () => {
    await panel.locator("input[type=file]").setInputFiles(picture)
    await page.getByRole("link", { name: "Page Services" }).first().click()
    const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" })
    await question.getByRole("button", { name: "Rester" }).click()
    await expect(page).toHaveURL(/\/admin\/about$/)

    await panel.getByLabel("Cadrage").selectOption({ label: "Carré" })
    await panel.getByLabel("Position du cadre").press("Home")
    await expect(panel.locator("input[name=cadre]")).toHaveValue(/^0,0,0\.\d+,1$/)
    const touching = (selector: string) =>
      panel.locator(selector).evaluate((element) => getComputedStyle(element).touchAction)
    expect(await touching("[data-handle]")).toBe("none")
    expect(await touching("div:has(> [data-handle])")).toBe("auto")
  })

  await test.step("overwrites nobody's", async () => {
    const otherTab = await page.context().newPage()
    await otherTab.goto(`${shop.url}/admin/about`)
    await otherTab.locator("input[type=file]").setInputFiles(picture)
    await otherTab.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(otherTab.getByText("Image enregistrée").first()).toBeVisible()
    const theirs = await readImageUrl()
    await otherTab.close()

    await panel.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(panel.getByRole("img", { name: "Image actuelle" })).toBeVisible()
    await expect(panel.getByRole("status").filter({ hasText: "a changé cette image" })).toBeVisible()
    expect(await readImageUrl()).toBe(theirs)
    await panel.getByRole("button", { name: "Montrer la mienne" }).click()
    await expect(page.getByText("Image enregistrée").first()).toBeVisible()
    await expect.poll(readImageUrl).not.toBe(theirs)
    // No upload is pending any more: the page can be left.
    await page.getByRole("link", { name: "Page Services" }).first().click()
    await expect(page).toHaveURL(/\/admin\/services$/)
    await page.getByRole("link", { name: "Page À propos" }).first().click()
    await expect(page.getByRole("heading", { level: 1, name: "Page À propos" })).toBeVisible()
  })

  await test.step("one that is none changes nothing", async () => {
    const before = await readImageUrl()
    await field.setInputFiles(noPicture)
    await page.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(refused).toBeVisible()
    expect(await readImageUrl()).toBe(before)
    await page.getByRole("button", { name: "Renoncer" }).click()
  })

  await test.step("is dropped or pasted as well as chosen, framed, and shows how much has left", async () => {
    const bytes = [...(await readFile(picture))]
    const give = (event: "drop" | "paste") =>
      form.locator("input[type=file]").evaluate(
        (field, { event, bytes }) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([new Uint8Array(bytes)], "image.webp", { type: "image/webp" }))
          const eventInit = { bubbles: true, cancelable: true }
          field.dispatchEvent(
            event === "drop"
              ? new DragEvent("drop", { ...eventInit, dataTransfer: transfer })
              : new ClipboardEvent("paste", { ...eventInit, clipboardData: transfer }),
          )
        },
        { event, bytes },
      )
    await give("drop")
    await expect(preview).toBeVisible()
    await page.getByRole("button", { name: "Renoncer" }).click()
    await expect(preview).toHaveCount(0)
    await give("paste")
    await expect(preview).toBeVisible()
    await form.getByLabel("Cadrage").selectOption({ label: "Carré" })
    await form.getByLabel("Position du cadre").fill("0")
    let pass: () => void = () => undefined
    const held = new Promise<void>((resolve) => (pass = resolve))
    await page.route(/\/admin\/about$/, async (route) => {
      if (route.request().method() === "POST") await held
      await route.continue()
    })
    await form.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(form.getByRole("progressbar")).toBeVisible()
    pass()
    await expect(page.getByText("Image enregistrée").first()).toBeVisible()
    await expect(preview).toHaveCount(0)
    const [image] = await shop.sql<{ width: number; height: number }>(
      "select width, height from images i join about_page_content p on p.image_url = i.url",
    )
    expect(image?.width).toBe(image?.height)
  })

  await test.step("one that is refused leaves the one that visitors see in sight", async () => {
    await field.setInputFiles(noPicture)
    await page.getByRole("button", { name: "Envoyer l’image" }).click()
    await expect(refused).toBeVisible()
    await expect(page.getByRole("img", { name: "Image de la page, image actuelle" })).toBeVisible()
    await page.getByRole("button", { name: "Renoncer" }).click()
  })
})

const slides = (shop: Shop) =>
  shop.sql<{ id: string; order: number; caption: string }>(
    'select id, "order", caption from services_page_images order by "order"',
  )

test.describe("the services page", () => {
  test("the carousel grows, is captioned, reordered and emptied, and an empty text is refused @R-services-form @C-services-update @C-services-images-write @K-carousel-order", async ({
    page,
    shop,
  }) => {
    await open(page, shop, "services", "Page Services")
    const before = await slides(shop)
    await page.getByLabel("Ajouter une image").setInputFiles(picture)
    await page.getByRole("button", { name: "Ajouter", exact: true }).click()
    await expect(page.getByText("Image ajoutée").first()).toBeVisible()
    const grown = await slides(shop)
    const added = grown.at(-1)
    expect(grown).toHaveLength(before.length + 1)
    expect(added?.order).toBe(before.length === 0 ? 0 : (before.at(-1)?.order ?? 0) + 1)

    const place = grown.length
    await page.getByLabel("Légende de l’image 1 (facultatif)").fill("Pas encore")
    await page.getByLabel(`Légende de l’image ${place} (facultatif)`).fill("Le soir tombe")
    await expect(page.getByText("Légende non enregistrée")).toHaveCount(2)
    await page.getByRole("button", { name: `Enregistrer la légende de l’image ${place}` }).click()
    await expect(page.getByText("Légende enregistrée").first()).toBeVisible()
    await expect(page.getByText("Légende non enregistrée")).toHaveCount(1)
    await page.getByRole("button", { name: "Enregistrer la légende de l’image 1" }).click()
    await expect(page.getByText("Légende non enregistrée")).toHaveCount(0)
    await page.getByRole("button", { name: `Monter : l’image ${place}` }).click()
    await expect(page.getByText("Ordre enregistré").first()).toBeVisible()
    expect((await slides(shop)).map(({ id }) => id).indexOf(added?.id ?? "")).toBe(place - 2)

    const handle = (index: number) => page.getByTitle("Glisser pour déplacer").nth(index)
    await expect(page.getByLabel(`Légende de l’image ${place - 1} (facultatif)`)).toHaveValue("Le soir tombe")
    // Both on the screen, so that nothing scrolls under the pointer.
    await handle(place - 3).evaluate((grip) => window.scrollBy(0, grip.getBoundingClientRect().top - 150))
    await handle(place - 2).hover()
    await page.mouse.down()
    const target = await handle(place - 3).boundingBox()
    await page.mouse.move((target?.x ?? 0) + 8, (target?.y ?? 0) + 8, { steps: 5 })
    await page.mouse.up()
    await expect
      .poll(async () => (await slides(shop))[place - 3])
      .toMatchObject({ id: added?.id, caption: "Le soir tombe" })

    await expect(page.getByLabel(`Légende de l’image ${place - 2} (facultatif)`)).toHaveValue("Le soir tombe")
    await page.getByRole("link", { name: `Supprimer l’image ${place - 2}`, exact: true }).click()
    const question = page.getByRole("dialog", { name: "Supprimer cette image ?" })
    await question.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("Image supprimée").first()).toBeVisible()
    expect((await slides(shop)).map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())

    await test.step("an empty text is refused, and the title stays", async () => {
      await page.getByLabel("Titre").fill("À garder")
      await page.getByLabel("Contenu", { exact: true }).fill(" ")
      await save(page).click()
      await expect(page.getByText("Écrivez le contenu de la page.").last()).toBeVisible()
      await expect(page.getByLabel("Titre")).toHaveValue("À garder")
    })
  })
})

test("a question is added with its own link, and refused without an answer", async ({ page, shop }) => {
  await open(page, shop, "faq", "Questions fréquentes")
  await page.getByRole("link", { name: "Ajouter une question" }).click()
  await page.getByLabel("Question", { exact: true }).and(page.locator("input")).fill("Peut-on danser sous la pluie ?")
  await page.getByLabel("Réponse", { exact: true }).and(page.locator("textarea")).fill(" ")
  await save(page).click()
  await expect(page.getByText("Écrivez la réponse.").last()).toBeVisible()
  await page.getByLabel("Réponse", { exact: true }).and(page.locator("textarea")).fill("Oui, **abritez** la machine.")
  await save(page).click()
  await expect(page.getByText("Question ajoutée").first()).toBeVisible()
  expect(
    await shop.sql("select 1 from faq_entries where slug = 'peut-on-danser-sous-la-pluie' and is_published"),
  ).toHaveLength(1)

  const order = async () =>
    (await shop.sql<{ question: string }>('select question from faq_entries order by "order"')).map(
      ({ question }) => question,
    )
  const [first = "", second = "", third = "", ...others] = await order()
  await page.goto(`${shop.url}/admin/faq`)
  const handle = (index: number) => page.getByTitle("Glisser pour déplacer").nth(index)
  await handle(0).hover()
  await page.mouse.down()
  const target = await handle(1).boundingBox()
  await page.mouse.move((target?.x ?? 0) + 8, (target?.y ?? 0) + 8, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(second)
  expect(await order()).toEqual([second, first, third, ...others])
  await page
    .getByLabel(/^Place sur \d+/)
    .first()
    .fill("3")
  await page
    .getByRole("button", { name: /^Placer à ce numéro/ })
    .first()
    .click()
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(first)
  expect(await order()).toEqual([first, third, second, ...others])
})

test("a legal text becomes a new version, even with a late preview, and unknown placeholders are refused @R-admin-legal", async ({
  page,
  shop,
}) => {
  await open(page, shop, "legal", "Textes légaux")
  await page.getByRole("link", { name: /^Modifier : Mentions légales/ }).click()
  const text = page.getByLabel("Contenu", { exact: true })
  await text.fill("# Éditeur\n\n{{entreprise.nom}} et {{entreprise.inconnue}}")
  await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
  await expect(
    page.getByText(/Ces mots entre accolades ne sont pas connus\s: entreprise.inconnue/).last(),
  ).toBeVisible()
  await text.fill("# Éditeur\n\n{{entreprise.nom}} édite ce site.")
  await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
  await expect(page.getByText("Version 2 publiée").first()).toBeVisible()

  await test.step("a preview that comes meanwhile does not hide that it was published, and what is typed stays", async () => {
    const publishing = /\/admin\/legal\/mentions-legales/
    // The preview's reply comes after the publication's, and the page reloads only after the preview.
    const published = page.waitForResponse(
      (answer) => answer.request().method() === "POST" && publishing.test(answer.url()),
    )
    let previewed: () => void = () => undefined
    const preview = new Promise<void>((resolve) => (previewed = resolve))
    await page.route(/\/admin\/apercu/, async (route) => {
      await published
      await route.continue()
      previewed()
    })
    await page.route(publishing, async (route) => {
      if (route.request().method() === "GET") await preview
      await route.continue()
    })
    const previewRequest = page.waitForRequest(/\/admin\/apercu/)
    await text.fill("# Éditeur\n\nUn premier texte.")
    await previewRequest
    await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
    await text.fill("# Éditeur\n\nUn second texte.")
    await expect(page.getByText("Version 3 publiée").first()).toBeVisible()
    await expect(text).toHaveValue("# Éditeur\n\nUn second texte.")
    await page.getByRole("button", { name: "Publier une nouvelle version" }).click()
    await expect(page.getByText("Version 4 publiée").first()).toBeVisible()
    const rows = await shop.sql<{ content: string }>(
      "select content from legal_texts where page = 'mentions-legales' and version > 2 order by version",
    )
    expect(rows.map(({ content }) => content.replace(/^# Éditeur\s+/, ""))).toEqual([
      "Un premier texte.",
      "Un second texte.",
    ])
  })

  await page.getByRole("link", { name: /^Version 1, du/ }).click()
  await expect(page.getByText("Version 1, qui n’est plus en vigueur")).toBeVisible()
  expect(await lastEvent(shop)).toBe("legal.published")
})
