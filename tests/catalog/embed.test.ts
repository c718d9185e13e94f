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

/** What a person reads. */
const textOf = (html: string) =>
  html
    .replace(/<(style|script)[^>]*>[^]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

beforeEach(async () => {
  await makeFinanceSettings()
})

describe("the frame on another site", () => {
  test("says the day is free and what it costs delivered, and leads to the options", async () => {
    const { id } = await makeProduct({ name: "Le Miroir" })
    const { html } = await embed(id, `?date=${saturday}&cp=94130`)
    expect(textOf(html)).toContain("Disponible le 12 juin")
    expect(textOf(html)).toContain("livré le 12 juin")
    expect(html).toContain(`href="/book/${id}?step=options&amp;dates=${saturday}&amp;cp=94130" target="_top"`)
  })

  test("says that a day is not to be had, and leads to those near it", async () => {
    const { id } = await makeProduct()
    const { id: owner, name } = await makeAdministrator()
    const actor = { kind: "administrator", id: owner, name } as const
    await blockDays(actor, { productId: id, days: [saturday] }, new Date())
    const { html } = await embed(id, `?date=${saturday}`)
    expect(textOf(html)).toMatch(/Fermé le 12 juin\. Libre les/)
    expect(html).toMatch(/dates=2027-06-(05|19)" target="_top"/)
  })

  test("says what is wrong beside the field, and keeps what was typed", async () => {
    const { id } = await makeProduct()
    const { html } = await embed(id, `?date=2027-02-30&cp=%3Cb%3E12`)
    expect(textOf(html)).toContain("n’est pas une date du calendrier")
    expect(textOf(html)).toContain("Un code postal compte 5 chiffres")
    expect(html).toContain('value="&lt;b&gt;12"')
  })

  test("of a product that is not for rent leads to the catalogue", async () => {
    const { id } = await makeProduct({ isActive: false })
    const { answer, html } = await embed(id)
    expect(answer.status).toBe(404)
    expect(textOf(html)).toContain("Ce produit n’est plus proposé")
  })

  test("may be framed by any site, and runs and shows nothing but its own", async () => {
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

  test("weighs under 15 kB with its loader and the company's colour", async () => {
    const { id } = await makeProduct({ name: "Photomaton à soufflet de la grande maison", stock: 3 })
    const { html } = await embed(id, `?date=${saturday}&cp=94130`)
    const color = theme({ url: new URL("http://localhost/theme.css?couleur=ff7755") } as Parameters<typeof theme>[0])
    const sizes = [html, await readFile("public/embed.js", "utf8"), await color.text()].map((text) =>
      Buffer.byteLength(text),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15_000)
  })
})
