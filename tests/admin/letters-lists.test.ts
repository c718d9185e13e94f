import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as mailsPage from "../../app/admin/mails/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import * as newsletterCsv from "../../app/admin/newsletter/csv/route.ts"
import * as newsletterPage from "../../app/admin/newsletter/route.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { contactMessages, newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { freshDatabase } from "../harness/database.ts"
import { clearJobs } from "../harness/jobs.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
let administrator: Request

beforeEach(async () => {
  await freshDatabase()
  administrator = (await signedUp(camille)).request
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  await clearJobs()
  await db.execute(sql`delete from mails`)
})

const args = async (path: string) =>
  (await routeArgs(new Request(new URL(path, administrator.url), { headers: administrator.headers }))) as never

async function read<View>({ loader }: { loader(loaderArgs: never): Promise<unknown> }, path: string): Promise<View> {
  return ((await loader(await args(path))) as { data: View }).data
}

const day = (index: number) => new Date(Date.UTC(2027, 0, 1, 12, index))

describe("the newsletter's subscribers", () => {
  type View = {
    rows: { email: string }[]
    total: number
    page: number
    pages: number
    part: string
    counts: Record<string, number>
  }
  const list = async (query: string) => {
    const { rows, ...view } = await read<View>(newsletterPage, `/admin/newsletter${query}`)
    return { ...view, emails: rows.map(({ email }) => email) }
  }

  beforeEach(async () => {
    const row = (index: number) => ({
      email: `a${String(index).padStart(3, "0")}@exemple.example`,
      token: `t${index}`,
      requestedAt: day(index),
      confirmedAt: day(500 - index),
      status: "confirmed" as const,
    })
    await db.insert(newsletterSubscriptions).values([
      ...Array.from({ length: 120 }, (_, index) => row(index)),
      {
        email: "Zoé.Dujardin@exemple.example",
        token: "zoe",
        requestedAt: day(200),
        confirmedAt: day(1),
        status: "confirmed",
      },
      { email: "nicolas@exemple.example", token: "nicolas", requestedAt: day(300), status: "pending" },
    ])
  })

  test("subscribers come twenty-five at a time, the latest first, each on one page only", async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`?page=${page}`)))
    expect(pages.map(({ emails, total, page, pages: count }) => [emails.length, total, page, count])).toEqual([
      [25, 121, 1, 5],
      [25, 121, 2, 5],
      [25, 121, 3, 5],
      [25, 121, 4, 5],
      [21, 121, 5, 5],
    ])
    expect(new Set(pages.flatMap(({ emails }) => emails)).size).toBe(121)
    expect(pages[0]?.emails.slice(0, 2)).toEqual(["Zoé.Dujardin@exemple.example", "a119@exemple.example"])
    expect((await list("?page=99")).page).toBe(5)
  })

  test("subscribers match by their address, whatever its accents, in their tab", async () => {
    expect(await list("?q=zoe+dujardin")).toMatchObject({
      emails: ["Zoé.Dujardin@exemple.example"],
      total: 1,
      part: "confirmed",
      counts: { confirmed: 121, pending: 1 },
    })
    expect(await list("?q=zoe&etat=pending")).toMatchObject({ emails: [], part: "pending" })
    expect((await list("?etat=pending")).emails).toEqual(["nicolas@exemple.example"])
  })

  test("subscribers are sorted by the address of the page", async () => {
    expect((await list("?tri=email")).emails[0]).toBe("a000@exemple.example")
    expect((await list("?tri=-email&page=5")).emails.at(-1)).toBe("a000@exemple.example")
    expect((await list("?tri=confirmation")).emails[0]).toBe("Zoé.Dujardin@exemple.example")
    expect((await list("?tri=-confirmation")).emails[0]).toBe("a000@exemple.example")
  })

  test("the exported file has every subscriber, or those of the search", async () => {
    const lines = async (query: string) => {
      const answer = await newsletterCsv.loader(await args(`/admin/newsletter.csv${query}`))
      return (await answer.text()).trim().split("\r\n").slice(1)
    }
    expect(await lines("")).toHaveLength(121)
    expect(await lines("?q=zoe")).toEqual([
      expect.stringMatching(/^Zoé\.Dujardin@exemple\.example;\d\d\/\d\d\/\d{4};\d\d\/\d\d\/\d{4}$/),
    ])
  })

  test("the exported file holds no spreadsheet formula, and declares its encoding", async () => {
    await db
      .update(newsletterSubscriptions)
      .set({ email: "=zoe@exemple.example" })
      .where(eq(newsletterSubscriptions.email, "Zoé.Dujardin@exemple.example"))
    const answer = await newsletterCsv.loader(await args("/admin/newsletter.csv"))
    const csv = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer())
    expect(csv).toMatch(/^\uFEFFE-mail;Demande;Confirmation\r\n/)
    expect(csv).toContain("\r\n'=zoe@exemple.example;")
  })
})

