import { and, eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import * as unsubscribePage from "../../app/site/newsletter/unsubscribe/route.tsx"
import * as letterPage from "../../app/admin/products/letter/route.tsx"
import * as letterPreview from "../../app/admin/products/letter/preview/route.ts"
import { administrator, read, send } from "../admin/back-office.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { makeProduct } from "../factories.ts"
import type { ProductId } from "../../domain/id.ts"
import { err, ok } from "../../domain/result.ts"
import { deleteAllAccounts } from "../../server/accounts/auth/accounts.fixture.ts"
import { db } from "../../server/platform/database.server.ts"
import { sendMail } from "../../server/jobs/send-mail.ts"
import type { Mailer, Message } from "../../server/platform/mail/mailer.ts"
import type { MailOrder } from "../../server/platform/mail/mails.ts"
import { resendMail } from "../../server/outside/mails/resend.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { newsletterSubscriptions } from "../../server/platform/schema/content.ts"
import { recordedEvents } from "../../server/platform/schema/events.ts"
import { productLetterMails, productLetters } from "../../server/platform/schema/letters.ts"
import { createToken } from "../../server/outside/newsletter/newsletter-links.ts"
import { orderLetter, readLetter, stopLetter, sendTestLetter } from "../../server/outside/newsletter/letter.ts"
import { LETTER_BATCH_SIZE, sendLetterBatch } from "../../server/outside/newsletter/send-letter-batch.ts"
import { unsubscribe } from "../../server/outside/newsletter/subscription.ts"
import { clearJobs, readJobs, setJobState } from "../harness/jobs.ts"

const at = new Date("2027-05-03T08:00:00Z")
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const text = { subject: "Une borne d’arcade", body: "Bonjour,\n\nElle est arrivée." }

beforeEach(async () => {
  await db.delete(productLetters)
  await db.delete(newsletterSubscriptions)
  await clearJobs()
  await db.execute(sql`delete from mails`)
  await deleteAllAccounts()
})

async function reader(email: string, status: "confirmed" | "pending" | "unsubscribed" = "confirmed") {
  const confirmedAt = status === "pending" ? null : after(-60)
  const token = createToken()
  await db.insert(newsletterSubscriptions).values({ email, token, status, confirmedAt })
  return { email, token }
}

async function readers(count: number) {
  for (let number = 0; number < count; number++) await reader(`personne${number}@exemple.example`)
}

async function makeLetterProduct() {
  const { from, actor } = await administrator()
  // Clears the mail about the new account.
  await clearJobs()
  await db.execute(sql`delete from mails`)
  const product = await makeProduct({ name: "Borne d’arcade", price: 12_000 })
  return { from, actor, id: product.id }
}

async function letterId() {
  const [letter] = await db.select({ id: productLetters.id }).from(productLetters)
  if (!letter) throw new Error("There is no letter")
  return letter.id
}

async function ordersTo(): Promise<MailOrder[]> {
  return (await readJobs("send-mail")).filter(({ state }) => state === "created").map(({ data }) => data)
}
const addresses = async () => (await ordersTo()).map(({ to }) => to[0]?.address ?? "").toSorted()

/** Accepts every mail but those to `refuses`. */
function standIn(refuses = ""): Mailer & { took: Message[] } {
  const took: Message[] = []
  return {
    took,
    delivers: true,
    async send(message) {
      if (message.to[0]?.address === refuses) return err({ kind: "undeliverable", code: 550, reply: "No such person" })
      took.push(message)
      return ok("250 taken")
    },
  }
}

async function sendAll(by: Mailer) {
  for (const order of await ordersTo()) {
    await sendMail(order, by, after(10))
    await setJobState("send-mail", "completed", order.id)
  }
}

const orderEvents = (id: ProductId) =>
  db
    .select()
    .from(recordedEvents)
    .where(and(eq(recordedEvents.action, "product.letter-ordered"), eq(recordedEvents.subjectId, id)))

const ordered = (actor: Awaited<ReturnType<typeof makeLetterProduct>>["actor"], id: ProductId) =>
  orderLetter({ actor, productId: id, ...text, at, canDeliver: true })

describe("the letter about a product", () => {
  test("the letter goes once to each confirmed address, and to no other", async () => {
    await reader("camille@exemple.example")
    await reader("nicolas@exemple.example")
    await reader("attend@exemple.example", "pending")
    await reader("partie@exemple.example", "unsubscribed")
    const { actor, id } = await makeLetterProduct()
    expect(await ordered(actor, id)).toEqual(ok({ startsAt: after(2) }))
    expect(await addresses()).toEqual([])
    expect((await readJobs("spread-letter")).map(({ startAfter }) => startAfter)).toEqual([after(2)])

    await db.insert(newsletterSubscriptions).values({
      email: "tard@exemple.example",
      token: createToken(),
      status: "confirmed",
      confirmedAt: after(1),
    })
    expect(await sendLetterBatch(await letterId(), after(2))).toBe("2 mails ordered")
    expect(await sendLetterBatch(await letterId(), after(3))).toBe("nothing to do: spread")
    expect(await addresses()).toEqual(["camille@exemple.example", "nicolas@exemple.example"])
    const [event] = await orderEvents(id)
    expect(event).toMatchObject({ subjectId: id, actorName: "Camille", details: { recipients: 2 } })
  })

  test("the letter is ordered once, by two tabs and two presses", async () => {
    await reader("camille@exemple.example")
    const { actor, id } = await makeLetterProduct()
    const answers = await Promise.all([1, 2, 3].map(() => ordered(actor, id)))
    expect(answers.filter(({ ok: done }) => done)).toHaveLength(1)
    expect(answers.filter(({ ok: done }) => !done)).toEqual([
      err({ kind: "ordered", by: "Camille", at }),
      err({ kind: "ordered", by: "Camille", at }),
    ])
    expect(await db.$count(productLetters)).toBe(1)
    expect((await orderEvents(id)).length).toBe(1)
  })

  test("the letter reaches nobody twice, even when its job runs concurrently or again after a crash", async () => {
    await readers(LETTER_BATCH_SIZE * 2 + 3)
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    const letter = await letterId()
    for (let round = 0; round < 4; round++) {
      await Promise.all([sendLetterBatch(letter, after(2)), sendLetterBatch(letter, after(2))])
      await sendAll(standIn())
    }
    const { rows } = await db.execute<{ address: string; mails: number }>(sql`
      select recipients -> 0 ->> 'address' as address, count(*)::integer as mails
      from mail_details group by 1 order by 2 desc`)
    expect(rows).toHaveLength(LETTER_BATCH_SIZE * 2 + 3)
    expect(rows[0]?.mails).toBe(1)
    expect((await readLetter(id))?.counts).toEqual({
      waiting: 0,
      sent: LETTER_BATCH_SIZE * 2 + 3,
      failed: 0,
      left: 0,
    })
    const [had] = await db.select().from(productLetterMails).limit(1)
    await expect(
      db.insert(productLetterMails).values({ ...had!, mailId: "00000000-0000-4000-8000-000000000001" }),
    ).rejects.toThrow()
  })

  test("the letter leaves in small batches, and waits while the last one has not left", async () => {
    await readers(LETTER_BATCH_SIZE + 1)
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await sendLetterBatch(await letterId(), after(2))
    expect(await ordersTo()).toHaveLength(LETTER_BATCH_SIZE)
    expect(await sendLetterBatch(await letterId(), after(3))).toBe("waiting: the last mails have not left")
    expect((await readLetter(id))?.counts.waiting).toBe(LETTER_BATCH_SIZE + 1)
    await sendAll(standIn())
    expect(await sendLetterBatch(await letterId(), after(4))).toBe("1 mails ordered")
  })

  test("the letter does not reach an address that unsubscribed after the order", async () => {
    const camille = await reader("camille@exemple.example")
    await reader("nicolas@exemple.example")
    const early = await reader("tot@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await unsubscribe(early.token, after(1))
    await sendLetterBatch(await letterId(), after(2))
    await unsubscribe(camille.token, after(3))
    const server = standIn()
    await sendAll(server)
    expect(server.took.map(({ to }) => to[0]?.address)).toEqual(["nicolas@exemple.example"])
    expect((await readLetter(id))?.counts).toEqual({ waiting: 0, sent: 1, failed: 0, left: 1 })
  })

  test("the letter has a one-click unsubscription without a page (RFC 8058)", async () => {
    await reader("camille@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await sendLetterBatch(await letterId(), after(2))
    const server = standIn()
    await sendAll(server)
    const [message] = server.took
    expect(message?.subject).toBe(text.subject)
    expect(message?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
    const [, path = "", token = ""] =
      /^<(http\S+\/newsletter\/desinscription\/([0-9a-f]{36}))>$/.exec(message?.headers["List-Unsubscribe"] ?? "") ?? []
    expect(message?.html).toContain(`href="${path}"`)
    expect(message?.text).toContain("/product/")
    const request = postRequest(new URL(path).pathname, { "List-Unsubscribe": "One-Click" })
    await unsubscribePage.action((await routeArgs(request, { token })) as never)
    const [row] = await db.select({ status: newsletterSubscriptions.status }).from(newsletterSubscriptions)
    expect(row?.status).toBe("unsubscribed")
  })

  test("the letter counts its failed and its repeated mails", async () => {
    await reader("camille@exemple.example")
    await reader("nulle-part@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await sendLetterBatch(await letterId(), after(2))
    await sendAll(standIn("nulle-part@exemple.example"))
    expect((await readLetter(id))?.counts).toEqual({ waiting: 0, sent: 1, failed: 1, left: 0 })
    const [failed] = await db.select().from(productLetterMails).where(eq(productLetterMails.state, "refused"))
    const again = await resendMail(actor, failed!.mailId, after(20))
    expect(again.ok).toBe(true)
    expect((await readLetter(id))?.counts).toEqual({ waiting: 1, sent: 1, failed: 0, left: 0 })
    await sendAll(standIn())
    expect((await readLetter(id))?.counts).toEqual({ waiting: 0, sent: 2, failed: 0, left: 0 })
    // The figures outlive the mails and the readers.
    await db.execute(sql`delete from mails`)
    await db.delete(newsletterSubscriptions)
    expect((await readLetter(id))?.counts.sent).toBe(2)
  })

  test("the letter can be stopped until its first mails are written, and then ordered again", async () => {
    await reader("camille@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    const first = await letterId()
    expect(await stopLetter(actor, id, after(1))).toEqual(ok(text))
    expect(await sendLetterBatch(first, after(2))).toBe("stopped before it started")
    expect(await addresses()).toEqual([])
    expect(await stopLetter(actor, id, after(2))).toEqual(err({ kind: "gone" }))
    expect((await ordered(actor, id)).ok).toBe(true)
    await sendLetterBatch(await letterId(), after(2))
    expect(await stopLetter(actor, id, after(3))).toEqual(err({ kind: "started" }))
  })

  test("the letter waits while the product is hidden", async () => {
    await reader("camille@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await sendLetterBatch(await letterId(), after(2))).toBe("waiting: the product is hidden")
    await db.update(products).set({ isActive: true }).where(eq(products.id, id))
    expect(await sendLetterBatch(await letterId(), after(3))).toBe("1 mails ordered")
  })

  test("the letter ends after a week, and with its product", async () => {
    await reader("camille@exemple.example")
    const { actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await sendLetterBatch(await letterId(), after(7 * 24 * 60))).toBe("waiting: the product is hidden")
    expect(await sendLetterBatch(await letterId(), after(7 * 24 * 60 + 1))).toBe("ended: ordered over a week ago")
    expect(await sendLetterBatch(await letterId(), after(8 * 24 * 60))).toBe("nothing to do: spread")
    await db.execute(sql`update product_letters set spread_at = null`)
    await db.delete(products).where(eq(products.id, id))
    expect(await sendLetterBatch(await letterId(), after(2))).toBe("ended: the product is gone")
  })

  test("the letter is refused without a mail server, readers or a visible product", async () => {
    const { actor, id } = await makeLetterProduct()
    expect(await ordered(actor, id)).toEqual(err({ kind: "nobody" }))
    await reader("camille@exemple.example")
    expect(await orderLetter({ actor, productId: id, ...text, at })).toEqual(err({ kind: "no-mail-server" }))
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await ordered(actor, id)).toEqual(err({ kind: "not-visible" }))
    expect(await ordered(actor, "00000000-0000-4000-8000-000000000009")).toEqual(err({ kind: "gone" }))
    expect(await db.$count(productLetters)).toBe(0)
  })

  test("the letter can be tested any number of times, reaches its author only, and does not count as sent", async () => {
    await reader("camille@exemple.example")
    const { id } = await makeLetterProduct()
    const to = { name: "Nicolas", address: "nicolas@exemple.example" }
    expect(await sendTestLetter({ to, productId: id, text, at, canDeliver: true })).toEqual(ok(null))
    expect(await sendTestLetter({ to, productId: id, text, at, canDeliver: true })).toEqual(ok(null))
    const server = standIn()
    await sendAll(server)
    expect(server.took.map(({ to: [first] }) => first?.address)).toEqual([to.address, to.address])
    expect(server.took[0]?.headers).not.toHaveProperty("List-Unsubscribe")
    expect(server.took[0]?.text).toContain("Essai de la lettre")
    expect(await readLetter(id)).toBeNull()
  })
})

describe("the screen of the letter", () => {
  test("the screen offers nothing without a mail server, and refuses a post too", async () => {
    await reader("camille@exemple.example")
    const { from, id } = await makeLetterProduct()
    const here = `/admin/products/${id}/lettre`
    expect(await read(letterPage, here, from, { id })).toMatchObject({
      canMail: false,
      subscribers: 1,
      letter: null,
    })
    for (const intent of ["essai", "envoyer"]) {
      const { flash } = await send(letterPage, {
        path: here,
        fields: { intent, objet: "Une borne", texte: "Bonjour" },
        from,
        params: { id },
      })
      expect(flash).toMatchObject({ kind: "error", text: "Aucun serveur de messagerie n’est réglé." })
    }
    expect(await ordersTo()).toEqual([])
  })

  test("the screen asks before it sends, and stores nothing meanwhile", async () => {
    const { from, id } = await makeLetterProduct()
    const here = `/admin/products/${id}/lettre`
    const fields = { intent: "preparer", objet: "Une borne", texte: "Bonjour" }
    expect(await send(letterPage, { path: here, fields, from, params: { id } })).toMatchObject({
      status: 200,
      data: { needsConfirmation: true, errors: {}, values: { objet: "Une borne", texte: "Bonjour" } },
    })
    expect(
      await send(letterPage, { path: here, fields: { ...fields, objet: " " }, from, params: { id } }),
    ).toMatchObject({
      status: 422,
      data: { errors: { objet: "Écrivez l’objet." } },
    })
    expect(await db.$count(productLetters)).toBe(0)
  })

  test("the screen says by whom and when the letter was sent, on a second press", async () => {
    await reader("camille@exemple.example")
    const { from, actor, id } = await makeLetterProduct()
    await ordered(actor, id)
    const here = `/admin/products/${id}/lettre`
    expect(await read(letterPage, here, from, { id })).toMatchObject({
      letter: { subject: text.subject, by: "Camille", counts: { waiting: 1, sent: 0, failed: 0, left: 0 } },
    })
    const stopped = await send(letterPage, { path: here, fields: { intent: "arreter" }, from, params: { id } })
    expect(stopped).toMatchObject({
      status: 200,
      data: { isStopped: true, errors: {}, values: { objet: text.subject, texte: text.body } },
    })
    expect(await readLetter(id)).toBeNull()
  })

  test("the screen previews the text of the address in a frame without scripts", async () => {
    const { from, id } = await makeLetterProduct()
    const words = new URLSearchParams({ objet: "Une borne", texte: "Bonjour <script>alert(1)</script>" })
    const request = new Request(new URL(`/admin/products/${id}/lettre/apercu?${words}`, from.url), {
      headers: from.headers,
    })
    const answer = await letterPreview.loader((await routeArgs(request, { id })) as never)
    expect(answer.headers.get("content-security-policy")).toContain("sandbox")
    const html = await answer.text()
    expect(html).toContain("Bonjour &lt;script&gt;")
    expect(html).toContain("Borne d’arcade")
  })
})
