import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { accountBookingPaths, linkBookingPaths } from "../../app/site/account/booking/paths.ts"
import { readBookingView } from "../../app/site/account/booking/load.server.ts"
import { readSigningView } from "../../app/site/account/booking/signing-view.server.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import { readContract } from "../../server/contracts/read-link.ts"
import { signContract } from "../../server/contracts/sign.ts"
import { sendContract } from "../../server/contracts/send-contract.ts"
import { publishContractTemplate, renderContract } from "../../server/contracts/template.ts"
import { db } from "../../server/platform/database.server.ts"
import { editBooking } from "../../server/bookings/edit.ts"
import { readBookingVersion } from "../../server/bookings/booking-version.ts"
import { recordPayment } from "../../server/money/finance/payments.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  contractAt,
  signingForm,
  hours,
  minutes,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "./signing.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  camille = await shopWithTemplate()
})

async function readView(id: BookingId, version: number, at: Date) {
  const read = await readContract(db, id, at)
  if (!read) throw new Error("There is no such booking")
  const addresses = linkBookingPaths("0".repeat(36))
  return readSigningView(read, await contractAt(id, version), { paths: addresses, proof: { by: "link" }, at })
}

test("the signature of an amendment asks for the rest: payments for the former version count", async () => {
  const { booking, elena, secret, contract } = await makeSentContract(camille)
  expect((await readView(booking.id, 1, hours(1))).summary.instalments.map(({ amount }) => amount)).toEqual([
    7_500, 17_500,
  ])
  await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))
  const payment = {
    id: randomUUID(),
    bookingId: booking.id,
    amount: 7_500,
    receivedOn: "2027-05-01",
    note: "",
  } as const
  const paid = await recordPayment(camille, { ...payment, means: "transfer" }, hours(2))
  expect(paid.ok).toBe(true)
  const version = await readBookingVersion(booking.id)
  const days = ["2027-06-12", "2027-06-13"] as const
  const edited = await editBooking({
    actor: camille,
    id: booking.id,
    change: { rentals: [{ position: 1, days }] },
    expectedVersion: version,
    expectedTotal: 50_000,
    message: null,
    at: hours(3),
  })
  expect(edited.ok).toBe(true)
  const confirmedAt = now.toISOString()
  expect(await sendContract({ bookingId: booking.id, confirmedAt }, minutes(1, hours(3)))).toBe("version 2 sent")
  const { summary } = await readView(booking.id, 2, hours(4))
  expect(summary.instalments.map(({ amount, dueOn }) => [amount, dueOn === null])).toEqual([
    [7_500, true],
    [35_000, false],
  ])

  const party = ownAccountParty(elena)
  const seeing = { party, access: "owner", paths: accountBookingPaths(booking.number), at: hours(4) } as const
  const view = await readBookingView(await bookingNow(booking.id), seeing)
  expect(view).toMatchObject({
    when: { dates: ["2027-06-12"] },
    price: { total: 25_000 },
    change: { totalBefore: 25_000, total: 50_000 },
  })
  expect(view.price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(25_000)
})

test("a web address typed by a customer is text in the contract, not a link", async () => {
  const content =
    "Contrat n° {{reservation.numero}}, {{reservation.adresse}} {{reservation.consignes}}. [Nos conditions](https://guinguette.example/cgv)"
  const published = await publishContractTemplate(camille, { title: "Contrat", content }, 1, now)
  expect(published.ok).toBe(true)
  const { booking } = await makeConfirmedBooking(camille)
  const { address } = await bookingNow(booking.id)
  const instructions = "Voir https://evil.example et www.evil.example, écrire à moi@evil.example"
  await db.update(bookings).set({ address: { ...address, street: instructions, instructions } })
  const confirmedAt = now.toISOString()
  expect(await sendContract({ bookingId: booking.id, confirmedAt }, minutes(0.5))).toBe("version 1 sent")

  for (const html of [
    (await readView(booking.id, 1, hours(1))).contract.html,
    await renderContract(content, booking.id, hours(1)),
  ]) {
    expect(html).toContain("www.evil.example")
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://guinguette.example/cgv"'])
  }
})
