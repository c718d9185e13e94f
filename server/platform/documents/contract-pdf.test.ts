import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { contractPage } from "./contract-page.ts"
import { contractPdf, sealedContractPdf } from "./contract-pdf.ts"
import { exampleContract, exampleProof, exampleText } from "./contract.fixture.ts"
import { printableText, unprintableCharacters } from "../../../domain/content/printable-text.ts"
import { pdfLines, pdfText, readSeal, rootEntries } from "./read-seal.fixture.ts"
import { typeset } from "./typeset.ts"

const words = async (pdf: Uint8Array) => (await pdfText(pdf)).join(" ").replace(/[\u00a0\u202f]/g, " ")

describe("the PDF of a contract", () => {
  test("the PDF is PDF/A-3a, tagged, French, with title and date, and reproducible", async () => {
    const contract = exampleContract()
    const pdf = await contractPdf(contract)
    const root = await rootEntries(pdf)
    expect(root).toMatchObject({
      language: "(fr-FR)",
      marked: "true",
      title: "Contrat de location 1042",
      author: "Guinguette",
      created: contract.madeAt,
    })
    expect(root.names).toEqual(expect.arrayContaining(["OutputIntents", "StructTreeRoot", "Metadata"]))
    expect(root.metadata).toMatch(/pdfaid:part>3<[\s\S]*pdfaid:conformance>A</)
    expect(Buffer.from(await contractPdf(contract)).equals(Buffer.from(pdf))).toBe(true)
  })

  test("the PDF has the four facts, both parties, the stored lines, the payments and the signed text", async () => {
    const pdfWords = await words(await contractPdf(exampleContract()))
    for (const part of [
      "samedi 20 mars 2027",
      "Élodie Marchand",
      "12 rue de la République",
      "Fontainebleau, 97 km aller et retour",
      "Total TTC",
      "444,00 €",
      "800,00 €",
      "À la signature, acompte de 30 %",
      "133,20 €",
      "Au plus tard le 13 mars 2027, solde",
      "Décor × 2",
      "politique de confidentialité (https://guinguette.example/legal/privacy)",
      "Formulaire de rétractation",
    ]) {
      expect(pdfWords).toContain(part)
    }
    expect(pdfWords).not.toContain("Preuve de signature")
  })

  test("the PDF can be searched and copied word by word, including a long address", async () => {
    const contract = exampleContract()
    const email = "jean-baptiste.delacroix-montgolfier@entreprise-evenementielle.example"
    const lines = ["12 rue du Commandant-Jean-Duhail", email]
    const pdfWords = await words(await contractPdf({ ...contract, client: { ...contract.client, lines } }))
    for (const line of lines) expect(pdfWords).toContain(line)
    expect(pdfWords).not.toContain("\u200b")
  })

  test("a long detail does not break names and amounts over two lines", async () => {
    const delivery =
      "Salle des fêtes du Moulin de la Chaussée, 143 avenue du Maréchal-de-Lattre-de-Tassigny, 94410 Saint-Maurice, 97 km aller et retour"
    const condition = "Facturé au prix du neuf quand l’appareil est perdu, volé ou détruit, vétusté déduite. ".repeat(3)
    const content = `| Prix repère | Condition | Prix neuf |\n| - | - | - |\n| Grand appareil | ${condition} | 2 500 € |\n`
    const lines = await pdfLines(await contractPdf(exampleContract({ delivery, content })))
    const plain = lines.map((line) => line.replace(/[\u00a0\u202f]/g, " "))
    expect(plain.filter((line) => line.startsWith("Total TTC"))).toHaveLength(3)
    expect(plain.filter((line) => line.startsWith("Photomaton bois"))).toHaveLength(3)
    for (const cell of [/^Prix repère/, /^Grand appareil/, /2 500 €$/])
      expect(plain).toContainEqual(expect.stringMatching(cell))
  })

  test("an exempt contract never says “TTC” (D42)", async () => {
    const contract = exampleContract()
    const pdfWords = await words(
      await contractPdf({ ...contract, agreement: { ...contract.agreement, vatMode: "franchise" } }),
    )
    expect(pdfWords).not.toMatch(/TTC|toutes taxes/i)
    expect(pdfWords).toContain("Total, prix net")
  })

  test("the PDF has one withdrawal form for a consumer, none for a business or without the right", async () => {
    const own = exampleContract({ content: `${exampleText}\n## Annexe : formulaire de rétractation\n\nÀ renvoyer.\n` })
    const business = exampleContract()
    const without = exampleContract()
    const count = async (contract: typeof own) =>
      (await words(await contractPdf(contract))).match(/formulaire de rétractation/gi)?.length ?? 0
    expect(await count(own)).toBe(1)
    expect(await count({ ...business, client: { ...business.client, consumer: false } })).toBe(0)
    expect(await count({ ...without, agreement: { ...without.agreement, withdrawalDays: 0 } })).toBe(0)
  })

  test("a text that does not match its hash, or a proof of another text, is refused", async () => {
    const contract = exampleContract()
    expect(() => contractPage({ ...contract, content: "Un autre texte" }, null)).toThrow("not that of its hash")
    const proof = exampleProof(contract, { documentSha256: "0".repeat(64) })
    await expect(sealedContractPdf(contract, proof)).rejects.toThrow("of another contract")
  })
})

