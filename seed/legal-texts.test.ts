import { beforeEach, describe, expect, test } from "vitest"
import { type LegalFrame, legalFacts } from "../domain/content/legal-facts.ts"
import { periods } from "../domain/retention/periods.ts"
import { fillTemplate } from "../domain/content/legal-template.ts"
import { freezeCurrentTerms } from "../server/shop/content/legal.ts"
import { type LegalPage } from "../domain/content/legal-pages.ts"
import { renderMarkdown } from "../server/platform/rendering/markdown.ts"
import { readSiteConfig } from "../server/shop/content/site.ts"
import { db } from "../server/platform/database.server.ts"
import { readFinanceSettings } from "../server/shop/settings/queries.ts"
import { legalTexts } from "../server/platform/schema/content.ts"
import { legalPages } from "../domain/content/legal-pages.ts"
import { freshDatabase } from "../tests/harness/database.ts"
import { catalogue } from "./catalog.ts"
import { ensureLegalTexts, readLegalDraft } from "./legal-texts.ts"

const frame: LegalFrame = { origin: "https://guinguette.example", publishedOn: "2026-11-21" }
const { siteConfiguration, financeSettings } = catalogue

beforeEach(freshDatabase)

async function readAs(
  page: LegalPage,
  changes: Partial<typeof siteConfiguration> = {},
  settings: Partial<typeof financeSettings> = {},
) {
  const { content } = await readLegalDraft(page)
  return fillTemplate(
    content,
    legalFacts({ ...siteConfiguration, ...changes }, { ...financeSettings, ...settings }, frame),
  )
}

function missingFrom(text: string, words: readonly string[]): string[] {
  const plain = (each: string) => each.replace(/[\u00a0\u202f]/g, " ")
  return words.filter((each) => !plain(text).includes(plain(each)))
}

