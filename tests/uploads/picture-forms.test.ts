import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import * as aboutPage from "../../app/admin/pages/about/route.tsx"
import * as manualsPage from "../../app/admin/manuals/route.tsx"
import * as optionsPage from "../../app/admin/options/route.tsx"
import * as productPage from "../../app/admin/products/product/route.tsx"
import * as servicesPage from "../../app/admin/pages/services/route.tsx"
import * as sitePage from "../../app/admin/site-config/route.tsx"
import * as testimonialsPage from "../../app/admin/testimonials/route.tsx"
import type { EditRefusal } from "../../app/admin/kit/edit-refusal.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { addOption } from "../../server/catalog/edit-options.ts"
import { readStoredManual } from "../../server/shop/content/edit-manuals.ts"
import { savePageText } from "../../server/shop/content/edit-pages.ts"
import { addTestimonial } from "../../server/shop/content/edit-testimonials.ts"
import { db } from "../../server/platform/database.server.ts"
import { photograph } from "../../server/platform/images/pictures.fixture.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { servicesPageImages } from "../../server/platform/schema/content.ts"
import { recordedEvents } from "../../server/platform/schema/events.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

type Page = { action: (args: never) => Promise<unknown> }
type Screen = {
  page: Page
  path: string
  params?: Record<string, string>
  intent: string
  table: string
  column: string
}
type Answer = { status: number; to: string | null; flash: string; data: EditRefusal | null }

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
const sasha = { name: "Sasha", email: "sasha@exemple.fr", password: "le bal du 13 juillet" }

let file: File
beforeAll(async () => {
  file = new File([new Uint8Array(await photograph(16, 12))], "image.jpg", { type: "image/jpeg" })
})

let screens: Screen[]
let product: ProductId
let browser: Request

async function administrator(person: typeof camille): Promise<{ request: Request; editor: Staff }> {
  const { request } = await signedUp(person)
  const [row] = await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, person.email)).returning()
  if (!row) throw new Error("Nobody was made")
  return { request, editor: { kind: "administrator", id: row.id, name: row.name } }
}

beforeEach(async () => {
  await freshDatabase()
  const { request, editor } = await administrator(camille)
  browser = request
  await savePageText({ actor: editor, page: "about", title: "Nous", content: "Un soir.", loaded: null })
  product = (await makeProduct()).id
  const option = await addOption({
    actor: editor,
    productId: product,
    parentOptionId: null,
    fields: {
      name: "Décor",
      description: "",
      price: 0,
      unit: "unit",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: null,
      staysWithClient: false,
      isOnce: false,
      choiceGroup: "",
      accessoryId: null,
    },
  })
  if (!option.ok) throw new Error(option.error.kind)
  const portrait = await addTestimonial(editor, {
    author: "Nadia",
    rating: 5,
    day: "2026-06-12",
    text: "Parfait",
    isExample: false,
  })
  screens = [
    { page: sitePage, path: "/admin/site-config", intent: "hero", table: "site_config", column: "hero_image_url" },
    { page: sitePage, path: "/admin/site-config", intent: "logo", table: "site_config", column: "company_logo_url" },
    { page: aboutPage, path: "/admin/about", intent: "image", table: "about_page_content", column: "image_url" },
    {
      page: productPage,
      path: `/admin/products/${product}`,
      params: { id: product },
      intent: "image",
      table: "products",
      column: "image_url",
    },
    {
      page: optionsPage,
      path: `/admin/options?produit=${product}&option=${option.value}`,
      intent: "image",
      table: "product_options",
      column: "image_url",
    },
    {
      page: testimonialsPage,
      path: `/admin/testimonials?entree=${portrait}`,
      intent: "portrait",
      table: "testimonials",
      column: "image_url",
    },
  ]
})

async function runPage(page: Page, request: Request, params: Record<string, string> = {}): Promise<Answer> {
  const answer = await page.action((await routeArgs(request, params)) as never)
  if (answer instanceof Response) {
    const [cookie = ""] = /guinguette\.message=([^;]*)/.exec(answer.headers.get("set-cookie") ?? "")?.slice(1) ?? []
    return {
      status: answer.status,
      to: answer.headers.get("location"),
      flash: Buffer.from(decodeURIComponent(cookie), "base64").toString(),
      data: null,
    }
  }
  const { data, init } = answer as { data: EditRefusal; init: { status?: number } | null }
  return { status: init?.status ?? 200, to: null, flash: "", data }
}

function upload(
  { page, path, params, intent }: Pick<Screen, "page" | "path" | "params" | "intent">,
  vu: string,
  from = browser,
  name = "image",
) {
  const form = new FormData()
  form.append("intent", intent)
  form.append("vu", vu)
  form.append("cadre", "")
  form.append(name, file)
  const headers = new Headers(from.headers)
  headers.set("origin", "http://localhost:3000")
  return runPage(
    page,
    new Request(new URL(path, "http://localhost:3000"), { method: "POST", headers, body: form }),
    params,
  )
}

