import { eq } from "drizzle-orm"
import { Fragment, createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { beforeEach, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import { ContractVersions } from "../../app/admin/bookings/booking/contract-section.tsx"
import { NextStep } from "../../app/admin/bookings/booking/next-step.tsx"
import { Proofs } from "../../app/admin/bookings/booking/proofs.tsx"
import type { OwnerBookingView } from "../../app/admin/bookings/booking/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { sendContract } from "../../server/contracts/send-contract.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { shopWithTemplate } from "../contracts/signing.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

beforeEach(freshDatabase)

async function sentTo({ isExample }: { isExample: boolean }) {
  const camille = await shopWithTemplate()
  const at = new Date(Date.now() - 3_600_000)
  const customer = await makeCustomer()
  const order = makeOrder((await makeProduct()).id, [addDays(dayInParis(at), 40)])
  const placed = await placeBooking({ party: ownAccountParty(customer), order, at })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  await confirmBooking(camille, booking.id, at)
  await sendContract({ bookingId: booking.id, confirmedAt: at.toISOString() }, at)
  await db.update(profiles).set({ isExample }).where(eq(profiles.id, customer.id))
  const { from } = await administrator()
  const path = `/admin/bookings/${booking.number}`
  const params = { number: String(booking.number) }
  const view = await read<OwnerBookingView>(bookingPage, path, from, params)
  const parts = () => [NextStep, ContractVersions, Proofs].map((part) => createElement(part, { view, key: part.name }))
  const Screen = createRoutesStub([{ path: "/", Component: () => createElement(Fragment, null, parts()) }])
  const press = (intent: string) => send(bookingPage, { path, fields: { intent }, from, params })
  return { html: renderToStaticMarkup(createElement(Screen)), press }
}

test("the page of an example's booking never says that a mail leaves or has left", async () => {
  const { html, press } = await sentTo({ isExample: true })
  expect(html).toContain("1 lien encore ouvert")
  expect(html).not.toContain("envoyé par e-mail")
  expect(html).not.toContain("Envoyé")
  expect(html).toContain("À signer du ")
  expect(html).not.toContain("Renvoyer le lien")
  expect((await press("renvoyer-contrat")).flash).toMatchObject({
    kind: "error",
    title: "Aucun e-mail n’est envoyé à ce client",
  })
})

test("a resend names its recipient, and says that no mail leaves without a mail server", async () => {
  const { html, press } = await sentTo({ isExample: false })
  expect(html).toContain("1 lien encore ouvert")
  expect(html).toContain("Envoyé le ")
  expect((await press("renvoyer-contrat")).flash).toMatchObject({
    kind: "success",
    title: "Un nouveau lien est préparé",
    text: expect.stringMatching(/^Aucun serveur de messagerie n’est réglé\u00a0: le lien ne part pas à /),
  })
})