describe("the legal texts of a new shop", () => {
  test("the texts exist on the first day, each as its version 1, and are written once", async () => {
    await Promise.all([ensureLegalTexts(), ensureLegalTexts()])
    await ensureLegalTexts()
    const rows = await db.select().from(legalTexts)
    expect(rows.map(({ page, version }) => `${page} ${version}`).sort()).toEqual(
      legalPages.map((page) => `${page} 1`).sort(),
    )
    expect(await freezeCurrentTerms()).toBe("cgv-1")
  })

  test("the texts never replace the owner's own", async () => {
    await db.insert(legalTexts).values({ page: "cgv", version: 3, title: "À moi", content: "À moi." })
    await ensureLegalTexts()
    expect(await freezeCurrentTerms()).toBe("cgv-3")
    expect(await db.select().from(legalTexts)).toHaveLength(legalPages.length)
  })

  test.each(legalPages)("the texts name only existing facts, and leave no gap: %s @R-static-texts", async (page) => {
    const config = await readSiteConfig()
    const finance = await readFinanceSettings()
    const { content } = await readLegalDraft(page)
    for (const facts of [legalFacts(siteConfiguration, financeSettings, frame), legalFacts(config, finance, frame)]) {
      const { text, unknown } = fillTemplate(content, facts)
      expect(unknown).toEqual([])
      // Finds a colon, a preposition or brackets with nothing after them.
      const gaps =
        /\bundefined\b|\bnull\b|\bNaN\b|\{\{|\}\}|[:(] *[.,;)]|\(\s*\)|(?<![\p{L}’])(?:au|du|à|est)\s*[.,;]| {2,}\S/gu
      expect([...text.matchAll(gaps)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 20))).toEqual([])
    }
  })

  test.each(legalPages)("the texts follow French typography, and link only to existing pages: %s", async (page) => {
    const { title, content } = await readLegalDraft(page)
    const slips = [...`${title}\n${content}`.matchAll(/['"!…]|\.\.\.| [:;?»€%]|« /g)]
    expect(slips.map(({ index, input }) => input.slice(Math.max(0, index - 30), index + 10))).toEqual([])
    expect(title).not.toBe("")
    for (const [, path = ""] of content.matchAll(/\]\((\/[^)#]*)/g)) {
      expect([
        "/contact",
        "/account",
        "/account/mes-donnees",
        "/newsletter",
        ...legalPages.map((each) => `/legal/${each}`),
      ]).toContain(path)
    }
    const { headings } = renderMarkdown(content, { anchors: true })
    expect(headings.length).toBeGreaterThanOrEqual(4)
  })

  test("the texts link to existing sections of one another", async () => {
    for (const page of legalPages) {
      const { content } = await readLegalDraft(page)
      for (const [, target = "", anchor = ""] of content.matchAll(/\]\(\/legal\/([a-z-]+)#([^)]+)\)/g)) {
        if (anchor === "preferences") continue
        const { content: other } = await readLegalDraft(target as LegalPage)
        expect(renderMarkdown(other, { anchors: true }).headings.map(({ id }) => id)).toContain(anchor)
      }
    }
  })
})

test.each(legalPages)("the texts omit what the owner has not set, and invent nothing: %s", async (page) => {
  const empty = Object.fromEntries(
    ["companyAddress", "companyPhone", "companyEmail", "companySiret", "companyRcs", "legalForm", "shareCapital"]
      .concat(["vatNumber", "publicationDirector", "hostingNotice", "mediatorName", "mediatorUrl", "insurance"])
      .map((name) => [name, null]),
  )
  const { text } = await readAs(page, empty, { warehouseStreet: "", warehouseZipCode: "", warehouseCity: "" })
  expect(text).not.toMatch(/non renseigné/)
  expect(text).not.toMatch(/^(#+) .*\n+\1 /m)
  expect(text).not.toMatch(/\n#+ [^\n]*$/)
  if (page !== "mentions-legales") return
  const displayedText = (await readAs(page)).text
  for (const heading of ["Hébergement", "Direction de la publication", "Assurance", "Médiation"]) {
    expect(displayedText).toContain(`## ${heading}`)
    expect(text).not.toContain(`## ${heading}`)
  }
})

describe("the sales terms", () => {
  test("the terms match the settings on price, payment, cancellation and withdrawal (D6, D11, D27, D29, D33)", async () => {
    const { text } = await readAs("cgv")
    expect(
      missingFrom(text, [
        "toutes taxes comprises (TVA comprise au taux de 20 %)",
        "un acompte de 30 % du total",
        "7 jours avant le premier jour de location",
        "offerte jusqu’à 10 km",
        "2 € par kilomètre",
        "de 29 à 14 jours avant : nous gardons 50 % du total",
        "pendant **14 jours**",
        "au bout de 7 jours",
      ]),
    ).toEqual([])
    const { text: other } = await readAs(
      "cgv",
      {},
      { vatMode: "franchise", downPaymentPercent: 50, balanceDaysBefore: 10 },
    )
    expect(
      missingFrom(other, [
        "Les prix sont en euros, nets (TVA non applicable, art. L.\u00a0223 et s. du CIBS)",
        "un acompte de 50 % du total",
        "10 jours avant le premier",
      ]),
    ).toEqual([])
  })

  test("the terms contain what consumer law requires (D32 to D35) @R-static-texts", async () => {
    const { text } = await readAs("cgv")
    expect(
      missingFrom(text, [
        "Confirmer la réservation",
        "Signer, commande avec obligation de paiement",
        "Nous ne gardons jamais plus que ce que vous avez versé, ou que ce qui était échu ce jour-là",
        "une indemnité égale à ce que nous aurions gardé si vous aviez annulé le même jour",
        "Vous pouvez également exercer votre droit de rétractation en ligne sur",
        "Renoncer au contrat ici",
        "Confirmer la rétractation",
        "Annexe : formulaire de rétractation",
        "articles L. 217-1 à L. 217-32",
        "Médiation Exemple",
        "<https://mediation.example>",
        "48 heures",
        "24 heures",
        "nous le conservons dix ans",
        "Vous devez être assuré",
      ]),
    ).toEqual([])
    for (const page of legalPages)
      expect((await readAs(page)).text).not.toMatch(
        /webgate|ec\.europa\.eu\/consumers\/odr|règlement en ligne des litiges/i,
      )
  })

  test("the terms name a mediator only when there is one, and omit a withdrawal that is not granted", async () => {
    const { text } = await readAs("cgv", { mediatorName: "" }, { withdrawalDays: 0 })
    expect(missingFrom(text, ["l’article L. 221-28, 12°", "saisir gratuitement un médiateur"])).toEqual([])
    expect(missingFrom(text, ["Annexe", "Renoncer au contrat ici", "Nous relevons de"])).toHaveLength(3)
  })

  test("the terms quote the statutory annexes on guarantees, R. 631-3 on courts and L. 214-2 on interest", async () => {
    const { text } = await readAs("cgv")
    expect(
      missingFrom(text, [
        "emporte obligation pour le professionnel, le cas échéant, de fournir toutes les mises à jour nécessaires",
        "Lorsque le contrat de vente du bien prévoit la fourniture d’un contenu numérique",
        "à compter de la fourniture du contenu numérique ou du service numérique",
        "article L. 242-18-1",
        "soit l’une des juridictions territorialement compétentes en vertu du code de procédure civile, soit la juridiction du lieu où vous demeuriez au moment de la conclusion du contrat ou de la survenance du fait dommageable",
        "à l’expiration d’un délai de trois mois à compter du versement, jusqu’à l’exécution de la location",
      ]),
    ).toEqual([])
  })
})

test("the retention periods match the specification and the jobs", async () => {
  const { text } = await readAs("privacy")
  expect(
    missingFrom(text, [
      "3 ans après votre dernière activité",
      "| 10 ans",
      `Identifiants de transaction de notre prestataire de paiement | ${periods.transactionMonths} mois après le paiement`,
      "elles ne passent pas par ce site",
      "13 mois au plus",
      "Nous répondons dans le mois",
      `${periods.contactYears} ans après le dernier échange`,
      `| Contrats jamais signés, et la trace de leur lecture | ${periods.unsignedContractMonths} mois |`,
      `| Réservation commencée et non envoyée | ${periods.draftDays} jours |`,
      `${periods.sentMailDays} jours après leur départ, ou ${periods.undeliveredMailMonths} mois s’ils n’ont pas pu partir`,
      `${periods.outboxDays} jours de plus dans un dossier`,
      "| Registre de ce qui a été fait (qui, quoi, quand) | aussi longtemps que le site",
      `après un avertissement ${periods.accountNoticeDays} jours avant`,
    ]),
  ).toEqual([])
  const unconfirmed = periods.newsletterConfirmDays + periods.newsletterPendingDays
  expect(
    missingFrom(text, [
      `désinscription, puis ${periods.newsletterLeftYears} ans`,
      `une adresse qui n’a pas été confirmée, ${unconfirmed} jours`,
      `| Nombre de vues des pages | ${periods.pageViewMonths} mois |`,
    ]),
  ).toEqual([])
})

test("the accessibility statement says 85 %, partially compliant, and the date of its review @R-static-accessibility @K-accessibility-85", async () => {
  const { text } = await readAs("accessibility")
  expect(
    missingFrom(text, [
      "**partiellement conforme (exemple)**",
      "**85 %** des critères",
      "au plus tard le 21 novembre 2027",
    ]),
  ).toEqual([])
})

test("the accessibility statement of a shop without an audit says so, and claims no share (D51)", async () => {
  const { text } = await readAs("accessibility", { accessibilityAuditedOn: null })
  expect(text).toContain("**non audité**")
  expect(text).not.toMatch(/conforme\*\*|\d+\s%\*\* des critères|L’audit mené/)
  const audited = await readAs("accessibility")
  expect(audited.text).toContain("L’audit mené le 21 novembre 2026 par")
})

test("the data protection page names the geocoding provider, whichever it is", async () => {
  const { content } = await readLegalDraft("data-protection")
  const read = (geocoder: "ban" | "google" | "offline") =>
    fillTemplate(content, legalFacts(siteConfiguration, financeSettings, { ...frame, geocoder })).text
  expect(read("google")).toContain("| Google Ireland Limited (Google Maps Platform) |")
  expect(read("google")).not.toContain("Base Adresse Nationale")
  expect(read("ban")).toContain("| Base Adresse Nationale (État français) |")
  expect(read("offline")).not.toMatch(/Google|Base Adresse/)
  for (const geocoder of ["ban", "google", "offline"] as const) expect(read(geocoder)).not.toMatch(/\|\n\n\|/)
})
