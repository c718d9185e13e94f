import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import type { BookingId } from "../../../domain/id.ts"
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { recordPayment } from "../finance/payments.ts"
import { db } from "../../platform/database.server.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { invoices, invoicingStart } from "../../platform/schema/invoices.ts"
import { owner, placeSignedBooking } from "../../../tests/ends.ts"
import { type Invoice, openInvoice, typesetInvoice } from "./invoice-files.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

const at = new Date("2027-05-02T09:00:00Z")

beforeAll(async () => {
  await readSiteConfig()
  await db.update(siteConfig).set({
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
    vatNumber: "FR11123456782",
  })
  await db.update(invoicingStart).set({ day: "2027-01-01" })
})

async function invoiced(): Promise<Invoice> {
  const { booking } = await placeSignedBooking()
  const payment = {
    id: crypto.randomUUID(),
    bookingId: booking.id,
    means: "card",
    amount: 7_500,
    receivedOn: "2027-05-02",
    note: "",
  } as const
  await recordPayment(await owner(), payment, at)
  const [invoice] = await db.select().from(invoices).where(eq(invoices.bookingId, booking.id))
  if (!invoice) throw new Error("No invoice was made")
  return invoice
}

const mails = async (bookingId: BookingId) =>
  (await readMailOrders<{ booking: { id: BookingId }; extra: { document?: unknown } }>("invoice")).filter(
    ({ data }) => data.booking.id === bookingId,
  )

test("the job makes the file, records its hash and mails it once, however often it runs", async () => {
  const invoice = await invoiced()
  expect(await typesetInvoice({ invoiceId: invoice.id }, at)).toBe("made")
  expect(await typesetInvoice({ invoiceId: invoice.id }, at)).toBe("made before")
  const [stored] = await db.select().from(invoices).where(eq(invoices.id, invoice.id))
  const file = await buffer((await openInvoice(stored ?? invoice)).body)
  expect(createHash("sha256").update(file).digest("hex")).toBe(stored?.pdfSha256)
  const [mail, ...others] = await mails(invoice.bookingId)
  expect(others).toEqual([])
  expect(mail?.data.extra).toMatchObject({ kind: "down-payment", amount: 7_500, number: invoice.number })
  expect(mail?.data.extra.document).toMatchObject({
    fileName: `facture-${invoice.number}.pdf`,
    sha256: stored?.pdfSha256,
  })
})

test("a reader faster than the job has the file made, and the job then finds it", async () => {
  const invoice = await invoiced()
  expect((await openInvoice(invoice)).size).toBeGreaterThan(10_000)
  expect(await typesetInvoice({ invoiceId: invoice.id }, at)).toBe("made before")
  expect(await mails(invoice.bookingId)).toHaveLength(1)
})

test("an unknown invoice leaves nothing to do", async () => {
  expect(await typesetInvoice({ invoiceId: crypto.randomUUID() }, at)).toBe("no such invoice")
})
