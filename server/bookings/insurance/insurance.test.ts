import { unzipSync } from "fflate"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { MAX_CERTIFICATE_BYTES } from "../../../domain/booking/insurance.ts"
import type { BookingId } from "../../../domain/id.ts"
import {
  bookingNow,
  day,
  readEvents,
  readMails,
  owner,
  placedAt,
  placeTestRequest,
  placeSignedBooking,
} from "../../../tests/ends.ts"
import { makeAccountHolder } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readJobSheet } from "../job-sheets.ts"
import { buildExport } from "../../reports/data-exports/build-export.ts"
import { EXPORT_BUCKET } from "../../reports/data-exports/erase.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { blackPng, telephonePhotograph } from "../../platform/images/pictures.fixture.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { scrubBookings } from "../../jobs/retention/scrub-bookings.ts"
import { dataExports } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { products } from "../../platform/schema/catalog.ts"
import { deposits } from "../../platform/schema/deposits.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { sweeps } from "../../jobs/sweeps/all.ts"
import { certificatePdf as pdf } from "./certificate.fixture.ts"
import { setCertificateRequired } from "./require-certificate.ts"
import { handInCertificate } from "./hand-in.ts"
import { INSURANCE_BUCKET, openCertificate, readInsurance } from "./read-certificate.ts"

/** The rental is on 12 June 2027. */
const june = (on: number, hour = 12) => new Date(Date.UTC(2027, 5, on, hour))

beforeEach(async () => {
  await freshDatabase()
  for (const path of await stored()) await (await storage()).remove(INSURANCE_BUCKET, path)
})

async function insured({ asks = true } = {}) {
  const made = await placeSignedBooking()
  if (asks) await db.update(products).set({ asksInsurance: true }).where(eq(products.id, made.product.id))
  return made
}

const stored = async () => (await (await storage()).list(INSURANCE_BUCKET)).map(({ path }) => path)
const stateOf = async (id: BookingId, at = june(1)) => {
  const booking = await bookingNow(id)
  if (!booking) throw new Error("The booking has gone")
  return (await readInsurance(booking, at)).state
}
async function readFile(id: BookingId) {
  const file = await openCertificate(id)
  return file && { type: file.type, bytes: new Uint8Array(await new Response(file.body).arrayBuffer()) }
}

