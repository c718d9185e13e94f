import { expect, beforeEach, test } from "vitest"
import * as columnsPage from "../../app/admin/finance/statements/columns/route.tsx"
import * as linePage from "../../app/admin/finance/statements/line/route.tsx"
import * as statementsPage from "../../app/admin/finance/statements/route.tsx"
import { readToday } from "../../app/admin/today/load.server.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import { paymentReference } from "../../domain/finance/payment-reference.ts"
import { MAX_STATEMENT_BYTES } from "../../server/money/bank/statement-problem.ts"
import { dayInParis } from "../../domain/day.ts"
import type { PaymentProposal } from "../../server/money/bank/proposals.ts"
import type { BankLine } from "../../server/money/bank/lines.ts"
import type { StatementsView } from "../../app/admin/finance/statements/view.ts"
import { routeArgs } from "../accounts/browser.ts"
import { makeConfirmedBooking, shopWithTemplate } from "../contracts/signing.ts"
import { freshDatabase } from "../harness/database.ts"
import { type ActionData, administrator, read, send } from "./back-office.ts"

let from: Request
let actor: Staff
beforeEach(async () => {
  await freshDatabase()
  ;({ from, actor } = await administrator())
})

const path = "/admin/finance/releves"
type UploadReply = { status: number; to: string | null; errors: Record<string, string> }

async function uploadStatement(content: string | Uint8Array<ArrayBuffer> | null): Promise<UploadReply> {
  const form = new FormData()
  form.set("intent", "importer")
  if (content !== null) form.set("releve", new File([content], "releve.csv", { type: "text/csv" }))
  const headers = new Headers(from.headers)
  headers.set("origin", "http://localhost:3000")
  const request = new Request(new URL(path, from.url), { method: "POST", headers, body: form })
  const answer = (await statementsPage.action((await routeArgs(request)) as never)) as
    | Response
    | { data: ActionData; init: { status?: number } | null }
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("location"), errors: {} }
  return { status: answer.init?.status ?? 200, to: null, errors: answer.data.errors ?? {} }
}

