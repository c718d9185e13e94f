import { beforeEach, describe, expect, test } from "vitest"
import * as page from "../../app/site/contact/route.tsx"
import { deleteAllAccounts, requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { createStamp } from "../../server/accounts/auth/form-stamp.ts"
import { countContactMessages, findContactMessage, listContactMessages } from "../../server/outside/contact/queries.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { listLeads } from "../../server/leads/list-leads.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { contactMessages, siteConfig } from "../../server/platform/schema/content.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { clearJobs, readMailOrders, blockQueue } from "../harness/jobs.ts"

beforeEach(async () => {
  await deleteAllAccounts()
  await db.delete(contactMessages)
  await db.delete(siteConfig)
  await db.insert(siteConfig).values({ companyName: "La Belle Équipe", companyEmail: "bonjour@belle.example" })
  await clearJobs()
})

const written = {
  name: "Élodie",
  email: "Elodie@Exemple.example ",
  phone: "06 12 34 56 78",
  message: "Bonjour,\r\nle 12 juin ?",
}

/** The page was opened a minute ago, as by a person. */
async function makeStampedForm(fields: Record<string, string> = written) {
  return { affichage: await createStamp("contact", new Date(Date.now() - 60_000)), remarque: "", ...fields }
}

async function send(fields: Record<string, string>, from?: Request) {
  const answer = await page.action((await routeArgs(postRequest("/contact", fields, from))) as never)
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("location") ?? "", data: null, headers: answer.headers }
  const { data, init } = answer as {
    data: { errors: Record<string, string>; values: Record<string, string> }
    init: ResponseInit | null
  }
  return { status: init?.status ?? 200, to: "", data, headers: new Headers(init?.headers) }
}

async function show(path = "/contact", from = requestFrom()) {
  const request = new Request(new URL(path, "http://localhost:3000"), { headers: from.headers })
  return page.loader((await routeArgs(request)) as never)
}

const inbox = async () =>
  (await listContactMessages({ status: "new", search: "", sort: "date", descending: true, page: 1 })).rows

describe("a message from the contact page", () => {
  test("a message is stored and mailed to the owner, and the visitor reads so @R-contact-form @P-anonymous-contact @C-contact-insert", async () => {
    const answer = await send(await makeStampedForm())
    expect(answer.status).toBe(303)
    expect(await inbox()).toMatchObject([
      { name: "Élodie", email: "elodie@exemple.example", phone: "06 12 34 56 78", message: "Bonjour,\nle 12 juin ?" },
    ])
    expect(await readMailOrders()).toMatchObject([
      {
        template: "contact-message",
        to: [{ name: "La Belle Équipe", address: "bonjour@belle.example" }],
        data: {
          name: "Élodie",
          email: "elodie@exemple.example",
          phone: "06 12 34 56 78",
          message: "Bonjour,\nle 12 juin ?",
        },
      },
    ])
    expect(await show(answer.to)).toMatchObject({ sent: true })
  })

  test("a message goes to the administrators while the company has no address of its own", async () => {
    await signedUp({ name: "Camille", email: "camille@exemple.example", password: "le bal du 14" })
    await db.update(profiles).set({ role: "admin" })
    await db.update(siteConfig).set({ companyEmail: null })
    await send(await makeStampedForm())
    // Signing up has sent a mail, too.
    const sent = (await readMailOrders()).filter(({ template }) => template === "contact-message")
    expect(sent.map(({ to }) => to)).toEqual([[{ name: "Camille", address: "camille@exemple.example" }]])
  })

  test("what a visitor adds of the event and how they came is read by the owner, with the message and as a lead", async () => {
    const day = addDays(dayInParis(new Date()), 30)
    const event = { eventDay: day, place: "Domaine des Tilleuls", eventKind: "wedding", guests: "120" }
    await send(await makeStampedForm({ ...written, ...event, heardFrom: "friend", provenance: "instagram" }))
    expect(await inbox()).toMatchObject([{ ...event, guests: 120 }])
    expect((await listLeads({ state: null, kind: "message", search: "", page: 1 })).rows).toMatchObject([
      { person: "Élodie", lead: { state: "new", heardFrom: "friend", campaign: "instagram" } },
    ])
    expect(JSON.stringify((await readMailOrders())[0])).toContain("Domaine des Tilleuls")
  })

  test("a message requires no telephone @V-contact", async () => {
    expect((await send(await makeStampedForm({ ...written, phone: "  " }))).status).toBe(303)
    expect((await inbox())[0]?.phone).toBeNull()
  })

  test("a message sent twice is stored once, and two different ones twice", async () => {
    await Promise.all([send(await makeStampedForm()), send(await makeStampedForm())])
    expect(await countContactMessages()).toEqual({ new: 1, answered: 0, archived: 0 })
    expect(await readMailOrders()).toHaveLength(1)
    await send(await makeStampedForm({ ...written, message: "Et le 13 ?" }))
    expect((await countContactMessages()).new).toBe(2)
  })

  test("a message is both stored and mailed, or neither @C-contact-insert @M-contact", async () => {
    const queue = await blockQueue()
    try {
      const answer = await send(await makeStampedForm())
      expect(answer).toMatchObject({
        status: 503,
        data: { errors: { form: "Une erreur est survenue" }, values: { message: "Bonjour,\nle 12 juin ?" } },
      })
      expect(await db.$count(contactMessages)).toBe(0)
    } finally {
      await queue.putBack()
    }
  })
})

