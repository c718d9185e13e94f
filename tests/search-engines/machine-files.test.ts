import { productHref } from "../../app/site/kit/links.ts"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as icons from "../../app/machine/icons.ts"
import * as preview from "../../app/machine/link-preview.ts"
import * as manifest from "../../app/machine/manifest.ts"
import * as robots from "../../app/machine/robots.ts"
import * as securityTxt from "../../app/machine/security-txt.ts"
import * as sitemapXml from "../../app/machine/sitemap-xml.ts"
import * as sitemapPage from "../../app/site/pages/sitemap/route.tsx"
import { db } from "../../server/platform/database.server.ts"
import { sizePath } from "../../server/platform/images/names.ts"
import { findImagesByUrl } from "../../server/platform/images/queries.ts"
import { sharp } from "../../server/platform/images/sharp.ts"
import { storeImage } from "../../server/platform/images/store-image.ts"
import { productManuals, products } from "../../server/platform/schema/catalog.ts"
import { siteConfig } from "../../server/platform/schema/content.ts"
import { storage } from "../../server/platform/storage/current.server.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"

beforeAll(async () => {
  await db.insert(siteConfig).values({ companyName: "La Belle Équipe", companyIcon: "aperture" }).onConflictDoNothing()
})
beforeEach(() => db.delete(products))

type Answering = { loader(args: never): Promise<Response> | Response }

async function get(
  route: Answering,
  path: string,
  params: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return route.loader((await routeArgs(new Request(`http://localhost:3000${path}`, { headers }), params)) as never)
}

const readBytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe("sitemap.xml", () => {
  test("sitemap.xml lists the public pages, products and manuals, with their last change", async () => {
    const visible = await makeProduct({ updatedAt: new Date("2027-05-01T09:00:00Z") })
    const documented = await makeProduct()
    await db
      .insert(productManuals)
      .values({ productId: documented.id, content: { sections: [] }, updatedAt: new Date("2027-05-02T09:00:00Z") })
    const hidden = await makeProduct({ isActive: false })
    const archived = await makeProduct({ isActive: false, archivedAt: new Date() })

    const answer = await get(sitemapXml, "/sitemap.xml")
    const text = await answer.text()
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8")
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/,
    )
    const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)]
    const changes = new Map(
      entries.map(([, address = "", changed]) => [address.replace("http://localhost:3000", ""), changed]),
    )
    expect(changes.get(productHref(visible))).toBe("2027-05-01T09:00:00.000Z")
    expect(changes.get(`/manual/${documented.id}`)).toBe("2027-05-02T09:00:00.000Z")
    for (const path of ["/", "/catalog", "/contact", "/legal/cgv", productHref(documented)])
      expect(changes.has(path), path).toBe(true)
    for (const id of [hidden.id, archived.id]) expect(text).not.toContain(id)
    expect(text).not.toContain(`/manual/${visible.id}`)
    expect(entries.length).toBe((text.match(/<loc>/g) ?? []).length)
  })
})

describe("the site's map", () => {
  test("the map lists products and manuals by name", async () => {
    const product = await makeProduct({ name: "Miroir magique" })
    await db.insert(productManuals).values({ productId: product.id })
    const { groups } = await sitemapPage.loader()
    expect(groups).toEqual([
      { title: "Produits", pages: [{ path: `/product/miroir-magique-${product.id}`, label: "Miroir magique" }] },
      { title: "Notices", pages: [{ path: `/manual/${product.id}`, label: "Notice\u00A0: Miroir magique" }] },
    ])
  })

  test("the map has no empty part", async () => {
    expect((await sitemapPage.loader()).groups).toEqual([])
  })
})

describe("robots.txt", () => {
  test("robots.txt excludes private pages, and names the sitemap", async () => {
    const lines = (await (await get(robots, "/robots.txt")).text()).split("\n")
    for (const path of ["/admin", "/account", "/api/", "/connexion", "/cart", "/payer/"])
      expect(lines).toContain(`Disallow: ${path}`)
    expect(lines).toContain("Sitemap: http://localhost:3000/sitemap.xml")
    expect(lines).not.toContain("Disallow: /")
  })
})

describe("security.txt", () => {
  test("security.txt names the shop's address, an end within a year, and itself (RFC 9116)", async () => {
    await db.update(siteConfig).set({ companyEmail: "bonjour+100%@exemple.fr" })
    const answer = await get(securityTxt, "/.well-known/security.txt")
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8")
    const fields = new Map((await answer.text()).split("\n").map((line) => [line.split(": ")[0], line.split(": ")[1]]))
    expect(fields.get("Contact")).toBe("mailto:bonjour+100%25@exemple.fr")
    expect(fields.get("Canonical")).toBe("http://localhost:3000/.well-known/security.txt")
    expect(fields.get("Preferred-Languages")).toBe("fr, en")
    const daysLeft = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(90)
    expect(daysLeft).toBeLessThan(365)
  })

  test("a shop without an address has no security.txt", async () => {
    await db.update(siteConfig).set({ companyEmail: null })
    const answer = await get(securityTxt, "/.well-known/security.txt")
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe("Cette boutique n’a pas d’adresse de contact.\n")
  })
})