describe("an insurance certificate", () => {
  test("the product requires a certificate, unless the owner decides otherwise for a booking", async () => {
    const { booking, product } = await insured({ asks: false })
    const camille = await owner()
    expect(await stateOf(booking.id)).toEqual({ kind: "not-asked" })
    expect(await setCertificateRequired(camille, booking.id, true, june(1))).toEqual({
      ok: true,
      value: { changed: true },
    })
    expect(await setCertificateRequired(camille, booking.id, true, june(1))).toEqual({
      ok: true,
      value: { changed: false },
    })
    expect(await stateOf(booking.id)).toEqual({ kind: "missing" })
    await db.update(products).set({ asksInsurance: true }).where(eq(products.id, product.id))
    expect(await setCertificateRequired(camille, booking.id, false, june(1))).toEqual({
      ok: true,
      value: { changed: true },
    })
    expect(await stateOf(booking.id)).toEqual({ kind: "not-asked" })
    expect((await readEvents(booking.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["booking.insurance-asked", "booking.insurance-waived"]),
    )
    expect(await setCertificateRequired(camille, booking.id, true, june(13))).toEqual({
      ok: false,
      error: { kind: "closed" },
    })
  })

  test("a PDF certificate is stored as sent, and a picture is encoded again", async () => {
    const { booking } = await insured()
    expect(await handInCertificate(booking.id, pdf, june(1))).toEqual({ ok: true, value: null })
    expect(await readFile(booking.id)).toEqual({ type: "application/pdf", bytes: pdf })
    expect(await stateOf(booking.id)).toEqual({ kind: "handed-in", at: june(1), size: pdf.byteLength })

    const photograph = await telephonePhotograph()
    expect(photograph.includes("Exif")).toBe(true)
    expect(await handInCertificate(booking.id, photograph, june(2))).toEqual({ ok: true, value: null })
    const storedFile = await readFile(booking.id)
    expect(storedFile?.type).toBe("image/jpeg")
    expect(Buffer.from(storedFile?.bytes ?? []).includes("Exif")).toBe(false)
    // The previous file is deleted.
    expect(await stored()).toHaveLength(1)
  })

  test("a certificate is accepted even if the previous one cannot be deleted yet", async () => {
    const { booking } = await insured()
    await handInCertificate(booking.id, pdf, june(1))
    vi.spyOn(await storage(), "remove").mockRejectedValueOnce(new Error("The storage is away"))
    expect(await handInCertificate(booking.id, pdf, june(2))).toEqual({ ok: true, value: null })
    expect(await stateOf(booking.id)).toMatchObject({ kind: "handed-in", at: june(2) })
  })

  test.each([
    ["empty", new Uint8Array(), "empty"],
    ["larger than 5 MB", new Uint8Array(MAX_CERTIFICATE_BYTES + 1), "too-large"],
    [
      "a PDF with a script",
      Buffer.concat([pdf, Buffer.from("4 0 obj << /S /JavaScript /JS (x) >> endobj\n%%EOF\n")]),
      "active",
    ],
    ["a page that is called a PDF", new TextEncoder().encode("<html>%PDF-1.7 %%EOF</html>"), "mixed"],
    ["a PDF that was cut short", pdf.subarray(0, 20), "not-readable"],
    [
      "a picture with a page behind it",
      Buffer.concat([blackPng(8, 8), Buffer.from("<script>1</script>")]),
      "not-readable",
    ],
  ])("a certificate that is %s is refused and leaves nothing", async (_what, body, problem) => {
    const { booking } = await insured()
    expect(await handInCertificate(booking.id, body, june(1))).toEqual({ ok: false, error: { kind: "file", problem } })
    expect(await stored()).toEqual([])
  })

  test("a certificate is accepted only where one is required, until the last day is over", async () => {
    const { booking } = await insured({ asks: false })
    expect(await handInCertificate(booking.id, pdf, june(1))).toEqual({ ok: false, error: { kind: "not-asked" } })
    await setCertificateRequired(await owner(), booking.id, true, june(1))
    expect(await handInCertificate(booking.id, pdf, june(13))).toEqual({ ok: false, error: { kind: "closed" } })
    expect(await stored()).toEqual([])
    expect(await handInCertificate(booking.id, pdf, june(12))).toEqual({ ok: true, value: null })
  })

  test("a certificate is accepted ten times an hour, because each is parsed and recorded", async () => {
    const { booking } = await insured()
    for (let times = 0; times < 10; times++) expect((await handInCertificate(booking.id, pdf, june(1))).ok).toBe(true)
    expect(await handInCertificate(booking.id, pdf, june(1))).toMatchObject({ error: { kind: "throttled" } })
    expect((await readEvents(booking.id)).filter(({ action }) => action.includes("handed-in"))).toHaveLength(10)
    expect((await handInCertificate(booking.id, pdf, june(2))).ok).toBe(true)
  })

  test("a missing certificate appears on the sheet of the day", async () => {
    const { booking } = await insured()
    expect((await readJobSheet(booking.id, june(11)))?.insuranceMissing).toBe(true)
    await handInCertificate(booking.id, pdf, june(11))
    expect((await readJobSheet(booking.id, june(11)))?.insuranceMissing).toBe(false)
  })
})

describe("the mails about a certificate", () => {
  const due = async (at: Date) => (await db.execute<{ id: string }>(sweeps["ask-insurance"].due(at))).rows.length
  const requested = async (id: BookingId) =>
    (await readMails(id)).filter(({ template }) => template === "insurance-asked")

  test("a mail goes out at the signature, and a reminder a week before", async () => {
    const { booking } = await insured()
    const run = (at: Date) => sweeps["ask-insurance"].run(booking.id, at)
    const signedOn = new Date(placedAt.getTime() + 60_000)
    expect(await due(signedOn)).toBe(1)
    expect(await run(signedOn)).toBe("asked")
    expect(await run(signedOn)).toBe("nothing to do any more")
    expect(await due(june(4))).toBe(0)
    expect(await due(june(5, 5))).toBe(0)
    expect(await due(june(5))).toBe(1)
    expect(await run(june(5))).toBe("reminder")
    expect(await due(june(6))).toBe(0)
    expect(await requested(booking.id)).toHaveLength(2)
  })

  test("no mail goes to a customer who has not signed, has sent it or is exempt", async () => {
    const waiting = await placeTestRequest([day])
    await db.update(products).set({ asksInsurance: true }).where(eq(products.id, waiting.product.id))
    const sent = await insured()
    await handInCertificate(sent.booking.id, pdf, june(1))
    const waived = await insured()
    await setCertificateRequired(await owner(), waived.booking.id, false, june(1))
    await insured({ asks: false })
    expect(await due(june(5))).toBe(0)
  })
})

describe("the deletion of a certificate", () => {
  test("a certificate is deleted a week after the last day, and its row says when", async () => {
    const { booking } = await insured()
    await handInCertificate(booking.id, pdf, june(1))
    expect(await eraseExpired(june(19))).not.toContain("insurance")
    expect(await readFile(booking.id)).not.toBeNull()
    expect(await eraseExpired(june(20))).toContain("1 insurance")
    expect(await eraseExpired(june(20))).not.toContain("insurance")
    expect(await readFile(booking.id)).toBeNull()
    expect(await stored()).toEqual([])
    expect(await stateOf(booking.id, june(20))).toEqual({ kind: "erased", handedInAt: june(1), at: june(20) })
  })

  test("the deletion waits while a deposit claim is open", async () => {
    const { booking } = await insured()
    await handInCertificate(booking.id, pdf, june(1))
    await db.insert(deposits).values({
      bookingId: booking.id,
      amount: 50_000,
      openedAt: june(10),
      announcedAmount: 5_000,
      announcedAt: june(14),
      reason: "Un pied est cassé",
    })
    expect(await eraseExpired(june(25))).not.toContain("insurance")
    await db
      .update(deposits)
      .set({ closedAt: june(26), kept: 5_000 })
      .where(eq(deposits.bookingId, booking.id))
    expect(await eraseExpired(june(27))).toContain("1 insurance")
  })

  test("a certificate is deleted at once with the booking, the account or the owner's exemption", async () => {
    const [cancelled, deleted, waived] = [await insured(), await insured(), await insured()]
    for (const { booking } of [cancelled, deleted, waived]) await handInCertificate(booking.id, pdf, june(1))
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, cancelled.booking.id))
    await eraseExpired(june(2))
    expect(await readFile(cancelled.booking.id)).toBeNull()
    await transaction((tx) => scrubBookings(tx, sql`select ${deleted.booking.id}::uuid`))
    expect(await readFile(deleted.booking.id)).toBeNull()
    await setCertificateRequired(await owner(), waived.booking.id, false, june(2))
    expect(await stateOf(waived.booking.id)).toMatchObject({ kind: "erased" })
    await setCertificateRequired(await owner(), waived.booking.id, true, june(3))
    expect(await stateOf(waived.booking.id)).toEqual({ kind: "missing" })
    expect(await stored()).toEqual([])
  })

  test("files without a row are deleted once they are a day old", async () => {
    const { booking } = await insured()
    await handInCertificate(booking.id, pdf, june(1))
    const [storedFile] = await stored()
    const broken = { bucket: INSURANCE_BUCKET, path: `${booking.id}/broken.pdf`, body: pdf }
    await (await storage()).put({ ...broken, contentType: "application/pdf", cacheControl: "private, no-store" })
    await eraseExpired(new Date())
    expect(await stored()).toHaveLength(2)
    await eraseExpired(new Date(Date.now() + 25 * 60 * 60 * 1000))
    expect(await stored()).toEqual([storedFile])
  })
})

test("a data export includes the certificate while it is stored", async () => {
  const { booking } = await insured()
  const customer = await makeAccountHolder()
  await db.update(bookings).set({ userId: customer.id }).where(eq(bookings.id, booking.id))
  await handInCertificate(booking.id, pdf, june(1))
  const [requested] = await db
    .insert(dataExports)
    .values({ userId: customer.id, askedAt: june(2) })
    .returning()
  if (!requested) throw new Error("The copy was not asked for")
  await buildExport(requested.id, june(2))
  const file = await (await storage()).get(EXPORT_BUCKET, `${customer.id}/${requested.id}.zip`)
  const files = unzipSync(new Uint8Array(await new Response(file?.body).arrayBuffer()))
  expect(files[`attestations-d-assurance/attestation-assurance-${booking.number}.pdf`]).toEqual(pdf)
  const json = JSON.parse(Buffer.from(files["donnees.json"] ?? []).toString())
  expect(json.réservations[0].attestation_d_assurance.remise_le).toContain("2027-06-01")
})
