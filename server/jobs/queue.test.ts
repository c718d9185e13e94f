import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import type { Id } from "../../domain/id.ts"
import { db, transaction } from "../database.server.ts"
import type { MailOrder } from "../mail/mails.ts"
import { closeQueue, enqueue } from "./queue.ts"
import { queues } from "./queues.ts"

beforeEach(() => db.execute(sql`delete from pgboss.job`))
afterAll(closeQueue)

const order = (id: Id = randomUUID()): MailOrder => ({
  id,
  at: "2027-06-12T18:30:00.000Z",
  template: "newsletter-welcome",
  to: [{ name: "", address: "camille@exemple.example" }],
  data: { token: "0".repeat(36) },
})

async function promised() {
  const { rows } = await db.execute<{
    id: Id
    name: string
    data: MailOrder
    retry_limit: number
    retry_backoff: boolean
  }>(sql`select id, name, data, retry_limit, retry_backoff from pgboss.job`)
  return rows
}

describe("A job", () => {
  test("is promised when what makes it necessary is kept, with its queue's patience", async () => {
    const mail = order()
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    expect(await promised()).toEqual([
      { id: mail.id, name: "send-mail", data: mail, retry_limit: queues["send-mail"].retryLimit, retry_backoff: true },
    ])
  })

  test("is not promised when it is not", async () => {
    const broken = transaction(async (tx) => {
      await enqueue(tx, "send-mail", order())
      throw new Error("The booking could not be kept")
    })
    await expect(broken).rejects.toThrow("could not be kept")
    expect(await promised()).toEqual([])
  })

  test("is promised once under one id, however often it is asked for", async () => {
    const mail = order()
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    await transaction((tx) => enqueue(tx, "send-mail", mail, { id: mail.id }))
    expect(await promised()).toHaveLength(1)
  })

  test("is invisible to everybody until then", async () => {
    await transaction(async (tx) => {
      await enqueue(tx, "send-mail", order())
      expect(await promised()).toEqual([])
    })
    expect(await promised()).toHaveLength(1)
  })
})