const hostile = [
  '#read("/etc/passwd")',
  '#image("/etc/passwd")',
  "= heading",
  "https://evil.example/",
  "$x^2$",
  "`code` ```",
  "#let x = 1; #panic()",
  "]#text(100pt)[grand",
  '"); #panic("',
  "*gras* _it_ <etiquette> @ref",
  "\\u{202e} \\",
  "// commentaire /* */",
]

describe("text typed by a customer", () => {
  test("the text appears literally everywhere: never as markup, a link, a heading or a file", async () => {
    for (const text of hostile) {
      const contract = exampleContract({
        rentals: exampleContract().rentals.map((rental) => ({ ...rental, productName: text })),
        delivery: text,
      })
      contract.client = { ...contract.client, name: text, lines: [text] }
      const page = contractPage(
        contract,
        exampleProof(contract, { signerName: text, browser: text, trail: [{ at: contract.madeAt, text }] }),
      )
      const pdf = await typeset("contrat.typ", page, contract.madeAt)
      expect((await words(pdf)).split(printableText(text).replace(/\u00a0/g, " ")).length).toBeGreaterThan(5)
      expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/\/URI|\/Subtype\s*\/Link/)
      expect(Buffer.from(pdf).toString("latin1")).not.toContain("root:x:")
    }
  })

  test("the text becomes no link either, where Markdown would autolink it", async () => {
    const content = "Consignes : https://evil.example/ et www.evil.example, client@exemple.example\n"
    const contract = { ...exampleContract({ content }) }
    const pdf = await contractPdf(contract)
    expect(await words(pdf)).toContain("Consignes : https://evil.example/ et www.evil.example, client@exemple.example")
    expect(Buffer.from(pdf).toString("latin1")).not.toMatch(/\/URI|\/Subtype\s*\/Link/)
  })

  test("the text may have any character: undrawable ones become □, control characters are dropped", async () => {
    const text = "a\u0000b\u202ec\u2066d\u200be 😀 ꀀ Łukasz Ελένη Иван e\u0301 \ud800 \u{e0041} \u0301 a\u{20e3}"
    expect(printableText(text)).toBe("abcde □ □ Łukasz Ελένη Иван é    a")
    expect(unprintableCharacters(text)).toEqual(["😀", "ꀀ"])
    const contract = exampleContract({
      rentals: exampleContract().rentals.map((rental) => ({ ...rental, productName: text })),
    })
    const pdfWords = await words(await contractPdf(contract))
    expect(pdfWords).toContain("abcde □ □ Łukasz Ελένη Иван é")
  })

  test.each([
    "王小明",
    "田中 さくら",
    "김민수",
    "عائشة",
    "דָּוִד",
    "Ελένη Παπαδοπούλου",
    "Иван Нестеренко",
    "Nguyễn Thị Ánh Tuyết",
    "Adébáyọ̀",
    "लक्ष्मी",
    "தமிழ்",
    "สมชาย",
    "Արմեն",
    "გიორგი",
    "አበበ",
    "ⵎⵓⵃⵎⵎⴷ",
  ])("the name is readable in a contract: %s", async (name) => {
    expect(unprintableCharacters(name)).toEqual([])
    const contract = exampleContract()
    const pdf = await contractPdf({ ...contract, client: { ...contract.client, name } })
    // PDF readers reorder the characters of some scripts.
    const signs = new Set((await words(pdf)).normalize("NFC"))
    expect([...name.normalize("NFC")].filter((sign) => !signs.has(sign) && /\p{L}/u.test(sign))).toEqual([])
    expect(pdf.byteLength).toBeLessThan((await contractPdf(contract)).byteLength + 12_000)
  })

  test("every accepted character can be drawn", async () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code))
    const letters = all.filter((sign) => sign.trim() !== "" && printableText(sign) === sign)
    const marks = all.filter((sign) => /\p{M}/u.test(sign) && printableText(`a${sign}`) === `a${sign}`.normalize("NFC"))
    expect(letters.length).toBeGreaterThan(35_000)
    expect(marks.length).toBeGreaterThan(500)
    const signs = [...letters, ...marks.map((mark) => `a${mark}`)]
    const contract = exampleContract({ content: signs.join(" ") })
    const page = contractPage(contract, exampleProof(contract, { signerName: signs.slice(0, 3_000).join(" ") }))
    // PDF/A forbids a character without a glyph.
    await expect(typeset("contrat.typ", page, contract.madeAt)).resolves.toBeInstanceOf(Uint8Array)
  })

  test("any nesting depth or length makes a page", async () => {
    for (const content of [
      `${">".repeat(300)} profond`,
      `${"- ".repeat(60)}profond`,
      `${"*".repeat(400)}profond${"*".repeat(400)}`,
      "mot".repeat(20_000),
      "",
      "| a |\n| - |\n",
      "![image](https://evil.example/x.png) <script>alert(1)</script>",
    ]) {
      await expect(contractPdf(exampleContract({ content }))).resolves.toBeInstanceOf(Uint8Array)
    }
  })
})