const send = (
  { page, path, params }: Pick<Screen, "page" | "path" | "params">,
  fields: Record<string, string>,
  from = browser,
) => runPage(page, postRequest(path, fields, from), params)

function sendManual(fields: Record<string, string>, picture?: File): Promise<Answer> {
  const form = new FormData()
  const all = {
    intent: "enregistrer",
    vu: "",
    title: "Le papier",
    content: "Ouvrez le capot.",
    image_url: "",
    image_alt: "",
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  if (picture) form.append("fichier-0", picture)
  const headers = new Headers(browser.headers)
  headers.set("origin", "http://localhost:3000")
  return runPage(
    manualsPage,
    new Request(new URL(`/admin/manuals?produit=${product}`, "http://localhost:3000"), {
      method: "POST",
      headers,
      body: form,
    }),
  )
}

async function storedPicture({ table, column }: Pick<Screen, "table" | "column">): Promise<string | null> {
  const { rows } = await db.execute<{ url: string | null }>(
    sql`select ${sql.identifier(column)} as url from ${sql.identifier(table)}`,
  )
  return rows[0]?.url ?? null
}

/** Makes writes to that table fail: simulates a database failure in the middle of an act. */
async function withoutWriting<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  await db.execute(
    sql`create or replace function test_refuse() returns trigger language plpgsql as $$ begin raise exception 'no writing now'; end $$`,
  )
  await db.execute(
    sql`create trigger test_refuse before insert or update on ${sql.identifier(table)} for each row execute function test_refuse()`,
  )
  try {
    return await work()
  } finally {
    await db.execute(sql`drop trigger test_refuse on ${sql.identifier(table)}`)
  }
}

const failed = /^Erreur lors du téléchargement de l'image\. L’image n’a pas pu être enregistrée\./

