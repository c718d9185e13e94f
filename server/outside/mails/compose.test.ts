import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { addDays } from "../../../domain/day.ts"
import type { BookingTemplateName } from "../../platform/mail/booking-mail-kinds.ts"
import { composeMail } from "./compose.ts"
import { exampleData } from "./example-data.ts"
import { contrast } from "../../../isomorphic/color/oklch.ts"
import { bookingTemplatesByName } from "./templates/booking-templates.ts"
import { toMailAccent } from "./templates/mail-accent.ts"
import { color } from "./templates/mail-colors.ts"
import type { MailName, MailOrder, NewMail } from "../../platform/mail/mails.ts"

const token = "0123456789abcdef0123456789abcdef0123"
const to = [{ name: "", address: "camille@exemple.example" }]

beforeEach(async () => {
  await db.delete(siteConfig)
  await db.insert(siteConfig).values({
    companyName: "La Belle Équipe",
    companyEmail: "bonjour@belle.example",
    companyPhone: "01 99 00 47 12",
    companyAddress: "8 quai de la Marne, 94340 Joinville-le-Pont",
    companySiret: "12345678200002",
  })
})

const due = (mail: NewMail): MailOrder => ({ ...mail, id: randomUUID(), at: "2027-06-12T18:30:00.000Z" })

/** Attachments are left out, because these tests have no storage. */
const examples = (Object.keys(exampleData) as MailName[])
  .filter((template) => !template.startsWith("contract-signed") && template !== "invoice")
  .map((template): [string, NewMail] => [
    `example of ${template}`,
    { template, to, data: exampleData[template] } as NewMail,
  ])

