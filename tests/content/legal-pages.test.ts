import { createHash } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as cookiesPage from "../../app/site/legal/cookies/route.tsx"
import * as legalPage from "../../app/site/legal/route.tsx"
import { LegalArticle } from "../../app/site/legal/article.tsx"
import { requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { readCookieConsent } from "../../server/shop/content/cookie-consent.ts"
import { db } from "../../server/platform/database.server.ts"
import {
  listOutdatedPages,
  findOutdatedText,
  publishLegalText,
  republishLegalText,
} from "../../server/shop/content/edit-legal.ts"
import { loadCurrentFacts } from "../../server/shop/content/freeze-legal.ts"
import { freezeCurrentTerms, readAcceptedText } from "../../server/shop/content/legal.ts"
import { acceptedTextPaths } from "../../app/http/legal-path.ts"
import { loader as legalTextFile } from "../../app/machine/legal-file.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { legalTexts, siteConfig } from "../../server/platform/schema/content.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { legalPages } from "../../domain/content/legal-pages.ts"
import { ensureLegalTexts } from "../../seed/legal-texts.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, elementIn, renderPage, visibleText } from "../harness/page.ts"
import { renderPart } from "../harness/render-part.ts"
import { postRequest, routeArgs, catchThrown } from "../accounts/browser.ts"

beforeEach(freshDatabase)

async function read(page: string, query = "") {
  return await legalPage.loader((await routeArgs(requestFrom({ path: `/legal/${page}${query}` }), { page })) as never)
}

async function pageStatus(page: string, query = ""): Promise<number | undefined> {
  return ((await catchThrown(() => read(page, query))) as { init?: { status?: number } }).init?.status
}

const publish = (version: number, content: string, on = "2027-01-01") =>
  db.insert(legalTexts).values({
    page: "cgv",
    version,
    title: "Conditions générales de vente",
    content,
    publishedAt: new Date(`${on}T09:00:00Z`),
  })

describe("a legal page", () => {
  test("a legal page shows the text in force with its date, filled with the company's details @R-static-texts", async () => {
    await db.insert(siteConfig).values({ companyName: "Le Bal perdu" })
    await publish(1, "## Un\n\nAncienne.", "2026-11-21")
    await publish(2, "## Objet\n\n{{entreprise.nom}} loue. {{#si entreprise.rcs}}RCS {{entreprise.rcs}}.{{/si}}")
    const { text, canonical } = await read("cgv")
    expect(text).toMatchObject({
      version: 2,
      date: "1er janvier 2027",
      inForce: true,
      headings: [{ id: "objet", text: "Objet", level: 2 }],
    })
    expect(text.html).toContain("<p>Le Bal perdu loue.</p>")
    expect(text.versions).toEqual([
      { version: 2, date: "1er janvier 2027" },
      { version: 1, date: "21 novembre 2026" },
    ])
    expect(canonical).toBe("http://localhost:3000/legal/cgv")
  })

  test("a legal page keeps older versions readable, and out of search engines", async () => {
    await publish(1, "Ancienne.", "2026-11-21")
    await publish(2, "Nouvelle.")
    const { text, canonical } = await read("cgv", "?version=1")
    expect(text).toMatchObject({ version: 1, inForce: false, html: "<p>Ancienne.</p>\n" })
    expect(canonical).toBeNull()
  })

  const editor: Staff = { kind: "administrator", id: "00000000-0000-4000-8000-000000000001", name: "Camille" }

  test("a published text never changes with the company (D44) @E-legal-texts", async () => {
    await db.insert(siteConfig).values({
      companyName: "Le Bal perdu",
      accessibilityPercent: 85,
      accessibilityAuditedOn: "2026-11-21",
      accessibilityAuditedBy: "Camille",
    })
    await publishLegalText({
      actor: editor,
      page: "cgv",
      typed: { title: "CGV", content: "{{entreprise.nom}}, {{accessibilite.etat}}." },
      loaded: 0,
    })
    await db.update(siteConfig).set({ companyName: "La Belle Équipe", accessibilityPercent: 100 })
    expect((await read("cgv")).text.html).toBe("<p>Le Bal perdu, partiellement conforme.</p>\n")
    await publishLegalText({
      actor: editor,
      page: "cgv",
      typed: { title: "CGV", content: "{{entreprise.nom}} loue." },
      loaded: 1,
    })
    expect((await read("cgv", "?version=1")).text.html).toBe("<p>Le Bal perdu, partiellement conforme.</p>\n")
    expect((await read("cgv")).text.html).toBe("<p>La Belle Équipe loue.</p>\n")
  })

  test("a text changes with the settings only as a new version, which the owner has read (D44) @E-legal-texts", async () => {
    await db.insert(siteConfig).values({ companyName: "Le Bal perdu" })
    await publishLegalText({
      actor: editor,
      page: "cgv",
      typed: { title: "CGV", content: "{{entreprise.nom}} loue.\n\nRien d’autre." },
      loaded: 0,
    })
    expect(await findOutdatedText("cgv")).toBeNull()
    await db.update(siteConfig).set({ companyName: "La Belle Équipe" })
    const outdated = await findOutdatedText("cgv")
    expect(await listOutdatedPages(await loadCurrentFacts())).toEqual(["cgv"])
    if (!outdated) throw new Error("The name has changed")
    expect([outdated.version, outdated.before, outdated.after]).toEqual([
      1,
      "Le Bal perdu loue.\n\nRien d’autre.",
      "La Belle Équipe loue.\n\nRien d’autre.",
    ])
    // A setting changes while the owner reads: the owner does not consent to that.
    await db.update(siteConfig).set({ companyName: "La Troisième" })
    expect(await republishLegalText(editor, "cgv", outdated)).toMatchObject({ error: { kind: "read-again" } })
    await db.update(siteConfig).set({ companyName: "La Belle Équipe" })
    expect(await republishLegalText(editor, "cgv", outdated)).toMatchObject({ ok: true, value: { version: 2 } })
    expect((await read("cgv")).text.html).toContain("La Belle Équipe loue.")
    expect((await read("cgv", "?version=1")).text.html).toContain("Le Bal perdu loue.")
    expect(await findOutdatedText("cgv")).toBeNull()
    expect(await listOutdatedPages(await loadCurrentFacts())).toEqual([])
    expect(await republishLegalText(editor, "cgv", { ...outdated, version: 2 })).toMatchObject({
      error: { kind: "unchanged" },
    })
  })

  test("a standard text follows the settings until somebody accepts it, and is then frozen (D44)", async () => {
    await ensureLegalTexts()
    await db.insert(siteConfig).values({ companyName: "Le Bal perdu" })
    await db.update(siteConfig).set({ companyName: "La Belle Équipe" })
    expect((await read("cgv")).text.html).toContain("La Belle Équipe")
    expect((await read("cgv")).text.file).toBeNull()
    expect(await freezeCurrentTerms()).toBe("cgv-1")
    await db.update(siteConfig).set({ companyName: "La Troisième" })
    const { text } = await read("cgv")
    expect(text.html).toContain("La Belle Équipe")
    expect(text.html).not.toContain("La Troisième")
    // The file is the accepted text, and its hash is that of the signature's evidence.
    const paths = acceptedTextPaths("cgv-1")
    expect(paths).toEqual({ version: 1, read: "/legal/cgv?version=1", file: text.file })
    const args = await routeArgs(requestFrom({ path: paths!.file }), { page: "cgv", version: "1" })
    const bytes = Buffer.from(await (await legalTextFile(args as never)).arrayBuffer())
    expect(bytes.toString()).toContain("**La Belle Équipe**")
    expect(createHash("sha256").update(bytes).digest("hex")).toBe((await readAcceptedText("cgv-1"))?.sha256)
    for (const version of ["2", "0", "01", "x", "99999999999"]) {
      const missing = await routeArgs(requestFrom({ path: "/legal/cgv/x/texte" }), { page: "cgv", version })
      expect((await legalTextFile(missing as never)).status, version).toBe(404)
    }
    expect([acceptedTextPaths(null), acceptedTextPaths("3"), await readAcceptedText("autre-1")]).toEqual([
      null,
      null,
      null,
    ])
  })

  test("a replaced standard text keeps the company's former details @E-legal-texts", async () => {
    await ensureLegalTexts()
    await db.insert(siteConfig).values({ companyName: "Le Bal perdu", companyRcs: "Créteil B 123" })
    const { text: inForce } = await read("mentions-legales")
    expect(inForce.html).toContain("Le Bal perdu")
    await publishLegalText({
      actor: editor,
      page: "mentions-legales",
      typed: { title: "Mentions légales", content: "{{entreprise.nom}} loue." },
      loaded: 1,
    })
    await db.update(siteConfig).set({ companyName: "La Belle Équipe", companyRcs: null })
    const { text: before } = await read("mentions-legales", "?version=1")
    expect([before.inForce, before.html]).toEqual([false, inForce.html])
    // A stored text stays unchanged.
    const changes = [
      sql`facts = null`,
      sql`facts = '{}'`,
      sql`content = 'autre'`,
      sql`filled = 'autre'`,
      sql`sha256 = null`,
    ]
    for (const change of changes) {
      await expect(db.execute(sql`update legal_texts set ${change} where page = 'mentions-legales'`)).rejects.toThrow()
    }
  })

  test("a legal page shows its missing legal details to its owner alone", async () => {
    await ensureLegalTexts()
    const { request } = await signedUp({
      name: "Camille",
      email: "camille@exemple.fr",
      password: "le bal du 14 juillet",
    })
    const missingAs = async (from: Request) => {
      const path = new Request(new URL("/legal/mentions-legales", from.url), { headers: from.headers })
      const { text, missing } = await legalPage.loader((await routeArgs(path, { page: "mentions-legales" })) as never)
      return { missing, page: await renderPart(LegalArticle, { text, missing }) }
    }
    const notice = "Cette page ne peut pas être publiée en l’état"
    for (const visitor of [requestFrom(), request]) {
      const { missing, page } = await missingAs(visitor)
      expect(missing).toEqual([])
      expect(page).not.toContain(notice)
    }
    await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, "camille@exemple.fr"))
    const { missing, page } = await missingAs(request)
    expect(missing).toContain("SIRET (14 chiffres)")
    expect(page).toContain(notice)
    expect(page).toContain("SIRET (14 chiffres)")
  })

  test("a legal page is 404 for an unknown name or version", async () => {
    await publish(1, "Texte.")
    for (const [page, query] of [
      ["cgu", ""],
      ["__proto__", ""],
      ["terms", ""],
      ["cgv", "?version=2"],
      ["cgv", "?version=0"],
      ["cgv", "?version=1.5"],
      ["cgv", "?version=99999999999"],
    ] as const) {
      expect(await pageStatus(page, query), page + query).toBe(404)
    }
  })

  test.each([
    ["terms", "@R-legal-terms"],
    ["privacy", "@R-legal-privacy"],
    ["cookies", "@R-legal-cookies"],
    ["cgv", "@R-legal-cgv"],
    ["mentions-legales", "@R-legal-mentions"],
    ["rgpd", "@R-legal-rgpd"],
    ["accessibility", "@R-legal-accessibility"],
    ["data-protection", "@R-legal-data"],
  ] as const)("a standard text is complete and dated in a shop without any details: %s %s", async (page, _id) => {
    await ensureLegalTexts()
    const request = requestFrom({ path: `/legal/${page}` })
    const pageModule = page === "cookies" ? cookiesPage : legalPage
    const main = visibleText(elementIn((await renderPage(pageModule, request, { page })).html, "main"))
    expect(main).toMatch(/Version 1, en vigueur depuis le \d/)
    expect(main.length).toBeGreaterThan(1_500)
    expect(main).not.toMatch(/undefined|\bnull\b|\{\{|\}\}/)
    if (page === "cookies") return
    const { text } = await read(page)
    expect(text.others).toHaveLength(legalPages.length - 1)
    expect(new Set(text.headings.map(({ id }) => id)).size).toBe(text.headings.length)
  })

  test("a standard text has a table of contents, and an older version links to the one in force", async () => {
    await ensureLegalTexts()
    const open = async (query = "") =>
      elementIn(
        (await renderPage(legalPage, requestFrom({ path: `/legal/cgv${query}` }), { page: "cgv" })).html,
        "main",
      )
    const main = await open()
    const contents = linksIn(elementIn(main, "nav", 'aria-label="Sommaire"'))
    expect(contents).toHaveLength(22)
    expect(contents.map(([name]) => name)).toContain("13. Droit de rétractation")
    for (const [name, href] of contents) expect(visibleText(elementIn(main, "h2", ` id="${href.slice(1)}"`))).toBe(name)
    expect(visibleText(main)).toContain("Signer, commande avec obligation de paiement")

    await publish(2, "## Objet\n\nNouvelles.")
    const inForce = await open()
    expect(visibleText(inForce)).toContain("Nouvelles.")
    const older = linksIn(inForce).find(([name]) => name.startsWith("Version 1 du"))?.[1] ?? ""
    const old = await open(older.slice(older.indexOf("?")))
    expect(visibleText(old)).toContain("Vous lisez une ancienne version")
    expect(visibleText(old)).toContain("13. Droit de rétractation")
    expect(linksIn(old)).toContainEqual(["Lire la version en vigueur", "/legal/cgv"])
  })

  test("a standard text cannot be edited, only followed by a new version", async () => {
    await ensureLegalTexts()
    await expect(db.execute(sql`update legal_texts set content = 'autre'`)).rejects.toThrow()
  })
})

