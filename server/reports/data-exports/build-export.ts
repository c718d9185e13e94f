import { eq } from "drizzle-orm"
import { type Zippable, strToU8, zipSync } from "fflate"
import { dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { openReport, reportFileName } from "../../booking-record/condition/document.ts"
import { openContractFile } from "../../contracts/download.ts"
import { db } from "../../platform/database.server.ts"
import { invoiceFileName, openInvoice } from "../../money/invoicing/invoice-files.ts"
import { certificateFileName, openCertificate } from "../../bookings/insurance/read-certificate.ts"
import { openOrder, orderFileName } from "../../quotes/order-file.ts"
import { log } from "../../platform/log.ts"
import { dataExports } from "../../platform/schema/accounts.ts"
import { ObjectExists } from "../../platform/storage/storage.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { EXPORT_BUCKET } from "./erase.ts"
import {
  listExportedContracts,
  listHandedInOrders,
  listInsuredBookings,
  listPersonInvoices,
  readPersonalData,
  listPersonReports,
} from "./gather.ts"

const readMe = `Vos données

donnees.json   ce que nous savons de vous, dans un format que d'autres programmes lisent : votre compte, vos réservations,
               la preuve de vos signatures, vos messages, les e-mails que vous avez reçus, vos gestes ;
               les montants sont en centimes d'euro, les heures en temps universel
contrats/      vos contrats, en texte et, lorsqu'il existe, en PDF
factures/      vos factures et vos avoirs
etats-des-lieux/
               l'état du matériel à la remise et au retour, avec les photographies et les signatures
attestations-d-assurance/
               celles que vous avez remises et qui ne sont pas encore effacées
bons-de-commande/
               ceux que vous avez remis pour un devis

Ce fichier ne contient ni votre mot de passe, que nous ne connaissons pas, ni les clés de votre double authentification.
Nos notes sur vos réservations n'y sont pas non plus : demandez-les depuis votre compte, par une demande d'accès.
`

/** Idempotent. */
export async function buildExport(exportId: Id, at: Date = new Date()): Promise<string> {
  const [request] = await db.select().from(dataExports).where(eq(dataExports.id, exportId))
  if (!request || request.state === "ready") return "nothing to do"
  const recordProgress = (progress: number) =>
    db.update(dataExports).set({ progress }).where(eq(dataExports.id, exportId))
  const files: Zippable = {
    "lisez-moi.txt": strToU8(readMe),
    "donnees.json": strToU8(JSON.stringify(await readPersonalData(request.userId), null, 2)),
  }
  const tasks: (() => Promise<void>)[] = []
  for (const { number, version, content, key } of await listExportedContracts(request.userId))
    tasks.push(async () => {
      const name = `contrats/contrat-${number}-v${version}`
      files[`${name}.txt`] = strToU8(content)
      const paper = await openContractFile(key)
      if (paper) files[`${name}.pdf`] = await toZipEntry(paper.body)
    })
  for (const invoice of await listPersonInvoices(request.userId))
    tasks.push(async () => {
      files[`factures/${invoiceFileName(invoice)}`] = await toZipEntry((await openInvoice(invoice)).body)
    })
  for (const { report, number } of await listPersonReports(request.userId))
    tasks.push(async () => {
      const name = `etats-des-lieux/${dayInParis(report.recordedAt)}-${report.id.slice(0, 8)}`
      files[`${name}-${reportFileName(report, number)}`] = await toZipEntry((await openReport(report)).body)
    })
  for (const { id, number } of await listInsuredBookings(request.userId))
    tasks.push(async () => {
      const file = await openCertificate(id)
      if (file)
        files[`attestations-d-assurance/${certificateFileName(file.type, number)}`] = await toZipEntry(file.body)
    })
  for (const quote of await listHandedInOrders(request.userId))
    tasks.push(async () => {
      const file = await openOrder(quote)
      if (file) files[`bons-de-commande/${orderFileName(file.type, quote.number)}`] = await toZipEntry(file.body)
    })
  for (const [index, add] of tasks.entries()) {
    await add()
    await recordProgress(10 + Math.round((80 * (index + 1)) / tasks.length))
  }
  const body = zipSync(files)
  const fileKey = `${request.userId}/${exportId}.zip`
  const store = await storage()
  try {
    await store.put({
      bucket: EXPORT_BUCKET,
      path: fileKey,
      body,
      contentType: "application/zip",
      cacheControl: "private, no-store",
    })
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
  }
  const endsAt = new Date(at.getTime() + periods.exportDays * 86_400_000)
  const { rowCount } = await db
    .update(dataExports)
    .set({ state: "ready", progress: 100, fileKey, bytes: body.length, readyAt: at, endsAt })
    .where(eq(dataExports.id, exportId))
  // The account was deleted meanwhile: its copy must not stay.
  if (rowCount === 0) await store.remove(EXPORT_BUCKET, fileKey)
  log.info("data exported", { export: exportId, bytes: body.length })
  return `${tasks.length} papers, ${body.length} bytes`
}

async function toZipEntry(body: ReadableStream<Uint8Array>): Promise<[Uint8Array, { level: 0 }]> {
  return [new Uint8Array(await new Response(body).arrayBuffer()), { level: 0 }]
}