describe("an invalid contact form", () => {
  test.each<[string, Record<string, string>, string]>([
    ["name", { ...written, name: "  " }, "Indiquez votre nom."],
    ["email", { ...written, email: "" }, "Indiquez votre adresse e-mail."],
    [
      "email",
      { ...written, email: "elodie" },
      "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr",
    ],
    ["phone", { ...written, phone: "appelez-moi" }, "Ce numéro n’est pas valable. Exemple\u00A0: 06 12 34 56 78"],
    ["message", { ...written, message: "\n" }, "Écrivez votre message."],
    [
      "message",
      { ...written, message: "a".repeat(5001) },
      "Votre message dépasse 5000 caractères. Raccourcissez-le, ou écrivez-nous par e-mail.",
    ],
    ["eventDay", { ...written, eventDay: "2020-01-01" }, "Cette date est passée."],
    ["guests", { ...written, guests: "beaucoup" }, "Indiquez un nombre d’invités, par exemple 80."],
  ])("an invalid value has its message beside its field: %s @V-contact", async (field, fields, text) => {
    const answer = await send(await makeStampedForm(fields))
    expect(answer.status).toBe(422)
    expect(answer.data?.errors).toEqual({ [field]: text })
    expect(await db.$count(contactMessages)).toBe(0)
  })

  test("an invalid form keeps every typed value", async () => {
    const answer = await send(await makeStampedForm({ ...written, email: "elodie" }))
    expect(answer.data?.values).toMatchObject({
      name: "Élodie",
      email: "elodie",
      phone: "06 12 34 56 78",
      message: "Bonjour,\nle 12 juin ?",
    })
  })

  test("an invalid form lists every missing field at once @V-contact", async () => {
    expect(Object.keys((await send(await makeStampedForm({}))).data?.errors ?? {}).sort()).toEqual([
      "email",
      "message",
      "name",
    ])
  })
})

describe("a form-filling robot", () => {
  test("a robot is stopped by the invisible field, which costs a person nothing", async () => {
    const answer = await send(await makeStampedForm({ ...written, remarque: "https://spam.example" }))
    expect(answer.status).toBe(422)
    expect(answer.data?.values).toMatchObject({ message: "Bonjour,\nle 12 juin ?" })
    expect(await db.$count(contactMessages)).toBe(0)
    expect((await send(await makeStampedForm())).status).toBe(303)
  })

  test.each([
    ["without having seen it", () => Promise.resolve("")],
    ["with the stamp of another form", () => createStamp("newsletter", new Date(Date.now() - 60_000))],
  ])("a robot is stopped when it sends the form %s", async (_, stamp) => {
    const answer = await send({ ...written, affichage: await stamp() })
    expect(answer.data?.errors["form"]).toContain("rien n’est perdu")
    expect(await db.$count(contactMessages)).toBe(0)
  })

  test("a browser that fills the form for a fast person does not count as a robot", async () => {
    expect((await send({ ...written, affichage: await createStamp("contact", new Date()) })).status).toBe(303)
  })

  test("a robot is slowed down after five messages from one network", async () => {
    const answers: Awaited<ReturnType<typeof send>>[] = []
    for (let number = 1; number <= 6; number++)
      answers.push(await send(await makeStampedForm({ ...written, message: `Message ${number}` })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429])
    expect(answers[5]?.data).toMatchObject({
      errors: { form: "Trop de tentatives. Réessayez dans 1 seconde." },
      values: { message: "Message 6" },
    })
    expect(answers[5]?.headers.get("retry-after")).toBe("1")
    expect((await send(await makeStampedForm(), requestFrom({ address: "198.51.100.4" }))).status).toBe(303)
  })
})

describe("the contact page", () => {
  test("the page fills in the name, address and telephone of a signed-in visitor only @R-contact-form", async () => {
    expect((await show()).profile).toBeNull()
    const { request } = await signedUp({ name: "Camille", email: "camille@exemple.example", password: "le bal du 14" })
    await db.update(profiles).set({ phone: "06 00 00 00 00" })
    expect((await show("/contact", request)).profile).toEqual({
      name: "Camille",
      email: "camille@exemple.example",
      phone: "06 00 00 00 00",
    })
  })

  test("the page confirms a message to its sender only, for an hour", async () => {
    expect((await show()).sent).toBe(false)
    expect((await show("/contact?envoye=1")).sent).toBe(false)
    const old = await createStamp("contact-sent", new Date(Date.now() - 3601_000))
    expect((await show(`/contact?envoye=${old}`)).sent).toBe(false)
  })
})

test("a message is found by its id, and by nothing else", async () => {
  await send(await makeStampedForm())
  const [stored] = await inbox()
  expect(await findContactMessage(stored?.id ?? "")).toMatchObject({ name: "Élodie" })
  expect(await findContactMessage("1")).toBeNull()
  expect(await findContactMessage("00000000-0000-4000-8000-000000000000")).toBeNull()
})
