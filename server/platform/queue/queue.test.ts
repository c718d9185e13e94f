import { randomUUID } from "node:crypto"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import type { Id } from "../../../domain/id.ts"
import { transaction } from "../database.server.ts"
import type { MailOrder } from "../mail/mails.ts"
import { orderMails } from "../mail/order-mail.ts"
import { closeQueue, enqueue } from "./queue.ts"
import { queues } from "./queues.ts"
import { clearJobs, readJobs } from "../../../tests/harness/jobs.ts"

beforeEach(() => clearJobs())
afterAll(closeQueue)

const order = (id: Id = randomUUID()): MailOrder => ({
  id,
  at: "2027-06-12T18:30:00.000Z",
  template: "newsletter-welcome",
  to: [{ name: "", address: "camille@exemple.example" }],
  data: { token: "0".repeat(36) },
})

describe("a job in the queue", () => {
  test("a job is queued when its cause is committed, with its queue's retry policy", async () => {
    const mail = order()
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    const { retryLimit } = queues["send-mail"]
    expect(await readJobs()).toMatchObject([
      { id: mail.id, name: "send-mail", data: mail, state: "created", retryLimit, retryBackoff: true },
    ])
  })

  test("a job is not queued when its cause is rolled back", async () => {
    const broken = transaction(async (tx) => {
      await enqueue(tx, "send-mail", order())
      throw new Error("The booking could not be kept")
    })
    await expect(broken).rejects.toThrow("could not be kept")
    expect(await readJobs()).toEqual([])
  })

  test("a job is queued once under one id, however often it is requested", async () => {
    const mail = order()
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    expect(await readJobs()).toHaveLength(1)
  })

  test("a job is invisible to all others until the commit", async () => {
    await transaction(async (tx) => {
      await enqueue(tx, "send-mail", order())
      expect(await readJobs()).toEqual([])
    })
    expect(await readJobs()).toHaveLength(1)
  })

  test("a mail's job waits until the mail is due", async () => {
    const startAfter = new Date("2027-06-13T06:00:00.000Z")
    const mail = order()
    await transaction((tx) => orderMails(tx, [mail], { startAfter }))
    expect(await readJobs()).toMatchObject([{ id: mail.id, data: mail, startAfter }])
  })
})
