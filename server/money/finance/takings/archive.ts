import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import { strToU8, zipSync } from "fflate"
import { instantLong } from "../../../../domain/day-labels.ts"
import {
  closingPeriods,
  isAboutClosing,
  registerCheckLabel,
  takingFindingLabels,
} from "../../../../domain/finance/takings.ts"
import { db } from "../../../platform/database.server.ts"
import { signingCertificate } from "../../../platform/documents/certificate.ts"
import { detachedSignature } from "../../../platform/documents/cms.ts"
import { readSiteConfig } from "../../../shop/content/site.ts"
import { takingsClosings } from "../../../platform/schema/takings.ts"
import { type TakingsCheck, checkTakings } from "./check.ts"
import type { Closing, HashedTaking } from "./hashes.ts"

type Line = HashedTaking & { hash: string }

/** Self-contained and signed; it names no customer. */
export async function buildTakingsArchive(year: number, at: Date): Promise<Uint8Array> {
  const check = await checkTakings(at)
  const [lines, closings, { companyName }] = await Promise.all([
    listLines(year),
    listYearClosings(year),
    readSiteConfig(),
  ])
  const files: Record<string, Uint8Array> = {
    [`encaissements-${year}.csv`]: strToU8(takingsCsv(lines)),
    [`clotures-${year}.csv`]: strToU8(closingsCsv(closings)),
    "verification.txt": strToU8(checkReport(check)),
    "LISEZMOI.txt": strToU8(readMe(year, companyName, at)),
  }
  const sums = strToU8(
    Object.entries(files)
      .map(([name, bytes]) => `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`)
      .join(""),
  )
  const signature = await detachedSignature(sums, await signingCertificate(at), null)
  return zipSync({ ...files, SHA256SUMS: sums, "SHA256SUMS.p7s": signature.der }, { mtime: at })
}

async function listLines(year: number): Promise<Line[]> {
  const { rows } = await db.execute<Line>(sql`
    select number, kind, source_id, booking_number, means, amount, to_char(moved_on, 'YYYY-MM-DD') as moved_on, corrects,
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at,
      to_char(day, 'YYYY-MM-DD') as day, previous_hash, hash
    from takings where day between ${`${year}-01-01`} and ${`${year}-12-31`} order by number`)
  return rows
}

function listYearClosings(year: number): Promise<Closing[]> {
  return db
    .select()
    .from(takingsClosings)
    .where(sql`${takingsClosings.lastDay} between ${`${year}-01-01`} and ${`${year}-12-31`}`)
    .orderBy(takingsClosings.number)
}

function toCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [header, ...rows].map((row) => `${row.map((cell) => cell ?? "").join(";")}\r\n`).join("")
}

function takingsCsv(lines: readonly Line[]): string {
  return toCsv(
    [
      "numero",
      "nature",
      "identifiant",
      "reservation",
      "moyen",
      "montant_centimes",
      "date_mouvement",
      "enregistre_utc",
      "annule_ligne",
      "jour_registre",
      "empreinte_precedente",
      "empreinte",
    ],
    lines.map((line) => [
      line.number,
      line.kind,
      line.source_id,
      line.booking_number,
      line.means,
      line.amount,
      line.moved_on,
      line.recorded_at,
      line.corrects,
      line.day,
      line.previous_hash,
      line.hash,
    ]),
  )
}

function closingsCsv(closings: readonly Closing[]): string {
  return toCsv(
    [
      "numero",
      "periode",
      "premier_jour",
      "dernier_jour",
      "premiere_ligne",
      "derniere_ligne",
      "ecritures",
      "recu_centimes",
      "rembourse_centimes",
      "par_moyen",
      "cumul_ecritures",
      "cumul_recu_centimes",
      "cumul_rembourse_centimes",
      "empreinte_derniere_ligne",
      "clos_utc",
      "empreinte_precedente",
      "empreinte",
      "sceau",
    ],
    closings.map((closing) => [
      closing.number,
      closing.period,
      closing.firstDay,
      closing.lastDay,
      closing.firstTaking,
      closing.lastTaking,
      closing.entries,
      closing.received,
      closing.refunded,
      Object.entries(closing.byMeans)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([means, cents]) => `${means}=${cents}`)
        .join(","),
      closing.perpetualEntries,
      closing.perpetualReceived,
      closing.perpetualRefunded,
      closing.lastHash,
      closing.closedAt.toISOString(),
      closing.previousHash,
      closing.hash,
      closing.seal,
    ]),
  )
}

function checkReport(check: TakingsCheck): string {
  const { at, findings, found } = check
  const lines = [
    `Vérification du ${instantLong(at)}`,
    `${registerCheckLabel(check)}.`,
    found === 0 ? "Aucune anomalie." : `${found} anomalie${found > 1 ? "s" : ""} :`,
    ...findings.map(
      ({ kind, number }) =>
        `- ${isAboutClosing(kind) ? "clôture" : kind === "unregistered" ? "réservation" : "ligne"} ${number} : ${takingFindingLabels[kind]}`,
    ),
  ]
  return lines.map((line) => `${line}\r\n`).join("")
}

function readMe(year: number, companyName: string, at: Date): string {
  const text = `Registre des encaissements ${year}, ${companyName}
Archive faite le ${instantLong(at)}.

CE QU’ELLE CONTIENT
encaissements-${year}.csv : chaque paiement reçu (nature « payment »), chaque contre-écriture qui en annule un (montant
  négatif, colonne annule_ligne) et chaque remboursement fait (nature « refund », montant négatif), dans l’ordre du registre.
clotures-${year}.csv : les clôtures de chaque jour, mois et année (${closingPeriods.join(", ")}), avec le total de la période et
  le cumul depuis la première ligne du registre.
verification.txt : ce qu’une relecture du registre entier a trouvé au moment de l’archive.
SHA256SUMS : l’empreinte SHA-256 de chacun de ces fichiers.
SHA256SUMS.p7s : la signature de SHA256SUMS par le certificat de l’entreprise (CMS détachée).

Les montants sont en centimes d’euro. Les textes sont en UTF-8, les colonnes séparées par des points-virgules.

COMMENT VÉRIFIER
1. Les fichiers : sha256sum -c SHA256SUMS
2. La signature : openssl cms -verify -binary -inform DER -in SHA256SUMS.p7s -content SHA256SUMS -noverify -out /dev/null
3. L’enchaînement : l’empreinte d’une ligne est le SHA-256, en hexadécimal, du texte UTF-8
   empreinte_precedente|numero|nature|identifiant|reservation|moyen|montant_centimes|date_mouvement|enregistre_utc|annule_ligne|jour_registre
   où annule_ligne vaut - quand il est vide. La ligne 1 suit 64 zéros.
4. Les clôtures : de même, sur
   empreinte_precedente|numero|periode|premier_jour|dernier_jour|premiere_ligne|derniere_ligne|ecritures|recu_centimes|rembourse_centimes|par_moyen|cumul_ecritures|cumul_recu_centimes|cumul_rembourse_centimes|empreinte_derniere_ligne|clos_utc
   où les lignes vides valent -. Le sceau est un HMAC-SHA-256 de l’empreinte, par une clé propre à l’installation.

Conservez cette archive hors du serveur, six ans au moins.
`
  return text.replaceAll("\n", "\r\n")
}
