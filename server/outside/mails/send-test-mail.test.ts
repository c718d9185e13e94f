import { sql } from "drizzle-orm"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import { deleteAllAccounts } from "../../accounts/auth/accounts.fixture.ts"
import { db } from "../../platform/database.server.ts"
import { smtpMailer } from "../../platform/mail/smtp.ts"
import { readMail } from "./mail-text.fixture.ts"
import { sendTestMail } from "./send-test-mail.ts"
import { type Behaviour, smtpError, startSmtpStandIn } from "./smtp-stand-in.fixture.ts"

const at = new Date("2027-06-12T18:30:00Z")
const owner = {
  kind: "administrator",
  id: "00000000-0000-4000-8000-0000000000aa",
  name: "Zoé",
  staffRole: null,
} as unknown as Staff
const to = "zoe@exemple.example"

beforeEach(deleteAllAccounts)

async function standIn(behaviour: Behaviour = {}) {
  const server = await startSmtpStandIn(behaviour)
  onTestFinished(() => server.stop())
  return server
}

const sendThrough = (url: string, timeout = 5_000) =>
  sendTestMail(owner, to, at, { transport: smtpMailer(url), timeout })

test("an accepted test mail reaches the administrator with the server's answer, and is in the journal", async () => {
  const server = await standIn()
  expect(await sendThrough(server.url)).toEqual({ kind: "accepted", answer: expect.stringMatching(/^250 /) as string })
  expect(readMail(server.mails[0] ?? "").headers.get("to")).toContain(to)
  const { rows } = await db.execute(sql`select subject_id from events where action = 'mail.tested'`)
  expect(rows).toContainEqual({ subject_id: owner.id })
})

test.each([
  ["recipient", { onRcptTo: (_, __, callback) => callback(smtpError(550, "No such mailbox")) }],
  ["sender", { onMailFrom: (_, __, callback) => callback(smtpError(553, "Sender not allowed")) }],
  ["content", { refusesContent: { code: 554, reply: "Looks like spam" } }],
] satisfies [string, Behaviour][])("a refused %s shows the server's line", async (_, behaviour) => {
  const result = await sendThrough((await standIn(behaviour)).url)
  expect(result).toEqual({
    kind: "refused",
    answer: expect.stringMatching(/No such mailbox|Sender not allowed|Looks like spam/) as string,
  })
})

test("an unreachable server is named as such", async () => {
  expect(await sendThrough("smtp://127.0.0.1:1")).toMatchObject({ kind: "unreachable" })
})

test("a server that never answers is unreachable after the time limit", async () => {
  const { url } = await standIn({ hangs: true })
  expect(await sendThrough(url, 300)).toMatchObject({ kind: "unreachable", answer: "No answer in time" })
})

test("without a server the mail is written into the outbox", async () => {
  expect(await sendTestMail(owner, to, at)).toEqual({ kind: "written" })
})

test("the sixth test mail within a quarter of an hour is refused", async () => {
  for (let count = 0; count < 5; count++) await sendTestMail(owner, to, at)
  expect(await sendTestMail(owner, to, at)).toMatchObject({ kind: "throttled" })
})