describe("the signed contract", () => {
  test("the final file has its proof page and its seal", async () => {
    const contract = exampleContract()
    const proof = exampleProof(contract, {
      ticks: [{ text: "Je demande que la prestation commence avant la fin du délai.", at: contract.madeAt }],
    })
    const { pdf, timestamped } = await sealedContractPdf(contract, proof)
    expect(timestamped).toBe(false)
    const pdfWords = await words(pdf)
    for (const part of [
      "Preuve de signature",
      "lien envoyé à elodie.marchand@example.org, ouvert le 22 novembre 2026 à 18 h 42 min 07 s (UTC+1)",
      "22 novembre 2026 à 18 h 47 min 31 s (UTC+1)",
      "203.0.113.24",
      "Firefox/145.0",
      "Je demande que la prestation commence avant la fin du délai.",
      "Lien de signature envoyé à elodie.marchand@example.org",
      "Guinguette, par son cachet électronique",
    ]) {
      expect(pdfWords).toContain(part)
    }
    expect(pdfWords).toContain(contract.sha256.match(/.{8}/g)?.join(""))
    expect(await readSeal(pdf)).toMatchObject({ signatures: 1, coversWholeFile: true, signatureMatches: true })
  })

  test("a drawn signature is a picture with alternative text", async () => {
    const contract = exampleContract()
    const drawn = {
      kind: "drawn",
      strokes: [Array.from({ length: 60 }, (_, i) => [i / 60, ((i * 37) % 200) / 600] as const)],
    } as const
    const page = contractPage(contract, exampleProof(contract, { signature: drawn }))
    const pdf = Buffer.from(await typeset("contrat.typ", page, contract.madeAt))
    const typed = Buffer.from(
      await typeset("contrat.typ", contractPage(contract, exampleProof(contract)), contract.madeAt),
    )
    expect(pdf.toString("latin1").match(/\/Alt/g)?.length).toBe(
      (typed.toString("latin1").match(/\/Alt/g)?.length ?? 0) + 1,
    )
  })

  test("a contract signed on paper says so, without an IP address", async () => {
    const contract = exampleContract()
    const pdfWords = await words(
      await typeset(
        "contrat.typ",
        contractPage(
          contract,
          exampleProof(contract, { addressProof: { kind: "paper" }, signature: null, networkAddress: "", terms: null }),
        ),
        contract.madeAt,
      ),
    )
    expect(pdfWords).toContain("signature sur papier, conservée par le loueur")
    expect(pdfWords).not.toMatch(/Adresse réseau|Navigateur|Conditions acceptées/)
  })

  test("a word without spaces stays on the page", async () => {
    const contract = exampleContract()
    contract.client = { ...contract.client, name: "Marchand".repeat(15), lines: [`${"a".repeat(120)}@exemple.example`] }
    const page = contractPage(
      contract,
      exampleProof(contract, { browser: "x".repeat(400), networkAddress: "2001:db8:".repeat(9) }),
    )
    const pdf = await typeset("contrat.typ", page, contract.madeAt)
    expect(await words(pdf)).toContain("x".repeat(20))
  })
})

test("the fonts come with their licence", () => {
  expect(readFileSync("server/platform/documents/fonts/OFL.txt", "utf8")).toContain("SIL OPEN FONT LICENSE")
})