describe("every mail", () => {
  test.each<[string, NewMail]>([
    [
      "a contact message",
      {
        template: "contact-message",
        to,
        data: { name: "Élodie", email: "elodie@exemple.example", phone: null, message: "Bonjour" },
      },
    ],
    [
      "a word about a booking",
      {
        template: "booking-message",
        to,
        data: {
          number: 1024,
          subject: "Votre réservation n°\u00a01024 a changé",
          text: "Bonjour Élodie,\n\nVos dates sont changées.",
        },
      },
    ],
    ["a request to confirm", { template: "newsletter-confirmation", to, data: { token } }],
    ["a sign-in link", { template: "sign-in-link", to, data: { name: "Élodie", token } }],
    ["a link after a forgotten password", { template: "password-forgotten", to, data: { name: "Élodie", token } }],
    ["an invitation to choose a password", { template: "password-invitation", to, data: { name: "Élodie", token } }],
    [
      "an invitation to the team",
      { template: "staff-invitation", to, data: { name: "Élodie", token, role: "Équipe" } },
    ],
    ["a link that an administrator sends", { template: "password-offered", to, data: { name: "Élodie", token } }],
    ["a welcome", { template: "newsletter-welcome", to, data: { token } }],
    ...examples,
  ])("a mail is French, from the company, and readable as plain text: %s", async (_, mail) => {
    const order = due(mail)
    const { from, subject, html, text, messageId, headers } = await composeMail(order)
    expect(from).toEqual({ name: "La Belle Équipe", address: "bonjour@belle.example" })
    expect(messageId).toBe(`${order.id}@localhost`)
    expect(subject).not.toBe("")
    expect(html).toContain('lang="fr"')
    expect(html).toContain("8 quai de la Marne, 94340 Joinville-le-Pont")
    expect(text).toContain("La Belle Équipe · 8 quai de la Marne")
    expect(text).toContain("SIRET\u00a0123\u00a0456\u00a0782\u00a000002")
    expect(text).not.toMatch(/[<>{}]|undefined|null/)
    // Plain text must separate a name from its value, and one row from the next.
    for (const [, name, value] of html.matchAll(/<td[^>]*>([^<]+)<\/td><td[^>]*>([^<]+)<\/td>/g))
      expect(text).toContain(`${name}\u00a0: ${value}`)
    // Opening a mail must fetch nothing: no pixel, no stylesheet.
    expect(html).not.toMatch(/<img|<link|url\(/)
    expect(headers["Auto-Submitted"]).toBe("auto-generated")
  })

  test("a mail is identical on its second try", async () => {
    const order = due({ template: "newsletter-welcome", to, data: { token } })
    expect(await composeMail(order)).toEqual(await composeMail(order))
  })

  test("a mail has a no-reply sender until the company has an address", async () => {
    await db.update(siteConfig).set({ companyEmail: null, companyAddress: null, companySiret: null })
    const { from, text } = await composeMail(due({ template: "newsletter-welcome", to, data: { token } }))
    expect(from.address).toBe("ne-pas-repondre@localhost")
    expect(text).not.toMatch(/undefined|null|SIRET/)
  })
})

describe("a mail to a customer about their booking", () => {
  const bookingMails = (Object.keys(bookingTemplatesByName) as BookingTemplateName[]).filter(
    (template) => !template.endsWith("-owner"),
  )
  const previewed = async (template: MailName, data: unknown = exampleData[template]) =>
    composeMail(due({ template, to, data } as NewMail), { withFiles: false })

  test.each(bookingMails)(
    "the mail links to the booking, or to the page to sign, pay or secure it: %s",
    async (template) => {
      const { html, text } = await previewed(template)
      expect(html).toMatch(/\/account\/bookings\/1042"|\/(?:signer|payer|caution|attestation)\/[0-9a-zA-Z-]+"/)
      expect(html).not.toMatch(/\/account"/)
      expect(text).not.toContain("/catalog")
    },
  )

  test("the mail about an ordered cart links to each of its bookings", async () => {
    const { html } = await previewed("cart-requested")
    const numbers = exampleData["cart-requested"].extra.bookings.map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(1)
    for (const number of numbers) expect(html).toContain(`/account/bookings/${number}"`)
  })

  test("the thank-you mail links to the booking even when the shop has no review page", async () => {
    const { booking } = exampleData["booking-thanks"]
    const { html } = await previewed("booking-thanks", { booking, extra: { reviewUrl: null } })
    expect(html).toContain('/account/bookings/1042"')
  })

  test("the mail with an invoice states its total, and one with a credit note says so in its title", async () => {
    const { booking, extra } = exampleData["invoice"]
    const final = (await previewed("invoice")).text
    expect(final).toMatch(/^Votre facture$/m)
    expect(final).toMatch(/Total\u00a0: 402\s€\nAcompte déduit\u00a0: −120,60\s€\nSolde\u00a0: 281,40\s€/)
    const first = await previewed("invoice", { booking, extra: { ...extra, kind: "down-payment", total: 28_140 } })
    expect(first.text).toMatch(/Montant\u00a0: 281,40\s€/)
    const note = await previewed("invoice", {
      booking,
      extra: { ...extra, kind: "credit-note", number: "A-2027-0003" },
    })
    expect([note.subject, note.text]).toEqual([
      "Votre avoir A-2027-0003, réservation n°\u00a01042",
      expect.stringMatching(/^Votre avoir$/m),
    ])
    expect(note.text).toMatch(/Montant\u00a0: 281,40\s€/)
  })

  test("the acknowledgement of a withdrawal repeats it in full only to a proven address", async () => {
    const { booking, extra } = exampleData["withdrawal-received"]
    const stranger = { ...booking, client: { ...booking.client, isVerified: false } }
    const declaration = "Je renonce.\nNom du consommateur\u00a0: Elena Roussel."
    const acknowledgementText = async (addressProved: boolean) =>
      (await previewed("withdrawal-received", { booking: stranger, extra: { ...extra, declaration, addressProved } }))
        .text
    expect(await acknowledgementText(true)).toContain("Elena Roussel")
    expect(await acknowledgementText(false)).not.toContain("Elena Roussel")
  })

  test("the mail uses our single word for the deposit", async () => {
    const { booking, extra } = exampleData["booking-confirmed"]
    const { text } = await previewed("booking-confirmed", { booking: { ...booking, securityDeposit: 30_000 }, extra })
    expect(text).toMatch(/Caution\u00a0: 300\s€/)
    expect(text).not.toMatch(/dépôt de garantie/i)
  })

  test.each([
    ["booking-confirmed", "PUBLISH", "CONFIRMED"],
    ["contract-signed", "PUBLISH", "CONFIRMED"],
    ["day-before", "PUBLISH", "CONFIRMED"],
    ["booking-cancelled", "CANCEL", "CANCELLED"],
    ["withdrawal-received", "CANCEL", "CANCELLED"],
    ["unsigned-cancelled", "CANCEL", "CANCELLED"],
  ] as const)("the mail adds its days to the calendar, or removes them: %s", async (template, method, status) => {
    const { attachments } = await previewed(template)
    const file = attachments.find(({ fileName }) => fileName === "reservation-1042.ics")
    const entry = file?.content.toString("utf8") ?? ""
    expect(file?.contentType).toBe(`text/calendar; charset=utf-8; method=${method}`)
    expect(entry).toContain(`METHOD:${method}`)
    expect(entry).toContain(`STATUS:${status}`)
    const { booking } = exampleData[template]
    const whole = (day: string) => day.replaceAll("-", "")
    expect(entry).toContain(`DTSTART;VALUE=DATE:${whole(booking.days[0] ?? "")}`)
    expect(entry).toContain(`DTEND;VALUE=DATE:${whole(addDays(booking.days.at(-1) ?? "2027-06-13", 1))}`)
    expect(entry).toContain(`UID:reservation-${booking.id}-0@localhost`)
  })

  test("a mail without days has no calendar file", async () => {
    expect((await previewed("booking-requested")).attachments).toEqual([])
  })
})

test("a link to set a password states its expiry, and an invitation why the account exists", async () => {
  const linkMailText = async (reason: "forgotten" | "invitation") =>
    (await composeMail(due({ template: `password-${reason}`, to, data: { name: "Élodie", token } }))).text.replaceAll(
      /\s+/g,
      " ",
    )
  expect(await linkMailText("forgotten")).toContain("Le lien vaut une heure et ne sert qu’une fois.")
  expect(await linkMailText("invitation")).toContain("Le lien vaut 7 jours et ne sert qu’une fois.")
  expect(await linkMailText("invitation")).toContain("Nous avons ouvert votre compte.")
  expect(await linkMailText("forgotten")).toContain(`/nouveau-mot-de-passe/${token}`)
})

describe("a contact message", () => {
  const data = {
    name: "Élodie <Bal>",
    email: "elodie@exemple.example",
    phone: "06 12 34 56 78",
    message: "Bonjour,\n\n<b>Le 12 juin</b>\net le 13 ?",
  }

  test("the message tells the owner its author and its exact text", async () => {
    const { subject, text, html } = await composeMail(due({ template: "contact-message", to, data }))
    expect(subject).toBe("Nouveau message\u00A0: Élodie <Bal>")
    expect(text).toContain("Nouveau message\u00A0: Élodie <Bal>")
    expect(text).toContain("06 12 34 56 78")
    expect(text).toContain("<b>Le 12 juin</b>\net le 13 ?")
    expect(html).not.toContain("<b>Le 12 juin")
  })

  test("the reply goes to the visitor, with our address as sender", async () => {
    const { from, replyTo } = await composeMail(due({ template: "contact-message", to, data }))
    expect(replyTo).toEqual({ name: "Élodie <Bal>", address: "elodie@exemple.example" })
    expect(from.address).toBe("bonjour@belle.example")
  })
})

describe("an owner's message about a booking", () => {
  const data = {
    number: 1024,
    subject: "Votre réservation n°\u00a01024 a changé",
    text: "Bonjour Élodie,\n\nNouvelles dates\u00a0: le 19 juin.\n<b>Total</b>\u00a0: 636\u202f€",
  }

  test("the message shows the owner's text line by line, without markup", async () => {
    const { subject, text, html } = await composeMail(due({ template: "booking-message", to, data }))
    expect(subject).toBe(data.subject)
    expect(text).toContain("Nouvelles dates\u00a0: le 19 juin.\n<b>Total</b>")
    expect(html).not.toContain("<b>Total")
  })

  test("the message links to its booking", async () => {
    expect((await composeMail(due({ template: "booking-message", to, data }))).html).toContain(
      'href="http://localhost:3000/account/bookings/1024"',
    )
  })
})

describe("a mail of the newsletter", () => {
  test("the confirmation link leads to a page of this site", async () => {
    const { html, text } = await composeMail(due({ template: "newsletter-confirmation", to, data: { token } }))
    expect(html).toContain(`href="http://localhost:3000/newsletter/confirmer/${token}"`)
    expect(text).toContain(`http://localhost:3000/newsletter/confirmer/${token}`)
  })

  test.each(["newsletter-confirmation", "newsletter-welcome"] as const)(
    "the mail supports one-click unsubscription: %s",
    async (template) => {
      const { headers } = await composeMail(due({ template, to, data: { token } }))
      expect(headers["List-Unsubscribe"]).toBe(`<http://localhost:3000/newsletter/desinscription/${token}>`)
      expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
    },
  )

  test("a confirmed subscriber's mail has an unsubscribe link in its footer", async () => {
    const { html } = await composeMail(due({ template: "newsletter-welcome", to, data: { token } }))
    expect(html).toContain(`href="http://localhost:3000/newsletter/desinscription/${token}"`)
  })
})

describe("the colours of a mail", () => {
  const html = async () => (await composeMail(due({ template: "newsletter-welcome", to, data: { token } }))).html

  test("the colours are the defaults until the company has chosen one, which is made readable", async () => {
    expect(await html()).toContain(color.accent)
    await db.update(siteConfig).set({ accentColor: "#2b6cb0" })
    const own = await html()
    expect(own).not.toContain(color.accent)
    expect(own).not.toContain(color.accentText)
    const { fill, onFill, text } = toMailAccent("#2b6cb0")
    for (const each of [fill, onFill, text]) expect(own).toContain(each)
    expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [color.paper, color.raised]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
})

test("a mail says when a rental until noon comes and goes, and its subject the rental day", async () => {
  const { booking, extra } = exampleData["booking-requested-owner"]
  const windows = { delivery: { from: "14:00", to: "16:00" }, collection: { from: "09:00", to: "11:00" } } as const
  const rented = {
    product: booking.product,
    days: ["2027-06-12"] as const,
    periods: [{ from: "2027-06-12T10:00:00.000Z", until: "2027-06-13T10:00:00.000Z" }],
    windows,
  }
  const compose = async (isDelivery: boolean) => {
    const data = { booking: { ...booking, days: rented.days, isDelivery, rentals: [rented] }, extra }
    const { text, subject } = await composeMail(due({ template: "booking-requested-owner", to, data } as NewMail))
    expect(subject).toContain("samedi 12 juin 2027")
    return text.replaceAll(/[\s\u00a0]+/g, " ")
  }
  expect(await compose(true)).toContain(
    "livré samedi 12 juin 2027, 14 h – 16 h, repris dimanche 13 juin 2027, 9 h – 11 h",
  )
  expect(await compose(false)).toContain("du samedi 12 juin 2027, 12 h, au dimanche 13 juin 2027, 12 h")
})
