import { mkdirSync, writeFileSync } from "node:fs"
import sharp from "sharp"
import { test } from "../harness/shop.ts"
import { signIn } from "../browser/wizard.ts"

const WIDTH = 880

test("the pictures of the help", async ({ page, shop }) => {
  test.setTimeout(300_000)
  const [known] = await shop.sql<{ product: string; pending: number; confirmed: number; person: string }>(
    `select (select id from products where name = 'Photomaton bois') as product,
       (select min(number) from bookings where status = 'pending') as pending,
       (select min(number) from bookings where status = 'confirmed' and first_day > current_date) as confirmed,
       (select id from profiles where role <> 'admin' order by created_at limit 1) as person`,
  )
  if (!known) throw new Error("The demonstration has no bookings")
  const booking = `/admin/bookings/${known.confirmed}`
  /** Of each task: the screen, and what of it stands in the middle. */
  const pictures: Readonly<Record<string, readonly [path: string, heading?: string]>> = {
    "reservation-par-telephone": ["/admin/bookings/nouvelle?client=nouveau"],
    "repondre-a-une-demande": [`/admin/bookings/${known.pending}`],
    "changer-une-reservation": [booking],
    "envoyer-un-contrat": [booking, "Contrat"],
    "noter-un-paiement": [`${booking}?question=paiement`, "Paiements"],
    rembourser: [booking, "Paiements"],
    caution: [booking, "Caution"],
    "etat-des-lieux": [`${booking}/etat-des-lieux/depart`],
    "bloquer-des-jours": ["/admin/availability", "Bloquer ou libérer une période"],
    "echanger-des-exemplaires": ["/admin/availability?vue=planning"],
    "nouveau-produit": ["/admin/products/nouveau"],
    "prix-et-options": [`/admin/options?produit=${known.product}`],
    images: [`/admin/products/${known.product}`, "Galerie"],
    "textes-du-site": ["/admin/about"],
    "lettre-aux-inscrits": [`/admin/products/${known.product}`, "Autour de ce produit"],
    "ouvrir-la-boutique": ["/admin/site-config"],
    "factures-et-comptable": ["/admin/finance/factures", "Pour votre comptable"],
    "second-administrateur": [`/admin/users/${known.person}`, "Accès"],
    sauvegarde: ["/admin/aujourdhui"],
  }
  await page.setViewportSize({ width: 1100, height: 720 })
  await signIn(page, shop, shop.administrator, "/admin/aujourdhui")
  mkdirSync("public/aide", { recursive: true })
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [task, [path, heading]] of Object.entries(pictures)) {
    await page.goto(`${shop.url}${path}`)
    await page.getByRole("heading", { level: 1 }).first().waitFor()
    if (heading)
      await page
        .getByRole("heading", { name: heading, exact: true })
        .first()
        .evaluate((element) => element.scrollIntoView({ block: "start" }))
        .catch(() => console.log(`${task}: no heading ${heading}`))
    const picture = sharp(await page.screenshot()).resize({ width: WIDTH })
    const { info, data } = await picture.webp({ quality: 60, effort: 6 }).toBuffer({ resolveWithObject: true })
    writeFileSync(`public/aide/${task}.webp`, data)
    sizes[task] = { width: info.width, height: info.height }
    console.log(task, data.length)
  }
  writeFileSync("app/admin/help/task/pictures.json", `${JSON.stringify(sizes, null, 2)}\n`)
})