test("a CSV is uploaded without scripts, its columns are chosen, and its line becomes a payment", async () => {
  const { booking } = await makeConfirmedBooking(await shopWithTemplate())
  const day = dayInParis(new Date()).split("-").toReversed().join("/")
  const csv = `Date;Libellé;Montant\n${day};VIR ${paymentReference(booking.number)};250,00`
  const brought = await uploadStatement(csv)
  expect([brought.status, brought.to]).toEqual([303, expect.stringMatching(/^\/admin\/finance\/releves\/colonnes\//)])
  const to = brought.to ?? ""
  const id = to.slice(to.lastIndexOf("/") + 1)
  const missing = await send(columnsPage, {
    path: to,
    fields: { intent: "choisir", date: "0", libelle: "1" },
    from,
    params: { id },
  })
  expect([missing.status, missing.data.errors]).toEqual([
    422,
    { montant: "Choisissez la colonne du montant, ou celles du débit et du crédit." },
  ])
  const wrong = await send(columnsPage, {
    path: to,
    fields: { intent: "choisir", date: "1", libelle: "1", montant: "2" },
    from,
    params: { id },
  })
  expect(wrong.data.errors?.["form"]).toContain(
    `La ligne 2 du fichier ne se lit pas avec ces colonnes. «\u00a0VIR ${paymentReference(booking.number)}\u00a0» n’est pas une date.`,
  )
  const columns = { intent: "choisir", date: "0", libelle: "1", montant: "2", compte: "Compte courant" }
  const chosen = await send(columnsPage, { path: to, fields: columns, from, params: { id } })
  expect([chosen.status, chosen.to, chosen.flash?.title]).toEqual([303, path, "Une nouvelle ligne à traiter"])
  expect((await readToday(actor.id, null, new Date())).bankLines).toBe(1)

  const view = await read<StatementsView>(statementsPage, path, from)
  const [line] = view.lines.rows
  expect(line?.proposals.payments).toMatchObject([
    { booking: { number: booking.number }, reasons: ["reference", "amount"] },
  ])
  const searchView = await read<{ matches: PaymentProposal[] }>(
    linePage,
    `${path}/ligne/${line?.id}?q=${booking.number}`,
    from,
    { id: line?.id ?? "" },
  )
  expect(searchView.matches).toMatchObject([{ booking: { id: booking.id } }])
  const decide = (intent: string, more: Record<string, string> = {}) =>
    send(statementsPage, { path, fields: { intent, ligne: line?.id ?? "", ...more }, from })
  expect((await decide("noter", { reservation: booking.id })).flash?.title).toBe(
    `Paiement noté sur la réservation n°\u00a0${booking.number}`,
  )
  expect((await decide("ignorer")).flash).toMatchObject({ kind: "error", text: "Elle est déjà traitée." })
  expect((await readToday(actor.id, null, new Date())).bankLines).toBe(0)
  expect((await decide("reprendre")).flash?.title).toBe("Quelqu’un a été plus rapide")
  const settledView = await read<{ line: BankLine }>(linePage, `${path}/ligne/${line?.id}`, from, {
    id: line?.id ?? "",
  })
  const paiement = settledView.line.settledAs?.paymentId ?? ""
  expect((await decide("reprendre", { paiement })).flash?.title).toBe("La ligne est de nouveau à traiter")
  expect(await uploadStatement(csv)).toMatchObject({ status: 303, to: path })
  expect((await read<StatementsView>(statementsPage, path, from)).lines.total).toBe(1)
})

test("lines that are no euro of the account are counted, with the reason", async () => {
  const day = dayInParis(new Date())
  const row = (amount: string, currency: string, state: string) =>
    `${day} 10:00:00,ANNE DURAND,${amount},${currency},${state}`
  const rows = [row("131.00", "EUR", "COMPLETED"), row("132.00", "EUR", "REVERTED"), row("133.00", "USD", "COMPLETED")]
  const { to } = await uploadStatement(["Completed Date,Description,Amount,Currency,State", ...rows].join("\n"))
  const id = to?.slice(to.lastIndexOf("/") + 1) ?? ""
  const columns = { intent: "choisir", date: "0", libelle: "1", montant: "2" }
  const { flash } = await send(columnsPage, { path: to ?? "", fields: columns, from, params: { id } })
  expect(flash).toMatchObject({
    title: "Une nouvelle ligne à traiter",
    text: "2 écritures laissées de côté\u00a0: 1 non exécutée, 1 dans une autre devise.",
  })
})

test("an invalid file has a French message beside its field", async () => {
  const errorOf = async (content: string | Uint8Array<ArrayBuffer> | null) => {
    const { status, errors } = await uploadStatement(content)
    return [status, errors["releve"] ?? ""]
  }
  expect(await errorOf(null)).toEqual([422, "Choisissez le fichier de votre banque."])
  expect(await errorOf("Bonjour")).toEqual([422, expect.stringContaining("ni un camt.053, ni un CFONB")])
  expect(await errorOf('<!DOCTYPE x [<!ENTITY a "b">]><Document/>')).toEqual([
    422,
    expect.stringContaining("Ce fichier camt.053 ne se lit pas. Rien n’a été importé"),
  ])
  const [status, message] = await errorOf(new Uint8Array(MAX_STATEMENT_BYTES + 1))
  expect([status, message]).toEqual([422, expect.stringContaining("dépasse 2\u00a0Mo")])
})

test("a missing line and a missing statement are a 404", async () => {
  for (const page of [linePage, columnsPage])
    await expect(read(page, `${path}/x`, from, { id: "00000000-0000-4000-8000-000000000000" })).rejects.toMatchObject({
      init: { status: 404 },
    })
})
