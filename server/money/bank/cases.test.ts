import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { SkipReason } from "../../../domain/finance/bank-statement.ts"
import { readTable } from "./csv.ts"
import { guessColumns } from "./csv-columns.ts"
import { readStatement } from "./read-statement.ts"
import { decodeStatement } from "./text.ts"

function read(bytes: Uint8Array) {
  const file = readStatement(decodeStatement(bytes))
  if (!file.ok) return file.error
  if (file.value.kind === "statement") return summary(file.value.statement)
  const { table } = file.value
  const statement = readTable(table, guessColumns(table.header, table.rows))
  return statement.ok ? summary(statement.value) : statement.error
}

type Statement = Extract<ReturnType<typeof readTable>, { ok: true }>["value"]

function summary({ entries, skippedByReason }: Statement) {
  return {
    entries: entries.map(({ bookedOn, amount, label, counterparty, reference }) =>
      [bookedOn, amount, label, counterparty, reference].filter((each) => each !== null && each !== "").join(" | "),
    ),
    skipped: skippedByReason,
  }
}

const text = (lines: readonly string[]) => new TextEncoder().encode(lines.join("\n"))
const none: Partial<Record<SkipReason, number>> = {}

test.each<[string, string[], Partial<Record<SkipReason, number>>?]>([
  ["camt-batch-instructed-amounts.xml", ["2026-11-20 | 3000"]],
  ["camt-datetime-utc.xml", ["2026-11-20 | 12300"]],
  ["camt-one-usd-entry.xml", ["2026-11-20 | 12400"], { "other-currency": 1 }],
  ["camt-structured-remittance.xml", ["2026-11-20 | 12200 | RESERVATION 1042 | ANNE DURAND | F2026-0001"]],
  ["cfonb-ctrl-z.txt", ["2026-11-28 | 126000 | VIR SEPA ANNE DURAND"]],
  ["cfonb-french-zero-sign.txt", ["2026-11-28 | 127000 | VIR SEPA ANNE DURAND"]],
  ["cfonb-two-npy.txt", ["2026-11-28 | 128000 | VIR SEPA ANNE DURAND | M OU MME JEAN-BAPTISTE DURAND LEGRAND"]],
  [
    "csv-bnp-no-header.csv",
    ["2026-11-27 | 13000 | VIR SEPA RECU /DE ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"],
  ],
  [
    "csv-caisse-epargne.csv",
    ["2026-11-27 | 12900 | VIR SEPA ANNE DURAND | RESERVATION 1042", "2026-11-26 | -8510 | PRLV ENERGIE"],
  ],
  [
    "csv-month-subtotals.csv",
    [
      "2026-11-27 | 13600 | VIR ANNE DURAND",
      "2026-10-26 | -8510 | PRLV ENERGIE",
      "2026-10-20 | -200 | FRAIS",
      "2026-10-19 | -200 | FRAIS",
    ],
    { undated: 1 },
  ],
  [
    "csv-pending-first.csv",
    ["2026-11-27 | 13500 | VIR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE", "2026-11-25 | -200 | FRAIS"],
    { undated: 1 },
  ],
  ["csv-pipe.csv", ["2026-11-27 | 14000 | VIR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"]],
  [
    "csv-revolut-states.csv",
    ["2026-11-25 | 13100 | From ANNE DURAND", "2026-11-27 | -8510 | ENERGIE"],
    { "not-executed": 1, "other-currency": 1 },
  ],
  [
    "csv-thousands-dot.csv",
    ["2026-11-27 | 148869 | VIR ANNE DURAND", "2026-11-26 | -100000 | PRLV ENERGIE", "2026-11-25 | -8990 | FRAIS"],
  ],
  ["csv-trailing-minus.csv", ["2026-11-27 | 113700 | VIR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"]],
  ["csv-typographic-thousands.csv", ["2026-11-27 | 113800 | VIR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"]],
  ["csv-written-months.csv", ["2026-11-27 | 13900 | VIR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"]],
])("the case %s is read", (name, entries, skipped = none) => {
  expect(read(readFileSync(new URL(`../../../tests/cases/${name}`, import.meta.url)))).toEqual({ entries, skipped })
})

