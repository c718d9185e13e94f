import { eq } from "drizzle-orm"
import { type Zippable, strToU8, zipSync } from "fflate"
import type { Id } from "../../domain/id.ts"
import { periods } from "../../domain/retention/periods.ts"
import { openContractPaper } from "../contracts/download.ts"
import { db } from "../database.server.ts"
import { invoiceFileName, openInvoice } from "../invoicing/invoice-files.ts"
import { log } from "../log.ts"
import { dataExports } from "../schema/accounts.ts"
import { ObjectExists } from "../storage/storage.ts"
import { storage } from "../storage/current.server.ts"
import { EXPORT_BUCKET } from "./erase.ts"
import { contractsOf, invoicesOfPerson, personalDataOf } from "./gather.ts"

const readMe = `Vos données

donnees.json   tout ce que nous savons de vous, dans un format que d'autres programmes lisent ;
               les montants sont en centimes d'euro, les heures en temps universel
contrats/      vos contrats, en texte et, lorsqu'il existe, en PDF
factures/      vos factures et vos avoirs

Ce fichier ne contient ni votre mot de passe, que nous ne connaissons pas, ni les clés de votre double authentification.
`

/**
 * The job behind `askForExport`: gathers, packs and keeps the copy, and notes how far it has come. Run twice it is made
 * once. Says in a few words what was done.
 */
export async function makeExport(exportId: Id, at: Date = new Date()): Promise<string> {
  const [asked] = await db.select().from(dataExports).where(eq(dataExports.id, exportId))
  if (!asked || asked.state === "ready") return "nothing to do"
  const noteProgress = (progress: number) =>
    db.update(dataExports).set({ progress }).where(eq(dataExports.id, exportId))
  const files: Zippable = {
    "lisez-moi.txt": strToU8(readMe),
    "donnees.json": strToU8(JSON.stringify(await personalDataOf(asked.userId), null, 2)),
  }
  const [contracts, invoices] = await Promise.all([contractsOf(asked.userId), invoicesOfPerson(asked.userId)])
  const papers = contracts.length + invoices.length
  for (const [index, { number, version, content, key }] of contracts.entries()) {
    const name = `contrats/contrat-${number}-v${version}`
    files[`${name}.txt`] = strToU8(content)
    const paper = await openContractPaper(key)
    // A PDF is compressed already.
    if (paper) files[`${name}.pdf`] = [new Uint8Array(await new Response(paper.body).arrayBuffer()), { level: 0 }]
    await noteProgress(10 + Math.round((80 * (index + 1)) / papers))
  }
  for (const [index, invoice] of invoices.entries()) {
    const { body } = await openInvoice(invoice)
    files[`factures/${invoiceFileName(invoice)}`] = [
      new Uint8Array(await new Response(body).arrayBuffer()),
      { level: 0 },
    ]
    await noteProgress(10 + Math.round((80 * (contracts.length + index + 1)) / papers))
  }
  const body = zipSync(files)
  const fileKey = `${asked.userId}/${exportId}.zip`
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
    // An earlier try had come so far.
    if (!(error instanceof ObjectExists)) throw error
  }
  const endsAt = new Date(at.getTime() + periods.exportDays * 86_400_000)
  const { rowCount } = await db
    .update(dataExports)
    .set({ state: "ready", progress: 100, fileKey, bytes: body.length, readyAt: at, endsAt })
    .where(eq(dataExports.id, exportId))
  // The account was deleted meanwhile.
  if (rowCount === 0) await store.remove(EXPORT_BUCKET, fileKey)
  log.info("data exported", { export: exportId, bytes: body.length })
  return `${contracts.length} contracts, ${invoices.length} invoices, ${body.length} bytes`
}
