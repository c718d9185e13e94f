import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { Day } from "../../domain/day.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { installQueue } from "../../server/jobs/install-queue.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool } from "../../server/database.server.ts"
import { payments } from "../../server/schema/money.ts"
import { freshDatabase } from "../harness/database.ts"
import { makeAccountHolder, makeFinanceSettings, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { administrator, ask, keyOf } from "./ask.ts"

type Schema = Record<string, unknown> & { type?: string; format?: string; enum?: string[]; default?: unknown }
type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Schema }
type Described = {
  operationId: string
  parameters: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  paths: Record<string, { get: Described }>
  components: { schemas: Record<string, Schema> }
}

const SEED = 20270501
const TRIES = 25

let document: Document
let key: string
/** What there is, of each kind that an id may name. */
let ids: string[]

beforeAll(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  key = await keyOf(await administrator())
  const product = await makeProduct({ name: "Photomaton", stock: 3 })
  await makeOption(product.id)
  const claire = await makeAccountHolder()
  const placed = await placeBooking(
    onOwnAccount(claire),
    makeOrder(product.id, ["2027-06-12" as Day]),
    new Date("2027-05-01T09:00:00Z"),
  )
  if (!placed.ok) throw new Error("Not placed")
  const bookingId = placed.value.booking.id
  await db.insert(payments).values({ bookingId, means: "transfer", amount: 5_000, receivedOn: "2027-05-02" })
  ids = [product.id, claire.id, bookingId]
  document = (await (await ask("/openapi.json")).json()) as Document
})

/** What a parameter may be, by its schema alone. */
function valid({ type, format, enum: values, minimum, maximum }: Schema): fc.Arbitrary<string> {
  if (values) return fc.constantFrom(...values)
  if (format === "uuid") return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === "date") return fc.integer({ min: 1, max: 28 }).map((day) => `2027-06-${String(day).padStart(2, "0")}`)
  if (type === "integer") return fc.integer({ min: Number(minimum), max: Number(maximum) }).map(String)
  return fc.constant("")
}

/** What no parameter takes, nor an address of ours. */
const invalid = fc.oneof(
  fc.constantFrom("0", "-1", "1e9", "2027-02-30", "../..", "%00", "null", "[object Object]", "'; drop table users; --"),
  fc.string({ minLength: 1, maxLength: 40 }),
)

function addressOf(path: string, values: Readonly<Record<string, string>>, parameters: readonly Parameter[]): string {
  const filled = parameters
    .filter((each) => each.in === "path")
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? "")), path)
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }): [string, string][] =>
      place === "query" && values[name] !== undefined && values[name] !== "" ? [[name, values[name]]] : [],
    ),
  )
  return `${filled}?${query}`
}

async function conforms({ responses }: Described, answer: Response, asked: string): Promise<void> {
  expect(answer.status, asked).toBeLessThan(500)
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";")
  const described = responses[String(answer.status)]?.content?.[type]?.schema
  expect(described, `${asked}: ${answer.status} ${type}`).toBeDefined()
  const schema =
    described?.["$ref"] === "#/components/schemas/Problem" ? document.components.schemas["Problem"] : described
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(await answer.json())
  expect(checked.error?.issues ?? [], asked).toEqual([])
}

test("the document is one of OpenAPI 3.1 with an operation for each address", () => {
  expect(document.openapi).toBe("3.1.0")
  const named = Object.values(document.paths).map(({ get }) => get.operationId)
  expect(named).toHaveLength(8)
  expect(new Set(named).size).toBe(named.length)
})

test("every operation takes what the document allows, and answers as it says", async () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const values = fc.record(Object.fromEntries(get.parameters.map(({ name, schema }) => [name, valid(schema)])))
    const statuses = new Set<number>()
    for (const value of fc.sample(values, { seed: SEED, numRuns: TRIES })) {
      const address = addressOf(path, value, get.parameters)
      const answer = await ask(address, { key })
      statuses.add(answer.status)
      await conforms(get, answer, address)
    }
    // Something that is there was found, so that more than refusals were compared.
    expect([...statuses], path).toContain(200)
  }
})

test("no operation breaks on what the document does not allow", async () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const values = fc.record(Object.fromEntries(get.parameters.map(({ name }) => [name, invalid] as const)))
    for (const value of fc.sample(values, { seed: SEED, numRuns: TRIES })) {
      const address = addressOf(path, value, [
        ...get.parameters,
        { name: "unknown", in: "query", required: false, schema: {} },
      ])
      await conforms(get, await ask(address, { key }), address)
    }
  }
})

test("an answer that is not as described is noticed", async () => {
  const [listed] = Object.values(document.paths)
  if (!listed) throw new Error("No operation")
  const wrong = Response.json({ data: [{ id: 1 }], nextCursor: 2 })
  await expect(conforms(listed.get, wrong, "/products")).rejects.toThrow()
})
