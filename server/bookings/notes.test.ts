import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { addNote, listBookingNotes } from "./notes.ts"
import { placeBooking } from "./place.ts"
import { readBookingVersion } from "./booking-version.ts"

async function booking() {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

test("a note is dated and signed, written once however often it is sent, and its text is in no event", async () => {
  const camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  const { id } = await booking()
  const note = { id: randomUUID(), body: "Rappeler pour l’étage" }
  const answers = await Promise.all([addNote(camille, id, note, now), addNote(camille, id, note, now)])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await listBookingNotes(id)).toEqual([
    { id: note.id, at: now, author: "Camille", body: "Rappeler pour l’étage" },
  ])
  const noted = (await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, id))).filter(
    ({ action }) => action === "booking.noted",
  )
  expect(noted).toMatchObject([{ actorName: "Camille", details: {} }])
})

test("a note makes no open form stale", async () => {
  const camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  const { id } = await booking()
  const before = await readBookingVersion(id)
  await addNote(camille, id, { id: randomUUID(), body: "Payé en espèces" }, now)
  expect(await readBookingVersion(id)).toBe(before)
})

test("a missing booking has no notes", async () => {
  const camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  expect(await addNote(camille, randomUUID(), { id: randomUUID(), body: "x" }, now)).toEqual({
    ok: false,
    error: { kind: "not-found" },
  })
})