test("a thousand character references are read, by name and by number", () => {
  const bytes = readFileSync(new URL("../../../tests/cases/camt-1001-apostrophes.xml", import.meta.url))
  expect(read(bytes)).toMatchObject({ entries: [expect.stringMatching(/^2026-11-20 \| 12000 \| L'L'/)] })
  const numbered = camt(entry("<AddtlNtryInf>Caf&#233; l&#x2019;&#39;&amp;</AddtlNtryInf>".repeat(1)))
  expect(read(text([numbered]))).toMatchObject({ entries: ["2026-11-20 | 12000 | Café l’'&"] })
})

function entry(
  inner: string,
  { amount = "120.00", currency = "EUR", day = "<Dt>2026-11-20</Dt>", status = "BOOK" } = {},
) {
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts>
    <BookgDt>${day}</BookgDt>${inner}</Ntry>`
}

function camt(entries: string, [message, part] = ["BkToCstmrStmt", "Stmt"]) {
  return `<?xml version="1.0"?><Document><${message}><${part}>${entries}</${part}></${message}></Document>`
}

const detail = (inner: string) => `<NtryDtls><TxDtls>${inner}</TxDtls></NtryDtls>`

describe("camt files", () => {
  test.each<[string, string, string[], Partial<Record<SkipReason, number>>?]>([
    ["of the day so far", camt(entry(""), ["BkToCstmrAcctRpt", "Rpt"]), ["2026-11-20 | 12000"]],
    ["of the entries booked now", camt(entry(""), ["BkToCstmrDbtCdtNtfctn", "Ntfctn"]), ["2026-11-20 | 12000"]],
    [
      "with entries that are pending or of other currencies",
      camt(entry("", { status: "PDNG" }) + entry("", { status: "INFO" }) + entry("", { currency: "CHF" }) + entry("")),
      ["2026-11-20 | 12000"],
      { "not-executed": 2, "other-currency": 1 },
    ],
    [
      "whose hours have offsets, or none",
      camt(
        ["2026-11-20T00:30:00+02:00", "2026-11-20T00:30:00", "2026-11-20T23:30:00-05:00"]
          .map((at) => entry("", { day: `<DtTm>${at}</DtTm>` }))
          .join(""),
      ),
      ["2026-11-19 | 12000", "2026-11-20 | 12000", "2026-11-21 | 12000"],
    ],
    ["whose day has a zone", camt(entry("", { day: "<Dt>2026-11-20+01:00</Dt>" })), ["2026-11-20 | 12000"]],
    [
      "with several documents and a creditor's reference",
      camt(
        entry(
          detail(`<RmtInf><Ustrd>Merci</Ustrd><Strd><RfrdDocInf><Nb>F1</Nb></RfrdDocInf><RfrdDocInf><Nb>F2</Nb></RfrdDocInf>
            </Strd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf><AddtlRmtInf>deux</AddtlRmtInf><AddtlRmtInf>factures</AddtlRmtInf>
            </Strd></RmtInf>`),
        ),
      ),
      ["2026-11-20 | 12000 | Merci deux factures | F1 F2 RF18"],
    ],
    [
      "whose returns have a code, a bank's own or words",
      camt(
        ["<Cd>AC04</Cd>", "<Cd>XX99</Cd>", "<Prtry>CLOS</Prtry>"]
          .map((code) => entry(detail(`<RtrInf><Rsn>${code}</Rsn><AddtlInf>voir agence</AddtlInf></RtrInf>`)))
          .join(""),
      ),
      [
        "2026-11-20 | 12000 | Motif du retour : compte clos (AC04), voir agence",
        "2026-11-20 | 12000 | Motif du retour : XX99, voir agence",
        "2026-11-20 | 12000 | Motif du retour : CLOS, voir agence",
      ],
    ],
    [
      "whose batch is in another currency",
      camt(entry(`<NtryDtls>${'<TxDtls><Amt Ccy="USD">60.00</Amt></TxDtls>'.repeat(2)}</NtryDtls>`)),
      ["2026-11-20 | 12000"],
    ],
  ])("a file %s is read", (_, xml, entries, skipped = none) => expect(read(text([xml]))).toEqual({ entries, skipped }))

  test("a broken camt file reports where and why", () => {
    expect(read(text([camt(entry("") + entry("", { day: "<Dt>2026-02-30</Dt>" }))]))).toMatchObject({
      line: 2,
      reason: "day",
      text: "2026-02-30",
    })
    expect(read(text([camt(entry("", { amount: "12,00" }))]))).toMatchObject({
      line: 1,
      reason: "amount",
      text: "12,00",
    })
    expect(read(text([camt(entry("").replace("CRDT", "XXXX"))]))).toMatchObject({
      line: 1,
      reason: "side",
      text: "XXXX",
    })
    expect(read(text(["<Document>", "<BkToCstmrStmt>", "</Stmt>"]))).toMatchObject({ line: 3, reason: "markup" })
  })
})

describe("CFONB 120 files", () => {
  const file = (...movements: [amount: string, currency?: string][]) =>
    text(
      movements.flatMap(([amount, currency = "EUR"]) => [
        `0430004    00056${currency}2 0001015354918281126  281126VIR SEPA ANNE DURAND             0000000  ${amount}                `,
        "0530004    00056EUR2 0001015354918281126     LCCRESERVATION 1042                                                         ",
      ]),
    )
  const line = "VIR SEPA ANNE DURAND RESERVATION 1042"
  test.each<[string, Uint8Array, string[], Partial<Record<SkipReason, number>>?]>([
    ["debits by è", file(["0000000012700è"]), [`2026-11-28 | -127000 | ${line}`]],
    ["zeros of DOS", decoded(file(["0000000012700\u201A"])), [`2026-11-28 | 127000 | ${line}`]],
    [
      "a dollar",
      file(["0000000012600{"], ["0000000001000{", "USD"]),
      [`2026-11-28 | 126000 | ${line}`],
      { "other-currency": 1 },
    ],
    [
      "a zero amount",
      file(["0000000012600{"], ["0000000000000{"]),
      [`2026-11-28 | 126000 | ${line}`],
      { "no-amount": 1 },
    ],
    [
      "trailing zero bytes",
      text([new TextDecoder().decode(file(["0000000012600{"])), "\x1A\0\0\0"]),
      [`2026-11-28 | 126000 | ${line}`],
    ],
  ])("an amount with %s is read", (_, bytes, entries, skipped = none) =>
    expect(read(bytes)).toEqual({ entries, skipped }),
  )

  test("a broken CFONB file reports where and why", () => {
    expect(read(file(["00000000126x0{"]))).toMatchObject({ line: 1, reason: "amount", text: "00000000126x0{" })
    const strange = text([new TextDecoder().decode(file(["0000000012600{"])), "autre chose"])
    expect(read(strange)).toMatchObject({ line: 3, reason: "record", text: "autre chose" })
  })

  function decoded(bytes: Uint8Array): Uint8Array {
    const latin = new TextDecoder().decode(bytes)
    return Uint8Array.from([...latin].map((sign) => (sign === "\u201A" ? 0x82 : sign.charCodeAt(0))))
  }
})

describe("table files", () => {
  const head = "Date;Libellé;Montant"
  test.each<[string, string[], string[], Partial<Record<SkipReason, number>>?]>([
    [
      "of La Banque Postale",
      [
        "Numéro Compte   ;1234567X033",
        "Type;CCP",
        "Date            ;27/11/2026",
        "Solde (EUROS)   ;1234,56",
        "",
        "Date;Libellé;Montant(EUROS);Montant(FRANCS)",
        '27/11/2026;"VIREMENT DE ANNE DURAND";130,00;852,74',
      ],
      ["2026-11-27 | 13000 | VIREMENT DE ANNE DURAND"],
    ],
    [
      "of Crédit Agricole",
      [
        "Téléchargement du 27/11/2026;",
        "",
        "Compte de Dépôt n° 12345678901;",
        "Solde au 27/11/2026 1 234,56 €",
        "",
        "Liste des opérations du compte entre le 01/11/2026 et le 27/11/2026;",
        "",
        "Date;Libellé;Débit euros;Crédit euros;",
        '27/11/2026;"VIREMENT EN VOTRE FAVEUR',
        'ANNE DURAND";;"1\u202F130,00";',
        "26/11/2026;PRLV ENERGIE;85,10;;",
      ],
      ["2026-11-27 | 113000 | VIREMENT EN VOTRE FAVEUR ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"],
    ],
    [
      "of Caisse d'Épargne, newer",
      [
        "Date de comptabilisation;Libelle simplifie;Libelle operation;Reference;Informations complementaires;Type operation;Categorie;Sous categorie;Debit;Credit;Date operation;Date de valeur;Pointage operation",
        "27/11/2026;ANNE DURAND;VIR SEPA ANNE DURAND;8XK2;RESERVATION 1042;Virement;Revenus;Autres;;+129,00;26/11/2026;27/11/2026;0",
      ],
      ["2026-11-27 | 12900 | VIR SEPA ANNE DURAND | RESERVATION 1042"],
    ],
    [
      "of CIC",
      ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", "27/11/2026;27/11/2026;;130,00;VIR ANNE DURAND;1234,56"],
      ["2026-11-27 | 13000 | VIR ANNE DURAND"],
    ],
    [
      "of Boursorama",
      [
        "dateOp;dateVal;label;category;categoryParent;supplierFound;amount;comment;accountNum;accountLabel;accountbalance",
        '2026-11-27;2026-11-27;"VIR ANNE DURAND";"Virements reçus";"Revenus";"anne durand";1 130,00;;00040123456;Compte;1234.56',
      ],
      ["2026-11-27 | 113000 | VIR ANNE DURAND | anne durand"],
    ],
    [
      "of N26",
      [
        '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
        '2026-11-27,2026-11-27,"Anne Durand",FR76,"Credit Transfer","RESERVATION 1042","Compte",130.0,150,USD,1.1',
      ],
      ["2026-11-27 | 13000 | RESERVATION 1042 | Anne Durand"],
    ],
    [
      "of Qonto",
      [
        "Statut;Date de la valeur (UTC);Date de l'opération (UTC);Montant total (TTC);Devise;Montant total (TTC) (local);Devise (local);Nom de la contrepartie;Méthode de paiement;Référence",
        "Exécuté;27-11-2026 10:00:00;27-11-2026 10:00:00;130,00;EUR;150,00;USD;Anne Durand;Virement;RESERVATION 1042",
        "En attente;27-11-2026 10:00:00;27-11-2026 10:00:00;131,00;EUR;131,00;EUR;Paul Martin;Virement;",
        "Refusé;27-11-2026 10:00:00;27-11-2026 10:00:00;132,00;EUR;132,00;EUR;Paul Martin;Virement;",
      ],
      ["2026-11-27 | 13000 | Virement | Anne Durand | RESERVATION 1042"],
      { "not-executed": 2 },
    ],
    [
      "of Revolut in French",
      [
        "Type,Produit,Date de début,Date de fin,Description,Montant,Frais,Devise,État,Solde",
        "Virement,Actuel,2026-11-25 23:59:00,2026-11-26 10:00:05,De ANNE DURAND,131.00,0.00,EUR,TERMINÉ,1234.56",
        "Virement,Actuel,2026-11-26 10:00:00,,De PAUL MARTIN,132.00,0.00,EUR,EN ATTENTE,",
        "Virement,Actuel,2026-11-26 10:00:00,,De PAUL MARTIN,133.00,0.00,EUR,ANNULÉ,",
      ],
      ["2026-11-26 | 13100 | De ANNE DURAND"],
      { "not-executed": 2 },
    ],
    [
      "of PayPal, by its own currency",
      [
        '"Date","Heure","Nom","Type","État","Devise","Avant commission","Commission","Net"',
        '"27/11/2026","10:00","Anne Durand","Paiement","Terminé","EUR","1\u00A0130,00","-3,00","1\u00A0127,00"',
        '"27/11/2026","10:00","John Smith","Paiement","Terminé","USD","130,00","-3,00","127,00"',
        '"27/11/2026","10:00","Paul Martin","Paiement","Non réglé","EUR","130,00","-3,00","127,00"',
      ],
      ["2026-11-27 | 113000 | Paiement | Anne Durand"],
      { "not-executed": 1, "other-currency": 1 },
    ],
    [
      "whose euros stand beside a foreign currency",
      ["Date;Libellé;Montant en devise;Devise;Montant en euros", "27/11/2026;CB NEW YORK;-20,00;USD;-18,40"],
      ["2026-11-27 | -1840 | CB NEW YORK"],
    ],
    [
      "of LCL, without a header",
      ["27/11/2026;130,00;Virement;;VIR SEPA ANNE DURAND;;0", "26/11/2026;-85,10;Prélèvement;;PRLV ENERGIE;;0"],
      ["2026-11-27 | 13000 | VIR SEPA ANNE DURAND", "2026-11-26 | -8510 | PRLV ENERGIE"],
    ],
    [
      "whose header names no date, with separate debits and credits",
      ["Opéré le;Quoi;Sorties;Entrées", "27/11/2026;VIR ANNE DURAND;;130,00", "26/11/2026;ENERGIE;85,10;"],
      ["2026-11-27 | 13000 | VIR ANNE DURAND", "2026-11-26 | -8510 | ENERGIE"],
    ],
    [
      "whose sides are in one column",
      ["Date;Libellé;Montant;Débit/Crédit", "27/11/2026;VIR ANNE;130,00;C", "26/11/2026;ENERGIE;85,10;D"],
      ["2026-11-27 | 13000 | VIR ANNE", "2026-11-26 | -8510 | ENERGIE"],
    ],
    [
      "of LCL, which ends with the balance",
      ["Date;Montant;Type;;Libellé", "27/11/2026;130,00;Virement;;VIR ANNE", "27/11/2026;1234,56;;;00820 123456A"],
      ["2026-11-27 | 13000 | VIR ANNE"],
      { balance: 1 },
    ],
    [
      "of Qonto, by its interface",
      [
        "status,operation_date,amount,currency,side,operation_type,reference,label",
        "completed,2026-11-27,130.00,EUR,credit,income,RESERVATION 1042,ANNE DURAND",
        "completed,2026-11-26,85.10,EUR,debit,direct_debit,,EDF",
      ],
      ["2026-11-27 | 13000 | ANNE DURAND | RESERVATION 1042", "2026-11-26 | -8510 | EDF"],
    ],
    [
      "of Shine, with and without tax",
      ["Date d'opération,Libellé,Montant HT,Montant TVA,Montant TTC", "27/11/2026,ANNE,108.33,21.67,130.00"],
      ["2026-11-27 | 13000 | ANNE"],
    ],
    [
      "of Wise, with fees and directions",
      [
        "Status,Direction,Finished on,Source fee amount,Source name,Source amount (after fees),Source currency,Reference",
        "COMPLETED,IN,2026-11-27 10:00:00,0.50,Anne Durand,130.00,EUR,RESERVATION 1042",
        "COMPLETED,OUT,2026-11-26 10:00:00,0.50,Guinguette,85.10,EUR,",
      ],
      ["2026-11-27 | 13000 | Anne Durand | RESERVATION 1042", "2026-11-26 | -8510 | Guinguette"],
    ],
    [
      "whose debits and credits have no clear title",
      ["Date;Libellé;Montant;Nature", "27/11/2026;ANNE;130,00;Recette", "26/11/2026;EDF;85,10;Dépense"],
      ["2026-11-27 | 13000 | ANNE", "2026-11-26 | -8510 | EDF"],
    ],
    [
      "with empty cells written as a dash",
      ["Date;Libellé;Montant;Note", "27/11/2026;ANNE;130,00;-", "26/11/2026;PAUL;85,10;-"],
      ["2026-11-27 | 13000 | ANNE", "2026-11-26 | 8510 | PAUL"],
    ],
    [
      "that reverses a credit",
      ["Date;Libellé;Débit;Crédit", "27/11/2026;ANNE;0,00;-130,00", "26/11/2026;EDF;-85,10;"],
      ["2026-11-27 | -13000 | ANNE", "2026-11-26 | -8510 | EDF"],
    ],
    [
      "with formulas of Excel",
      [head, '="27/11/2026";="ANNE; DURAND";="130,00"'],
      ["2026-11-27 | 13000 | ANNE; DURAND"],
    ],
    [
      "with balances in words",
      [
        "Date,Description,Amount",
        "2026-11-01,Opening balance,1000.00",
        "2026-11-27,ANNE,130.00",
        "2026-11-28,Solde final,1130.00",
        "2026-11-28,Solde en fin de période,1130.00",
      ],
      ["2026-11-27 | 13000 | ANNE"],
      { balance: 3 },
    ],
    // Pending entries, and other currencies.
    [
      "with states in English",
      [
        "Date,Description,Amount,Currency,Status",
        ...["Completed", "DECLINED", "Pending", "FAILED", "CANCELED", "REVERSED", "Authorised", "Something"].map(
          (status) => `2026-11-27,ANNE,130.00,EUR,${status}`,
        ),
      ],
      ["2026-11-27 | 13000 | ANNE"],
      { "not-executed": 7 },
    ],
    [
      "with unknown states",
      ["Date;Libellé;Montant;Statut", "27/11/2026;ANNE;130,00;Rapproché", "26/11/2026;PAUL;131,00;À classer"],
      ["2026-11-27 | 13000 | ANNE", "2026-11-26 | 13100 | PAUL"],
    ],
    [
      "with currencies in the amounts",
      [
        head,
        "27/11/2026;ANNE;130,00 €",
        "27/11/2026;JOHN;$130.00",
        "27/11/2026;JOHN;130,00 CHF",
        "27/11/2026;PAUL;131,00 EUR",
      ],
      ["2026-11-27 | 13000 | ANNE", "2026-11-27 | 13100 | PAUL"],
      { "other-currency": 2 },
    ],
    [
      "with totals, carried sums and its header again",
      [
        head,
        "Report;;12,00",
        "27/11/2026;ANNE;130,00",
        "Sous-total 11/2026;;130,00",
        head,
        "Solde au 26/11/2026;;5,00",
        "26/11/2026;PAUL;131,00",
        "25/11/2026;Solde initial;",
        "24/11/2026;Opération en attente;9,00",
        "23/11/2026;Ancien solde;1 234,56",
        "23/11/2026;SOLDE AU 23/11/2026;1 234,56",
        "23/11/2026;Solde réservation 1042;175,00",
      ],
      ["2026-11-27 | 13000 | ANNE", "2026-11-26 | 13100 | PAUL", "2026-11-23 | 17500 | Solde réservation 1042"],
      { undated: 3, "not-executed": 1, balance: 3 },
    ],
    [
      "with every minus sign",
      [
        head,
        ...["85,10-", "−85,10", "–85,10", "(85,10) €", "- 85,10", "85,10 Dt."].map((each) => `27/11/2026;a;${each}`),
      ],
      Array.from({ length: 6 }, () => "2026-11-27 | -8510 | a"),
    ],
    [
      "with every thousands separator",
      [
        head,
        ...["1\u202F138,00", "1\u00A0138,00", "1\u2009138,00", "1.138,00", "1'138,00", "1 138", "1.138"].map(
          (each) => `27/11/2026;a;${each}`,
        ),
      ],
      Array.from({ length: 7 }, () => "2026-11-27 | 113800 | a"),
    ],
    [
      "in English figures",
      ["Date,Description,Amount", '11/27/2026,a,"1,138.00"', "11/05/2026,b,-85.1", '11/01/2026,c,"2,000"'],
      ["2026-11-27 | 113800 | a", "2026-11-05 | -8510 | b", "2026-11-01 | 200000 | c"],
    ],
    [
      "with American days that another column disambiguates",
      ["Description,Date,Value date,Amount", "a,11/06/2026,11/13/2026,1.00", "b,11/27/2026,11/30/2026,12.5000"],
      ["2026-11-06 | 100 | a", "2026-11-27 | 1250 | b"],
    ],
    [
      "with days in words",
      [
        head,
        ...[
          "27 nov. 2026",
          "27 novembre 2026",
          "ven. 27 nov. 2026",
          "27-NOV-26",
          "27NOV2026",
          "Nov 27, 2026",
          "27.11.26",
          "20261127",
          "27112026",
          "2026/11/27",
          "2026-11-26T23:30:00Z",
          "26/11/2026 23:30 UTC",
          "\u200E27/11/2026",
        ].map((each) => `${each};a;1,00`),
        "1er déc. 2026;b;1,00",
        "3 août 2026;c;1,00",
      ],
      [...Array.from({ length: 13 }, () => "2026-11-27 | 100 | a"), "2026-12-01 | 100 | b", "2026-08-03 | 100 | c"],
    ],
    [
      "separated by tabs",
      [head, "27/11/2026;ANNE;130,00"].map((line) => line.replaceAll(";", "\t")),
      ["2026-11-27 | 13000 | ANNE"],
    ],
    [
      "with hours in UTC",
      ["Date (UTC);Libellé;Montant -;Montant +", "26-11-2026 23:30:00;a;;1,00", "26-11-2026;b;2,00;"],
      ["2026-11-27 | 100 | a", "2026-11-26 | -200 | b"],
    ],
    ["that ends with Ctrl-Z", [head, "27/11/2026;ANNE;130,00", "\x1A"], ["2026-11-27 | 13000 | ANNE"]],
  ])("a table %s has its columns proposed and is read by them", (_, lines, entries, skipped = none) => {
    expect(read(text(lines))).toEqual({ entries, skipped })
  })

  test("a table is read in UTF-16 without its mark, and in the form of Excel for Mac", () => {
    const lines = [head, "27/11/2026;HELENE;130,00"].join("\r")
    const wide = Uint8Array.from([...lines].flatMap((sign) => [sign.charCodeAt(0), 0]))
    const mac = Uint8Array.from(
      [...lines].map((sign, at) => (at > 30 && sign === "E" ? 0x83 : sign === "é" ? 0x8e : sign.charCodeAt(0))),
    )
    expect([wide, mac].map(read)).toMatchObject([
      { entries: ["2026-11-27 | 13000 | HELENE"] },
      { entries: ["2026-11-27 | 13000 | HÉLÉNÉ"] },
    ])
  })

  test.each<[string[], object]>([
    [["", head, "27/11/2026;a;1,00", "31/02/2026;b;2,00"], { line: 4, reason: "day", text: "31/02/2026" }],
    [[head, "27/11/2026;a;1.000"], { line: 2, reason: "amount", text: "1.000" }],
    [[head, "27/11/2026;a;1,00", "27/11/2026;a;beaucoup"], { line: 3, reason: "amount", text: "beaucoup" }],
    [[head, ";a;1,00", ";b;2,00"], { line: 2, reason: "day", text: "" }],
    [[head, "27 jui 2026;a;1,00"], { line: 2, reason: "day", text: "27 jui 2026" }],
    [[head, '27/11/2026;"deux', 'lignes";1,00', "27/11/2026;b;1,2,3"], { line: 4, reason: "amount", text: "1,2,3" }],
    [[head, "27/11/2026;a;1,00", '27/11/2026;"b;2,00'], { line: 3, reason: "quote" }],
    ...["130€50", "130 50", "12 34,00", "1 234 5", "130,0 0"].map((each): [string[], object] => [
      [head, `27/11/2026;a;${each}`],
      { line: 2, reason: "amount", text: each },
    ]),
    [["Date,Libellé,Montant", "27/11/2026,a,130", "26/11/2026,b,-85,10"], { line: 3, reason: "cells" }],
    [["Date;Libellé;Débit;Crédit", "27/11/2026;a;10,00;130,00"], { line: 2, reason: "amount", text: "10,00 130,00" }],
    [["Date;Libellé;Montant;Sens", "27/11/2026;a;1,00;Haben", "27/11/2026;b;1,00;Soll"], { line: 2, reason: "side" }],
    [["Date;Libellé;Montant (USD)", "27/11/2026;a;1,00"], { kind: "other-currency", currency: "USD" }],
  ])("a broken table reports where and why, %#", (lines, problem) => expect(read(text(lines))).toMatchObject(problem))
})