describe("a link preview", () => {
  const previewOf = async (id: string) => (await get(preview, `/og/${id}.jpg`, { file: `${id}.jpg` })).arrayBuffer()
  const colored = async (background: string) => {
    const body = await sharp({ create: { width: 400, height: 800, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const stored = await storeImage({ bucket: "products", folder: "products", body })
    if (!stored.ok) throw new Error(stored.error.problem)
    return stored.value.url
  }

  test("a preview exists for the site and each catalogue product, and for nothing else", async () => {
    const product = await makeProduct()
    const hidden = await makeProduct({ isActive: false })
    for (const name of ["site", product.id]) {
      const answer = await get(preview, `/og/${name}.jpg`, { file: `${name}.jpg` })
      expect(answer.headers.get("content-type")).toBe("image/jpeg")
      const bytes = await readBytes(answer)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 })
      expect(bytes.length).toBeLessThan(300_000)
    }
    for (const file of [`${hidden.id}.jpg`, "autre.jpg", `${product.id}.png`, "..%2fsite.jpg", ""]) {
      expect((await get(preview, "/og/x", { file })).status, file).toBe(404)
    }
  })

  test("a preview shows the product's picture from edge to edge, else the shop's, else our own", async () => {
    const product = await makeProduct({ imageUrl: await colored("#0000ff") })
    const bare = await makeProduct()
    const corner = async (id: string) => {
      const pixel = sharp(await previewOf(id)).extract({ left: 0, top: 0, width: 1, height: 1 })
      const [red = 0, , blue = 0] = await pixel.raw().toBuffer()
      return { red: red > 200, blue: blue > 200 }
    }
    expect(await corner(product.id)).toEqual({ red: false, blue: true })
    const ours = await previewOf("site")
    expect(await previewOf(bare.id)).toEqual(ours)
    await db.update(siteConfig).set({ heroImageUrl: await colored("#ff0000") })
    for (const name of ["site", bare.id]) expect(await corner(name)).toEqual({ red: true, blue: false })
    await db.update(siteConfig).set({ heroImageUrl: null })
  })

  test("a preview falls back to our own picture when the product's file is missing", async () => {
    const imageUrl = await colored("#00ff00")
    const [image] = (await findImagesByUrl([imageUrl])).values()
    if (!image) throw new Error("The picture has no row")
    for (const width of image.widths) await (await storage()).remove(image.bucket, sizePath(image.path, width, "webp"))
    const product = await makeProduct({ imageUrl })
    expect(await previewOf(product.id)).toEqual(await previewOf("site"))
  })

  test("an unchanged preview is not sent again", async () => {
    const product = await makeProduct({ imageUrl: await colored("#0000ff") })
    const file = `${product.id}.jpg`
    const etag = (await get(preview, `/og/${file}`, { file })).headers.get("etag") ?? ""
    const again = await get(preview, `/og/${file}`, { file }, { "if-none-match": etag })
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""])
    await db.update(products).set({ imageUrl: await colored("#ff0000") })
    expect((await get(preview, `/og/${file}`, { file }, { "if-none-match": etag })).status).toBe(200)
  })
})

describe("the company's icon", () => {
  test.each([
    ["apple-touch-icon.png", 180],
    ["192.png", 192],
    ["512.png", 512],
    ["maskable-512.png", 512],
  ])("the icon is available as %s", async (name, side) => {
    const answer = await get(icons, `/icones/${name}`)
    expect(await sharp(await readBytes(answer)).metadata()).toMatchObject({ format: "png", width: side, height: side })
  })

  test("the icon is a drawing too, and a Windows icon with a picture of 32 pixels", async () => {
    const svg = await get(icons, "/favicon.svg")
    expect(svg.headers.get("content-type")).toBe("image/svg+xml")
    expect(await svg.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    const ico = await readBytes(await get(icons, "/favicon.ico"))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 1, 32])
    expect(await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).toMatchObject({ format: "png", width: 32 })
    expect(ico.length).toBe(ico.readUInt32LE(18) + ico.readUInt32LE(14))
  })

  test("the icon follows the owner's choice", async () => {
    const drawn = async () => (await get(icons, "/favicon.svg")).text()
    const aperture = await drawn()
    await db.update(siteConfig).set({ companyIcon: "camera" })
    const camera = await drawn()
    await db.update(siteConfig).set({ companyName: "Guinguette" })
    expect(new Set([aperture, camera, await drawn()]).size).toBe(3)
    await db.update(siteConfig).set({ companyName: "La Belle Équipe" })
  })

  test.each(["/icones/513.png", "/icones/constructor", "/icones/"])("an invalid icon is a 404: %s", async (path) => {
    expect((await get(icons, path)).status).toBe(404)
  })
})

describe("the manifest", () => {
  test("the manifest has the name, the start and the icons of 192 and 512 pixels for a home screen", async () => {
    const answer = await get(manifest, "/manifest.webmanifest")
    expect(answer.headers.get("content-type")).toBe("application/manifest+json")
    const read: { icons: { src: string; sizes: string; purpose?: string }[] } = await answer.json()
    expect(read).toMatchObject({ name: "La Belle Équipe", lang: "fr", start_url: "/", display: "minimal-ui" })
    expect(read.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["any", "192x192", "512x512"]))
    expect(read.icons.some(({ purpose }) => purpose === "maskable")).toBe(true)
    for (const { src } of read.icons) expect((await get(icons, src)).status, src).toBe(200)
  })
})
