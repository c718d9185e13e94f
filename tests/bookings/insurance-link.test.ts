import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as adminFile from "../../app/admin/bookings/booking/certificate/route.ts"
import * as page from "../../app/site/account/booking/insurance/route.tsx"
import * as start from "../../app/site/account/booking/insurance/start/route.ts"
import { MAX_CERTIFICATE_BYTES } from "../../domain/booking/insurance.ts"
import type { BookingId } from "../../domain/id.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { createBookingLink, revokeBookingLinks } from "../../server/access/capability-links.ts"
import { db, transaction } from "../../server/platform/database.server.ts"
import { certificatePdf as pdf } from "../../server/bookings/insurance/certificate.fixture.ts"
import { handInCertificate } from "../../server/bookings/insurance/hand-in.ts"
import { INSURANCE_BUCKET, openCertificate } from "../../server/bookings/insurance/read-certificate.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { insuranceCertificates } from "../../server/platform/schema/insurance.ts"
import { storage } from "../../server/platform/storage/current.server.ts"
import { postRequest, routeArgs, runMiddleware, catchThrown } from "../accounts/browser.ts"
import { day, readEvents, placeSignedBooking } from "../ends.ts"
import { freshDatabase } from "../harness/database.ts"

beforeEach(async () => {
  await freshDatabase()
  for (const path of await stored()) await (await storage()).remove(INSURANCE_BUCKET, path)
})

async function makeInsuredBooking() {
  const made = await placeSignedBooking()
  await db.update(products).set({ asksInsurance: true }).where(eq(products.id, made.product.id))
  return made
}
const stored = async () => (await (await storage()).list(INSURANCE_BUCKET)).map(({ path }) => path)
async function readFile(id: BookingId) {
  const file = await openCertificate(id)
  return file && { type: file.type, bytes: new Uint8Array(await new Response(file.body).arrayBuffer()) }
}

describe("the addresses of an insurance certificate", () => {
  const link = (id: BookingId, purpose: "insurance" | "pay" | "deposit" | "sign" | "read" = "insurance") =>
    transaction(
      async (tx) => (await createBookingLink(tx, { booking: { id, returnsOn: day }, purpose, at: new Date() })).secret,
    )
  const at = (secret: string, request: Request) => routeArgs(request, { secret })
  const path = (secret: string) => `http://localhost:3000/attestation/${secret}`
  const sending = (secret: string, body: Uint8Array, name = "attestation") => {
    const form = new FormData()
    form.set(name, new File([Uint8Array.from(body)], "attestation.pdf"))
    return at(
      secret,
      new Request(path(secret), { method: "POST", body: form, headers: { origin: "http://localhost:3000" } }),
    )
  }
  const status = async (work: () => Promise<unknown>) => {
    const answer = await work().catch((thrown: unknown) => thrown)
    if (answer instanceof Response) return answer.status
    return (answer as { init?: { status?: number } | null }).init?.status ?? 200
  }
  async function makeComingBooking() {
    const made = await makeInsuredBooking()
    const last = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await db.execute(sql`
      update bookings set dates = array[${last}::date], first_day = ${last}, last_day = ${last}, returns_on = ${last} where id = ${made.booking.id}`)
    return made
  }

  test("the link's holder can upload a file, and never download it", async () => {
    const { booking } = await makeComingBooking()
    const secret = await link(booking.id)
    const loaded = await page.loader((await at(secret, new Request(path(secret)))) as never)
    expect(loaded).toMatchObject({ data: { kind: "open", view: { open: true, state: { kind: "missing" } } } })
    const answer = await page.action((await sending(secret, pdf)) as never)
    expect(answer).toBeInstanceOf(Response)
    expect(await readFile(booking.id)).toEqual({ type: "application/pdf", bytes: pdf })
    expect(JSON.stringify(await page.loader((await at(secret, new Request(path(secret)))) as never))).not.toContain(
      "file",
    )
    expect(await status(async () => page.action((await sending(secret, pdf, "autre")) as never))).toBe(422)
    const large = new Uint8Array(MAX_CERTIFICATE_BYTES + 400_000)
    expect(await status(async () => page.action((await sending(secret, large)) as never))).toBe(413)
    expect(
      (await readEvents(booking.id)).filter(({ action }) => action === "booking.insurance-handed-in"),
    ).toHaveLength(1)
  })

  test("a link of another purpose, or an ended one, opens nothing", async () => {
    const { booking } = await makeComingBooking()
    for (const purpose of ["pay", "deposit", "sign", "read"] as const) {
      const secret = await link(booking.id, purpose)
      expect(await status(async () => page.loader((await at(secret, new Request(path(secret)))) as never))).toBe(404)
      expect(await status(async () => page.action((await sending(secret, pdf)) as never))).toBe(404)
    }
    const ended = await link(booking.id)
    await transaction((tx) => revokeBookingLinks(tx, booking.id, new Date()))
    expect(await status(async () => page.loader((await at(ended, new Request(path(ended)))) as never))).toBe(410)
    expect(await status(async () => page.action((await sending(ended, pdf)) as never))).toBe(410)
    expect(await stored()).toEqual([])
  })

  test("only the account's owner gets a link, and only administrators the file", async () => {
    const { booking } = await makeComingBooking()
    await handInCertificate(booking.id, pdf)
    const elena = await signedUp({ name: "Elena", email: "elena@exemple.fr", password: "le bal du 14 juillet" })
    const params = { number: String(booking.number) }
    const asking = async () => {
      const args = await routeArgs(
        postRequest(`/account/bookings/${booking.number}/attestation`, {}, elena.request),
        params,
      )
      for (const guard of start.middleware) await runMiddleware(guard as never, args)
      return start.action(args as never)
    }
    expect(await status(asking)).toBe(404)
    const [profile] = await db.select().from(profiles).where(eq(profiles.email, "elena@exemple.fr"))
    await db
      .update(bookings)
      .set({ userId: profile?.id ?? booking.userId })
      .where(eq(bookings.id, booking.id))
    expect(await status(asking)).toBe(303)

    const file = async () =>
      adminFile.loader((await routeArgs(new Request(elena.request), { number: String(booking.number) })) as never)
    expect(await catchThrown(file)).not.toBeUndefined()
    await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, "elena@exemple.fr"))
    const response = await file()
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="attestation-assurance-\d+\.pdf"$/,
    )
    expect(response.headers.get("content-security-policy")).toContain("sandbox")
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf)
    await db.delete(insuranceCertificates)
    expect(await status(file)).toBe(404)
  })
})
