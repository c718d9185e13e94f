import { describe, expect, test } from "vitest"
import { cancellationList } from "../finance/cancellation-labels.ts"
import { type LegalConfig, type LegalFinance, type LegalFrame, legalFactNames, legalFacts } from "./legal-facts.ts"
import type { LegalFacts } from "./legal-template.ts"
import { missingFacts } from "./missing-facts.ts"

const config: LegalConfig = {
  companyName: "Guinguette",
  companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
  companyPhone: "01 99 00 47 12",
  companyEmail: "bonjour@guinguette.example",
  companySiret: "12345678200002",
  companyRcs: "Créteil 123 456 782",
  legalForm: "SARL",
  shareCapital: "8 000 €",
  vatNumber: "FR11123456782",
  publicationDirector: "Camille Berthelot",
  hostingNotice: "Hébergement : Hébergeur Exemple SAS, Lille, 03 53 01 12 34",
  mediatorName: "Médiation Exemple",
  mediatorUrl: "https://mediation.example",
  insurance: "Assurance Exemple",
  accessibilityPercent: 85,
  accessibilityAuditedOn: "2026-11-21",
  accessibilityAuditedBy: "Camille Martin",
  exampleClaims: [],
}
const finance: LegalFinance = {
  deliveryFeePerKm: 200,
  freeDeliveryThreshold: 10,
  maximumDeliveryDistance: null,
  warehouseStreet: "8 quai de la Marne",
  warehouseZipCode: "94340",
  warehouseCity: "Joinville-le-Pont",
  vatMode: "included",
  vatRate: 2000,
  downPaymentPercent: 30,
  balanceDaysBefore: 7,
  cancellationTiers: [
    { daysBefore: 30, refundPercent: 100 },
    { daysBefore: 14, refundPercent: 50 },
    { daysBefore: 0, refundPercent: 0 },
  ],
  withdrawalDays: 14,
  pendingExpiryDays: 7,
}
const frame: LegalFrame = { origin: "https://guinguette.example", publishedOn: "2026-11-21" }
const nothing = {
  ...Object.fromEntries(Object.keys(config).map((key) => [key, null])),
  accessibilityPercent: 85,
  accessibilityAuditedOn: "2026-11-21",
  accessibilityAuditedBy: "Camille Martin",
  exampleClaims: [],
} as unknown as LegalConfig
const facts = (changes: Partial<LegalConfig> = {}, settings: Partial<LegalFinance> = {}): LegalFacts =>
  legalFacts({ ...config, ...changes }, { ...finance, ...settings }, frame)
const value = (name: string, ...changes: Parameters<typeof facts>) => facts(...changes)[name]?.value