describe("a picture of the back office", () => {
  test("a picture is uploaded and removed", async () => {
    for (const screen of screens) {
      const first = await upload(screen, "")
      expect(first, screen.path).toMatchObject({ status: 303, to: screen.path })
      expect(JSON.parse(first.flash), screen.path).toEqual({ kind: "success", title: "Image enregistrée" })
      const url = await storedPicture(screen)
      expect(url, screen.path).toMatch(/^\/files\//)
      const removed = await send(screen, { intent: `retirer-${screen.intent}`, vu: url ?? "" })
      expect(removed, screen.path).toMatchObject({ status: 303, to: screen.path })
      expect(await storedPicture(screen), screen.path).toBeNull()
      expect(JSON.parse(removed.flash)).toEqual({ kind: "success", title: "Image retirée" })
    }
  })

  test("a picture that another administrator changed shows both versions, and is replaced on request", async () => {
    const { request: other } = await administrator(sasha)
    for (const screen of screens) {
      await upload(screen, "")
      const opened = (await storedPicture(screen)) ?? ""
      await upload(screen, opened, other)
      const theirs = (await storedPicture(screen)) ?? ""
      const refused = await upload(screen, opened)
      expect(refused, screen.path).toMatchObject({
        status: 409,
        data: {
          errors: { image: "Cette image a changé entre-temps. Rien n’a été modifié." },
          values: { intent: screen.intent },
          picture: { by: "Sasha", when: "à l’instant", present: { url: theirs } },
        },
      })
      expect(await storedPicture(screen), screen.path).toBe(theirs)
      const mine = refused.data?.picture?.sent?.url ?? ""
      expect([opened, theirs, ""]).not.toContain(mine)
      // A removal does not go unseen either.
      expect(await send(screen, { intent: `retirer-${screen.intent}`, vu: opened }), screen.path).toMatchObject({
        status: 409,
        data: { picture: { present: { url: theirs }, sent: null } },
      })
      // The sent picture stays available for a deliberate choice.
      expect(await send(screen, { intent: screen.intent, vu: opened, envoyee: mine }), screen.path).toMatchObject({
        status: 409,
        data: { picture: { sent: { url: mine } } },
      })
      expect(await send(screen, { intent: screen.intent, vu: theirs, envoyee: mine }), screen.path).toMatchObject({
        status: 303,
        to: screen.path,
      })
      expect(await storedPicture(screen), screen.path).toBe(mine)
    }
  })

  test("a picture at a foreign address is not shown", async () => {
    const [screen] = screens
    if (!screen) throw new Error("There are no screens")
    for (const envoyee of ["", "https://ailleurs.example/x.jpg", "/files/public/hero-images/1.jpg"]) {
      expect(await send(screen, { intent: screen.intent, vu: "", envoyee })).toMatchObject({ status: 422 })
    }
    expect(await storedPicture(screen)).toBeNull()
  })

  test("a picture that the database refuses comes back beside its field and changes nothing @M-upload", async () => {
    for (const screen of screens) {
      await upload(screen, "")
      const before = (await storedPicture(screen)) ?? ""
      const eventCount = (await db.select().from(recordedEvents)).length
      await withoutWriting(screen.table, async () => {
        const refused = await upload(screen, before)
        expect(refused, screen.path).toMatchObject({ status: 503, data: { values: { intent: screen.intent } } })
        expect(refused.data?.errors["image"], screen.path).toMatch(failed)
        const removal = await send(screen, { intent: `retirer-${screen.intent}`, vu: before })
        expect(removal, screen.path).toMatchObject({
          status: 503,
          data: {
            errors: {
              image: "Erreur lors de la sauvegarde. L’image n’a pas été retirée\u00a0: réessayez dans un instant.",
            },
          },
        })
      })
      // Also when the picture itself could not be recorded.
      const unrecorded = await withoutWriting("images", () => upload(screen, before))
      expect(unrecorded.data?.errors["image"], screen.path).toMatch(failed)
      expect(await storedPicture(screen), screen.path).toBe(before)
      expect(await db.select().from(recordedEvents)).toHaveLength(eventCount)
    }
  })

  test("a picture of the carousel or of a manual comes back beside its field too @M-upload", async () => {
    const carousel = { page: servicesPage, path: "/admin/services", intent: "carrousel" }
    for (const table of ["services_page_images", "images"]) {
      const refused = await withoutWriting(table, () => upload(carousel, ""))
      expect(refused, table).toMatchObject({ status: 503, data: { values: { intent: "carrousel" } } })
      expect(refused.data?.errors["image"], table).toMatch(failed)
    }
    const { status, data } = await withoutWriting("images", () => sendManual({}, file))
    expect(status).toBe(422)
    expect(data?.errors["fichier-0"]).toMatch(failed)
    expect(data).toMatchObject({ values: { title: "Le papier", content: "Ouvrez le capot." } })
  })

  test("a picture of a manual is removed", async () => {
    const stored = async () => (await readStoredManual(product)) ?? { sections: [], updatedAt: new Date(0) }
    await sendManual({}, file)
    const before = await stored()
    const image_url = before.sections[0]?.image_url ?? ""
    expect(image_url).toMatch(/^\/files\/manuals\//)
    await sendManual({ vu: before.updatedAt.toISOString(), image_url, sans_image: "0" })
    expect((await stored()).sections).toMatchObject([{ title: "Le papier", image_url: null }])
  })
})

describe("a text typed beside a picture", () => {
  test("a caption of the carousel comes back when it could not be saved", async () => {
    await upload({ page: servicesPage, path: "/admin/services", intent: "carrousel" }, "")
    const [slide] = await db.select().from(servicesPageImages)
    const [photo, vu] = [slide?.id ?? "", slide?.updatedAt.toISOString() ?? ""]
    const caption = { intent: "decrire", vu, photo, legende: "Le bal", description: "Des danseurs" }
    const refused = await withoutWriting("services_page_images", () =>
      send({ page: servicesPage, path: "/admin/services" }, caption),
    )
    expect(refused).toMatchObject({
      status: 503,
      data: {
        errors: { legende: "Erreur lors de la sauvegarde. Réessayez dans un instant." },
        values: { photo, legende: "Le bal", description: "Des danseurs" },
      },
    })
  })

  test("a saved text stays on the page with its unsent picture", async () => {
    const [, , , , option, review] = screens
    if (!option || !review) throw new Error("There are no screens")
    const id = new URL(review.path, "http://x").searchParams.get("entree") ?? ""
    const versionOf = async (table: string) => {
      const { rows } = await db.execute<{ at: string }>(sql`select updated_at as at from ${sql.identifier(table)}`)
      return new Date(rows[0]?.at ?? "").toISOString()
    }
    const text = {
      intent: "enregistrer",
      id,
      vu: await versionOf("testimonials"),
      author: "Nadia",
      day: "2026-06-12",
      rating: "5",
      text: "Parfait",
      isExample: "",
    }
    expect(await send(review, { ...text, rester: "oui" })).toMatchObject({ status: 303, to: review.path })
    expect(await send(review, text)).toMatchObject({ status: 303, to: "/admin/testimonials" })
    const optionId = new URL(option.path, "http://x").searchParams.get("option") ?? ""
    const fields = {
      intent: "enregistrer",
      id: optionId,
      parent: "",
      vu: await versionOf("product_options"),
      name: "Décor",
      price: "0",
      unit: "unit",
      quantityStep: "1",
      minQuantity: "0",
      maxQuantity: "",
    }
    expect(await send(option, { ...fields, rester: "oui" })).toMatchObject({ status: 303, to: option.path })
    expect(await send(option, fields)).toMatchObject({ status: 303, to: `/admin/options?produit=${product}` })
  })
})
