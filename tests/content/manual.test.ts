import { describe, expect, test } from "vitest"
import { loader as qrCode } from "../../app/machine/manual-qr.ts"
import { loader as manualPage } from "../../app/site/manual/route.tsx"
import { db, pool } from "../../server/platform/database.server.ts"
import { sharp } from "../../server/platform/images/sharp.ts"
import { productManuals } from "../../server/platform/schema/catalog.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { routeArgs, catchThrown } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"

const unknown = "00000000-0000-4000-8000-000000000000"

async function open(id: string) {
  return (await manualPage((await routeArgs(requestFrom({ path: `/manual/${id}` }), { id })) as never)).manual
}

async function pageStatus(id: string): Promise<number | undefined> {
  return ((await catchThrown(() => open(id))) as { init?: { status?: number } }).init?.status
}

async function withManual(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await makeProduct(values)
  await db.insert(productManuals).values({
    productId: product.id,
    content: { sections: [{ title: "Allumer", content: "Appuyez **deux** secondes." }] },
  })
  return product
}

describe("a manual", () => {
  test("a manual shows its sections, and its link stays on its own page @R-manual-sections", async () => {
    const { id } = await withManual({ name: "Photomaton bois", features: ["Rideau"] })
    await pool.query("update products set manual_url = '/manual/' || id where id = $1", [id])
    expect(await open(id)).toMatchObject({
      name: "Photomaton bois",
      features: ["Rideau"],
      link: { href: `/manual/${id}`, isThisPage: true },
      sections: [{ title: "Allumer", html: "<p>Appuyez <strong>deux</strong> secondes.</p>\n", picture: null }],
      address: `http://localhost:3000/manual/${id}`,
    })
  })

  test("an external manual links to its address, and never to a forbidden one @R-manual-link", async () => {
    const linkOf = async (manualUrl: string | null) => (await open((await withManual({ manualUrl })).id)).link
    expect(await linkOf("https://exemple.example/notice.pdf")).toEqual({
      href: "https://exemple.example/notice.pdf",
      isThisPage: false,
    })
    for (const url of [null, "", "javascript:alert(1)", "//exemple.example", "notice.pdf"])
      expect(await linkOf(url), String(url)).toBeNull()
  })

  test("a manual stays readable while its product is withdrawn, for the machine may be at a party @R-manual-sections", async () => {
    expect(await open((await withManual({ isActive: false })).id)).toMatchObject({ sections: [{ title: "Allumer" }] })
  })

  test.each([unknown, "photomaton", "", "' or 1=1"])("the manual of an unknown product is a 404: %s", async (id) => {
    expect(await pageStatus(id)).toBe(404)
  })
})

describe("the QR code of a manual", () => {
  const fetchCode = async (id: string, query = "") =>
    qrCode((await routeArgs(requestFrom({ path: `/manual/${id}/qr.png${query}` }), { id })) as never)
  const sizeOf = async (answer: Response) => {
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return { width, height, format }
  }

  test("the QR code is a PNG of 200 pixels named after the product, or larger for print @R-manual-qr @K-qr", async () => {
    const { id } = await makeProduct()
    const answer = await fetchCode(id)
    expect(answer.headers.get("content-type")).toBe("image/png")
    expect(answer.headers.get("content-disposition")).toBe(`inline; filename="${id}.png"`)
    expect(await sizeOf(answer)).toEqual({ width: 200, height: 200, format: "png" })
    expect(await sizeOf(await fetchCode(id, "?taille=800"))).toMatchObject({ width: 800 })
    for (const size of ["1e9", "-1", "200.5", "NaN", "100000", ""])
      expect(await sizeOf(await fetchCode(id, `?taille=${size}`)), size).toMatchObject({ width: 200 })
  })

  test("the QR code of an unknown product is a 404", async () => {
    expect((await fetchCode(unknown)).status).toBe(404)
    expect((await fetchCode("x")).status).toBe(404)
  })
})
