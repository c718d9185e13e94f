import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { beforeEach, describe, expect, test } from "vitest"
import { loader } from "../../app/site/embed/route.tsx"
import { loader as theme } from "../../app/machine/theme.ts"
import { blockDays } from "../../server/availability/block.ts"
import { makeAdministrator, makeFinanceSettings, makeProduct } from "../factories.ts"
import { routeArgs } from "../accounts/browser.ts"

const saturday = "2027-06-12"

async function embed(id: string, query = "") {
  const args = await routeArgs(new Request(`http://localhost:3000/embed/${id}${query}`), { id })
  const answer = await loader(args as unknown as Parameters<typeof loader>[0])
  return { answer, html: await answer.text() }
}

const stripTags = (html: string) =>
  html
    .replace(/<(style|script)[^>]*>[^]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

beforeEach(async () => {
  await makeFinanceSettings()
})

describe("the frame on another site", () => {
  test("the frame says that the day is free with its delivered price, and leads to the options", async () => {
    const { id } = await makeProduct({ name: "Le Miroir" })
    const { html } = await embed(id, `?date=${saturday}&cp=94130`)
    expect(stripTags(html)).toContain("Disponible le 12 juin")
    expect(stripTags(html)).toContain("livré le 12 juin")
    expect(html).toContain(`href="/book/${id}?step=options&amp;dates=${saturday}&amp;cp=94130" target="_top"`)
  })

  test("the frame says that a day is unavailable, and leads to those near it", async () => {
    const { id } = await makeProduct()
    const { id: owner, name } = await makeAdministrator()
    const actor = { kind: "administrator", id: owner, name } as const
    await blockDays(actor, { productId: id, days: [saturday] }, new Date())
    const { html } = await embed(id, `?date=${saturday}`)
    expect(stripTags(html)).toMatch(/Fermé le 12 juin\. Libre les/)
    expect(html).toMatch(/dates=2027-06-(05|19)" target="_top"/)
  })

  test("the frame shows an error beside its field, and keeps the typed values", async () => {
    const { id } = await makeProduct()
    const { html } = await embed(id, `?date=2027-02-30&cp=%3Cb%3E12`)
    expect(stripTags(html)).toContain("n’est pas une date du calendrier")
    expect(stripTags(html)).toContain("Un code postal compte 5 chiffres")
    expect(html).toContain('value="&lt;b&gt;12"')
  })

  test("the frame of an unrentable product leads to the catalogue", async () => {
    const { id } = await makeProduct({ isActive: false })
    const { answer, html } = await embed(id)
    expect(answer.status).toBe(404)
    expect(stripTags(html)).toContain("Ce produit n’est plus proposé")
  })

  test("the frame may be embedded by any site, and loads only its own resources", async () => {
    const { answer, html } = await embed((await makeProduct()).id)
    const hash = (element: string) => {
      const [, text = ""] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? []
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
    }
    const policy = answer.headers.get("content-security-policy")
    expect(policy).toContain("frame-ancestors *")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src ${hash("script")};`)
    expect(policy).toContain(hash("style"))
  })

  test("the frame weighs under 15 kB with its loader and the company's colour", async () => {
    const { id } = await makeProduct({ name: "Photomaton à soufflet de la grande maison", stock: 3 })
    const { html } = await embed(id, `?date=${saturday}&cp=94130`)
    const color = theme({ url: new URL("http://localhost/theme.css?couleur=ff7755") } as Parameters<typeof theme>[0])
    const sizes = [html, await readFile("public/embed.js", "utf8"), await color.text()].map((text) =>
      Buffer.byteLength(text),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000)
  })
})