describe("the inbox", () => {
  type View = { messages: { name: string }[]; total: number; page: number; pages: number }
  const list = async (query: string) => {
    const { messages, ...view } = await read<View>(messagesPage, `/admin/messages${query}`)
    return { ...view, names: messages.map(({ name }) => name) }
  }

  beforeEach(async () => {
    const row = (index: number) => ({
      name: `Client ${String(index).padStart(3, "0")}`,
      email: `c${index}@exemple.example`,
      message: "Bonjour.",
      createdAt: day(index),
    })
    await db.insert(contactMessages).values([
      ...Array.from({ length: 60 }, (_, index) => row(index)),
      {
        name: "Aïcha",
        email: "bureau@mairie.example",
        phone: "06 12 34 56 78",
        message: "Livrez-vous à Sceaux le 12 juin ?",
        createdAt: day(100),
      },
      {
        name: "Élodie",
        email: "elodie@exemple.example",
        message: "Merci.",
        answer: "Oui, jusqu’à Fontainebleau.",
        status: "answered",
        answeredAt: day(90),
        createdAt: day(90),
      },
    ])
  })

  test("messages come twenty-five at a time, the latest first", async () => {
    const [first, second, third] = [await list(""), await list("?page=2"), await list("?page=3")]
    expect([first.names.length, first.total, first.pages, second.names.length, third.names.length]).toEqual([
      25, 61, 3, 25, 11,
    ])
    expect(first.names[0]).toBe("Aïcha")
    expect(new Set([...first.names, ...second.names, ...third.names]).size).toBe(61)
  })

  test.each(["aicha", "BUREAU@mairie", "12 34 56", "sceaux juin", "livrez-vous à"])(
    "messages match by name, mail, telephone and words: “%s”",
    async (search) => {
      expect(await list(`?q=${encodeURIComponent(search)}`)).toMatchObject({ names: ["Aïcha"], total: 1 })
    },
  )

  test("messages match by the words of their reply too", async () => {
    expect((await list("?q=fontainebleau&etat=answered")).names).toEqual(["Élodie"])
    expect((await list("?q=fontainebleau")).names).toEqual([])
  })

  test("messages are sorted by date or by name", async () => {
    expect((await list("?tri=date")).names[0]).toBe("Client 000")
    expect((await list("?tri=nom")).names[0]).toBe("Aïcha")
    expect((await list("?tri=-nom")).names[0]).toBe("Client 059")
  })

  test("the search stays when a message is archived", async () => {
    const [row] = await db.select().from(contactMessages).where(eq(contactMessages.name, "Aïcha"))
    const there = `/admin/messages?q=sceaux&message=${row?.id}&tri=nom`
    const answer = (await messagesPage.action(
      (await routeArgs(postRequest(there, { intent: "archiver", id: row?.id ?? "" }, administrator))) as never,
    )) as Response
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/messages?q=sceaux&tri=nom"])
  })
})

describe("the mails", () => {
  test("the mails are filtered by state, kind and words, all by the address of the page", async () => {
    await db.execute(sql`
      with given as (
          select gen_random_uuid() as id, *
          from (values ('newsletter-welcome', 'b@exemple.example', 'sent'), ('contact-answer', 'a@exemple.example', 'sent'), ('contact-answer', 'c@exemple.example', 'refused')) mail (template, address, state)),
        entered as (
          insert into mails (id, template, message_id, ordered_at, state, settled_at)
          select id, template, id || '@exemple.example', ${day(0).toISOString()}::timestamptz, state, ${day(0).toISOString()}::timestamptz from given)
      insert into mail_details (mail_id, recipients, words)
      select id, jsonb_build_array(jsonb_build_object('name', 'Aïcha', 'address', address)), 'aicha ' || address from given`)
    type View = { rows: { to: string }[]; total: number; failed: number }
    const list = async (query: string) => (await read<View>(mailsPage, `/admin/mails${query}`)).rows.map(({ to }) => to)
    expect(await list("?tri=destinataire")).toEqual(["a@exemple.example", "b@exemple.example", "c@exemple.example"])
    expect(await list("?tri=-destinataire&sorte=contact-answer")).toEqual(["c@exemple.example", "a@exemple.example"])
    expect(await list("?sorte=contact-answer&etat=sent")).toEqual(["a@exemple.example"])
    expect(await list("?q=aicha+b%40exemple")).toEqual(["b@exemple.example"])
    expect((await read<View>(mailsPage, "/admin/mails?etat=failed")).failed).toBe(1)
  })
})
