import { expect, test } from "vitest"
import type { Id } from "../../../domain/id.ts"
import { bookingTemplates } from "../../platform/mail/booking-mail-kinds.ts"
import type { BookingFacts } from "../../platform/mail/booking-mail-kinds.ts"
import { composeMail } from "./compose.ts"
import { exampleData } from "./example-data.ts"
import type { MailOrder } from "../../platform/mail/mails.ts"

const evil = "EVIL.example"

/** Text that may come from the customer or an impostor; the company's own text stays. */
const typed: ReadonlySet<string> = new Set(["actor", "message", "declaration"])

function poisoned(value: unknown, key: string, byCompany: boolean): unknown {
  if (typeof value === "string")
    return typed.has(key) || (key === "reason" && !byCompany) ? `Nom du consommateur\u00a0: ${evil}` : value
  if (Array.isArray(value)) return value.map((item: unknown) => poisoned(item, key, byCompany))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, poisoned(part, name, byCompany)]))
}

function ofStranger(booking: BookingFacts): BookingFacts {
  const address = { street: evil, zipCode: "94340", city: evil, instructions: evil }
  return { ...booking, address, client: { ...booking.client, name: evil, phone: evil, isVerified: false } }
}

const templates = Object.values(bookingTemplates).flatMap(({ customer }) => (customer === null ? [] : [customer]))

test.each(templates)("%s repeats no typed text to an unconfirmed address", async (template) => {
  const { booking, extra } = exampleData[template]
  // Only a cancellation by the customer contains the customer's reason.
  const withActor = template === "booking-cancelled" || template === "date-change-asked" ? { actor: evil } : {}
  const byCustomer = template === "booking-cancelled" ? { by: "customer", reason: evil } : {}
  const moved = [{ label: "Adresse", before: evil, after: evil }]
  const changes = template === "booking-changed" ? { changes: [...moved, { ...moved[0], label: "Consignes" }] } : {}
  const bookings = "bookings" in extra ? { bookings: extra.bookings.map(ofStranger) } : {}
  const poisonedData = poisoned({ ...extra, ...withActor, ...byCustomer }, "", template !== "booking-cancelled")
  const data = { booking: ofStranger(booking), extra: { ...Object(poisonedData), ...changes, ...bookings } }
  const id: Id = "00000000-0000-4000-8000-000000000001"
  const order = { id, at: "2027-05-03T08:12:00.000Z", template, to: [{ name: "", address: "a@exemple.example" }], data }
  const { html, text, subject, attachments } = await composeMail(order as MailOrder, { withFiles: false })
  const calendars = attachments.map(({ content }) => content.toString("utf8")).join("")
  expect(html + text + subject + calendars).not.toMatch(/EVIL/i)
  expect(text).toContain("Bonjour,")
})