describe("the facts of the legal texts", () => {
  test("each fact is the owner's setting in readable form", () => {
    expect(value("entreprise.siret")).toBe("123\u00a0456\u00a0782\u00a000002")
    expect(value("entreprise.siren")).toBe("123\u00a0456\u00a0782")
    expect(value("entreprise.telephone")).toBe("[01\u00a099\u00a000\u00a047\u00a012](tel:+33199004712)")
    expect(value("entreprise.capital")).toBe("8\u202f000\u202f€")
    expect(value("entreprise.rcs")).toBe("Créteil 123\u00a0456\u00a0782")
    expect(value("entreprise.courriel")).toBe("[bonjour@guinguette.example](mailto:bonjour@guinguette.example)")
    expect(value("hebergeur")).toBe("Hébergeur Exemple SAS, Lille, 03\u00a053\u00a001\u00a012\u00a034")
    expect(value("mediateur.site")).toBe("<https://mediation.example>")
  })

  test("the depot is at its full address, else at the company's", () => {
    expect(value("depot.adresse")).toBe("8 quai de la Marne, 94340 Joinville-le-Pont")
    const otherDepot = { warehouseStreet: " 2 rue  du Port ", warehouseZipCode: " 69002 ", warehouseCity: " Lyon " }
    expect(value("depot.adresse", {}, otherDepot)).toBe("2 rue du Port, 69002 Lyon")
    expect(value("depot.adresse", {}, { ...otherDepot, warehouseZipCode: " " })).toBe("2 rue du Port, Lyon")
    for (const gap of [{ warehouseStreet: " " }, { warehouseZipCode: "", warehouseCity: " " }])
      expect(value("depot.adresse", {}, { ...otherDepot, ...gap })).toBe("8 quai de la Marne, 94340 Joinville-le-Pont")
  })

  test("the geocoding provider is named, if there is an external one", () => {
    const placer = (geocoder?: LegalFrame["geocoder"]) => {
      const allFacts = legalFacts(config, finance, { ...frame, ...(geocoder ? { geocoder } : {}) })
      return [allFacts["localisation.nom"].value, allFacts["localisation.pays"].value]
    }
    expect(placer("ban")).toEqual(["Base Adresse Nationale (État français)", "France"])
    expect(placer("google")).toEqual(["Google Ireland Limited (Google Maps Platform)", "Irlande, et États-Unis"])
    expect([placer("offline"), placer()]).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test("the accessibility audit names its author and date, or says that there is none", () => {
    expect(value("accessibilite.audit")).toBe("le 21 novembre 2026 par Camille Martin")
    for (const gap of [{ accessibilityAuditedOn: null }, { accessibilityAuditedBy: null }])
      expect(facts(gap)["accessibilite.audit"]).toEqual({ value: null, neutral: "aucun audit" })
  })

  test("retention periods read in days, months and years", () => {
    expect(value("conservation.compte")).toBe("3\u00a0ans")
    expect(value("conservation.tableaux")).toBe("1\u00a0jour")
    expect(value("conservation.lettre-attente")).toBe("37\u00a0jours")
    expect(value("conservation.releves")).toBe("13\u00a0mois")
    expect(value("conservation.choix")).toBe("6\u00a0mois")
  })

  test("financial facts come from the settings and follow their changes", () => {
    expect(value("prix.tva")).toBe("TVA comprise au taux de 20\u00a0%")
    expect(value("prix.tva", {}, { vatRate: 550 })).toBe("TVA comprise au taux de 5,5\u00a0%")
    expect(value("prix.tva", {}, { vatMode: "franchise" })).toBe("TVA non applicable, art. L.\u00a0223 et s. du CIBS")
    expect(value("prix.dits", {}, { vatMode: "franchise" })).toBe("nets")
    expect(value("prix.dits")).toBe("toutes taxes comprises")
    expect(value("tva.comprise")).toBe("oui")
    expect(facts({}, { vatMode: "franchise" })["tva.comprise"]).toEqual({ value: null, neutral: "non" })
    expect(value("paiement.acompte")).toBe("30\u00a0%")
    expect(value("paiement.solde", {}, { balanceDaysBefore: 1 })).toBe("1\u00a0jour")
    expect(value("livraison.par-km")).toBe("2\u202f€")
    expect(value("livraison.gratuite-jusqua", {}, { freeDeliveryThreshold: 12.5 })).toBe("12,5\u00a0km")
    expect(value("livraison.maximum")).toBeNull()
    expect(value("livraison.maximum", {}, { maximumDeliveryDistance: 120 })).toBe("120\u00a0km")
    expect(value("retractation.ouverte")).toBe("oui")
    expect(facts({}, { withdrawalDays: 0 })["retractation.ouverte"]).toEqual({ value: null, neutral: "non" })
  })

  test("the review is due a year after publication", () => {
    expect(value("texte.prochaine-revue")).toBe("21 novembre 2027")
    expect(legalFacts(config, finance, { ...frame, publishedOn: "2028-02-29" })["texte.prochaine-revue"]?.value).toBe(
      "28 février 2029",
    )
  })

  test("a fact never contains markup, a placeholder or a user's link", () => {
    expect(value("entreprise.nom", { companyName: "A*B* {{x}} <b> [c](d)\n# Titre" })).toBe(
      "A\\*B\\* \\{\\{x\\}\\} \\<b\\> \\[c\\](d) \\# Titre",
    )
    for (const mediatorUrl of [
      "javascript:alert(1)",
      " ",
      "https://",
      "https://a b",
      "https://a/b c",
      "javascript:https://a",
      "x https://a",
      "https://a>b",
      "http://[",
    ])
      expect(value("mediateur.site", { mediatorUrl })).toBeNull()
    expect(value("mediateur.site", { mediatorUrl: " HTTP://Mediation.example/a " })).toBe(
      "<HTTP://Mediation.example/a>",
    )
    for (const companyEmail of ["a b", "a", "a@b c", "<a@b>", "x(a@b", "a@b)", "moi a@b"])
      expect(value("entreprise.courriel", { companyEmail })).toBeNull()
    expect(value("hebergeur", { hostingNotice: " Hebergeur:Exemple  SAS" })).toBe("Exemple SAS")
    expect(value("hebergeur", { hostingNotice: "Notre hébergeur : Exemple" })).toBe("Notre hébergeur : Exemple")
    expect(value("entreprise.siret", { companySiret: "12" })).toBeNull()
  })

  test("a missing fact is neither invented nor left as a gap in the owner's own text", () => {
    for (const [name, { value, neutral }] of Object.entries(
      legalFacts(nothing, { ...finance, warehouseStreet: " ", warehouseCity: "" }, frame),
    )) {
      expect(value ?? neutral, name).toMatch(/\S/)
      expect(value ?? neutral, name).not.toMatch(/undefined|null|NaN/)
    }
    expect(legalFactNames).toEqual(Object.keys(facts()))
  })
})

describe("the cancellation tiers in words", () => {
  test("the tiers are listed one by one, without a gap in the days", () => {
    expect(cancellationList(finance.cancellationTiers)).toBe(
      [
        "- 30\u00a0jours ou plus avant le premier jour de location\u00a0: nous ne gardons rien",
        "- de 29 à 14\u00a0jours avant\u00a0: nous gardons 50\u00a0% du total",
        "- moins de 14\u00a0jours avant\u00a0: nous gardons le total",
      ].join("\n"),
    )
  })

  test("the fee is full below the last tier, and constant with a single tier", () => {
    expect(
      cancellationList([
        { daysBefore: 2, refundPercent: 40 },
        { daysBefore: 3, refundPercent: 80 },
      ]).split("\n"),
    ).toEqual([
      "- 3\u00a0jours ou plus avant le premier jour de location\u00a0: nous gardons 20\u00a0% du total",
      "- 2\u00a0jours avant\u00a0: nous gardons 60\u00a0% du total",
      "- moins de 2\u00a0jours avant\u00a0: nous gardons le total",
    ])
    expect(cancellationList([])).toBe("- quelle que soit la date\u00a0: nous gardons le total")
    expect(cancellationList([{ daysBefore: 0, refundPercent: 100 }])).toBe(
      "- quelle que soit la date\u00a0: nous ne gardons rien",
    )
  })
})

describe("the owner's checklist", () => {
  test("the checklist is empty when everything is set", () => {
    expect(missingFacts(config, finance)).toEqual([])
  })

  test("the checklist has a line for each missing fact", () => {
    const empty = missingFacts(nothing, { ...finance, warehouseCity: " " })
    expect(empty.map(({ fact, label }) => `${fact}: ${label}`)).toEqual([
      "companyAddress: adresse du siège",
      "companyPhone: téléphone",
      "companyEmail: adresse e-mail",
      "companySiret: SIRET (14 chiffres)",
      "companyRcs: RCS (ville et numéro)",
      "legalForm: forme juridique",
      "vatNumber: numéro de TVA",
      "publicationDirector: directeur de la publication",
      "hostingNotice: hébergeur (nom, adresse, téléphone)",
      "mediatorName: médiateur de la consommation",
      "mediatorUrl: site du médiateur",
      "insurance: assurance professionnelle",
      "warehouseCity: adresse du dépôt",
    ])
    expect(missingFacts({ ...config, shareCapital: " " }, finance)).toEqual([
      { fact: "shareCapital", label: "capital social" },
    ])
  })

  test("the checklist names missing legal facts", () => {
    expect(
      missingFacts({ ...config, companyRcs: " ", mediatorName: null, companySiret: "123" }, finance).map(
        ({ label }) => label,
      ),
    ).toEqual(["SIRET (14 chiffres)", "RCS (ville et numéro)", "médiateur de la consommation"])
    expect(missingFacts(nothing, finance).length).toBeGreaterThan(10)
    const hostedBy = (hostingNotice: string) =>
      missingFacts({ ...config, hostingNotice }, finance).map(({ label }) => label)
    expect(hostedBy("Hébergeur SAS, 59000 Lille")).toEqual(["téléphone de l’hébergeur"])
    for (const telephone of ["+33 3 53 01 12 34", "03.53.01.12.34", "tél. 353011234"])
      expect(hostedBy(`Hébergeur SAS, 59000 Lille, ${telephone}`)).toEqual([])
    expect(hostedBy("Hébergeur SAS, 5 9 0 0 0 1 2 3")).toEqual(["téléphone de l’hébergeur"])
    expect(hostedBy(" ")).toEqual(["hébergeur (nom, adresse, téléphone)"])
  })

  test("the checklist names an invalid SIRET and an invalid register entry", () => {
    const labels = (companySiret: string, companyRcs: string) =>
      missingFacts({ ...config, companySiret, companyRcs }, finance).map(({ label }) => label)
    expect(labels("12345678901234", "Paris")).toEqual(["SIRET à corriger (sa clé est fausse)"])
    expect(labels("98765432400001", "Créteil 123 456 782")).toEqual(["RCS à corriger (ce n’est pas celui du SIRET)"])
    expect(labels("356 000 000 49837", "RCS Paris 356 000 000")).toEqual([])
  })

  test("the checklist skips the capital and VAT number where they do not apply", () => {
    const without = { ...config, shareCapital: null, vatNumber: null }
    const missing = (legalForm: string, vatMode: LegalFinance["vatMode"]) =>
      missingFacts({ ...without, legalForm }, { ...finance, vatMode }).map(({ fact }) => fact)
    expect(missing("S.A.R.L.", "included")).toEqual(["shareCapital", "vatNumber"])
    for (const legalForm of ["EURL", "SAS", "SASU au capital variable", "SA", "SCA", "SNC", "Scop"])
      expect(missing(legalForm, "franchise"), legalForm).toEqual(["shareCapital"])
    for (const legalForm of ["Entrepreneur individuel", "Association", "Sasha Martin EI"])
      expect(missing(legalForm, "franchise"), legalForm).toEqual([])
  })
})
