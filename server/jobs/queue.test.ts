import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeEach, describe, expect, test } from "vitest"
import type { Id } from "../../domain/id.ts"
import { db, transaction } from "../database.server.ts"
import type { MailOrder } from "../mail/mails.ts"
import { orderMails } from "../mail/order-mail.ts"
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

  test.each([
    ["at once", undefined],
    ["later", new Date("2027-06-13T06:00:00.000Z")],
  ])("that sends a mail %s is what pg-boss itself would write for it", async (_, startAfter) => {
    const [ours, theirs] = [order(), order()]
    await transaction((tx) => orderMails(tx, [ours], { startAfter }))
    await transaction((tx) => enqueue(tx, "send-mail", theirs, { id: theirs.id, ...(startAfter && { startAfter }) }))
    const row = async (id: Id) => {
      const { rows } = await db.execute<{ row: object; waits: number; kept: number; data: MailOrder }>(sql`
        select to_jsonb(job) - '{id,data,created_on,start_after,keep_until}'::text[] || jsonb_build_object('of', job.tableoid) as row,
          data, extract(epoch from start_after - ${startAfter?.toISOString() ?? sql`created_on`})::float8 as waits,
          extract(epoch from keep_until - start_after)::float8 as kept
        from pgboss.job where id = ${id}`)
      return rows[0]
    }
    expect(await row(ours.id)).toEqual({ ...(await row(theirs.id)), data: ours })
    expect(await row(ours.id)).toMatchObject({ waits: 0, data: ours })
  })
})