describe("the cookie preferences", () => {
  const choose = async (fields: Record<string, string>) =>
    cookiesPage.action((await routeArgs(postRequest("/legal/cookies", fields))) as never)
  async function answered(fields: Record<string, string>) {
    const answer = await choose(fields)
    if (!(answer instanceof Response)) throw new Error("The choice was refused")
    return { status: answer.status, to: answer.headers.get("location"), cookie: answer.headers.get("set-cookie") ?? "" }
  }
  const consentOf = (cookie: string, at?: Date) =>
    readCookieConsent(
      new Request("http://localhost:3000", { headers: { cookie: `autre=1; ${cookie.split(";")[0]}` } }),
      at,
    )

  test("the preferences are stored for six months, and the page is reloaded @R-cookies-save", async () => {
    const { status, to, cookie } = await answered({ choix: "accepter", retour: "/faq?q=papier" })
    expect({ status, to }).toEqual({ status: 303, to: "/faq?q=papier" })
    expect(cookie).toMatch(/^cookiePreferences=11\.\d+; Max-Age=15724800; Path=\/; SameSite=Lax$/)
    expect(consentOf(cookie)).toEqual({ decided: true, analytics: true, marketing: true })
  })

  test("the preferences are all refused as easily as all accepted, whatever the switches", async () => {
    const { cookie } = await answered({ choix: "refuser", analytics: "oui", marketing: "oui" })
    expect(consentOf(cookie)).toEqual({ decided: true, analytics: false, marketing: false })
  })

  test("the preferences are those of the switches when saved", async () => {
    const { cookie } = await answered({ choix: "enregistrer", analytics: "oui" })
    expect(consentOf(cookie)).toEqual({ decided: true, analytics: true, marketing: false })
  })

  test("the preferences never redirect to another site", async () => {
    for (const retour of ["https://ailleurs.example", "//ailleurs.example", "/\\ailleurs.example"])
      expect((await answered({ choix: "refuser", retour })).to).toBe("/")
  })

  test("the preferences are no consent before a choice, once they are old, or when forged", async () => {
    const none = { decided: false, analytics: false, marketing: false }
    expect(readCookieConsent(requestFrom())).toEqual(none)
    expect(consentOf("cookiePreferences=oui")).toEqual(none)
    const { cookie } = await answered({ choix: "accepter" })
    expect(consentOf(cookie, new Date(Date.now() + 183 * 86_400_000))).toEqual(none)
  })

  test("an invalid choice is refused, and not stored", async () => {
    const answer = await choose({ choix: "peut-être" })
    expect(answer).toMatchObject({ init: { status: 422 } })
  })

  test("the preferences show the choice, and until when it lasts", async () => {
    await ensureLegalTexts()
    const { cookie } = await answered({ choix: "enregistrer", marketing: "oui" })
    const request = new Request("http://localhost:3000/legal/cookies", { headers: { cookie } })
    const { choice } = await cookiesPage.loader((await routeArgs(request)) as never)
    expect(choice).toMatchObject({ analytics: false, marketing: true })
    expect(
      (await cookiesPage.loader((await routeArgs(requestFrom({ path: "/legal/cookies" }))) as never)).choice,
    ).toBeNull()
  })
})
