import { beforeEach, expect, test } from "vitest"
import { makeAdministrator } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { signedUp } from "../auth/accounts.fixture.ts"
import { readVisitor } from "../auth/visitor.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { answerRequest, extendRequest } from "./answer.ts"
import { submitRightsRequest, recordRequest } from "./record-request.ts"
import { listRequests, listOwnRequests, countOpenRequests } from "./queries.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const at = new Date("2027-05-12T09:00:00Z")
const on = (day: string) => new Date(`${day}T09:00:00Z`)

async function elena() {
  const { request } = await signedUp({ name: "Elena", email: "elena@exemple.fr", password: "un bal au bord de l’eau" })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}
const owner = async () => ({ kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }) as const
const mails = async () =>
  (await readMailOrders()).map(({ template }) => template).filter((template) => template.startsWith("rights-"))

test("a request has its deadline, is mailed to both, answered once and deleted after five years (D31) @K-rights-month", async () => {
  const visitor = await elena()
  const camille = await owner()
  expect(await submitRightsRequest(visitor, { kind: "rectification", message: "Deux m." }, at)).toMatchObject({
    ok: true,
    value: { dueOn: "2027-06-12" },
  })
  expect((await mails()).toSorted()).toEqual(["rights-received", "rights-received-owner"])
  const [request] = (await listRequests(false, 1)).rows
  const id = request?.id ?? crypto.randomUUID()
  expect(await countOpenRequests(on("2027-06-01"))).toEqual({ open: 1, near: 0, late: 0 })
  expect(await countOpenRequests(on("2027-06-02"))).toEqual({ open: 1, near: 1, late: 0 })
  expect(await countOpenRequests(on("2027-06-13"))).toEqual({ open: 1, near: 1, late: 1 })

  const reply = { answer: "C’est corrigé.", outcome: "done" } as const
  const both = await Promise.all([1, 2].map(() => answerRequest(camille, id, reply, on("2027-05-20"))))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await mails()).toContain("rights-answered")
  expect(await listOwnRequests(visitor.profile.id)).toMatchObject([{ outcome: "done", answer: "C’est corrigé." }])
  expect(await countOpenRequests(on("2027-06-13"))).toEqual({ open: 0, near: 0, late: 0 })
  expect(await eraseExpired(on("2032-05-19"))).not.toContain("rights-requests")
  expect(await eraseExpired(on("2032-05-21"))).toContain("1 rights-requests")
})

test("no typed text is mailed to an unconfirmed address", async () => {
  const visitor = await elena()
  expect(visitor.user.emailVerified).toBe(false)
  await submitRightsRequest(visitor, { kind: "rectification", message: "Cliquez sur EVIL.example" }, at)
  const [request] = (await listRequests(false, 1)).rows
  await answerRequest(await owner(), request?.id ?? crypto.randomUUID(), { answer: "Non.", outcome: "refused" }, at)
  const orders = await readMailOrders()
  const toThem = orders.filter(({ template }) => template === "rights-received" || template === "rights-answered")
  expect(toThem.map(({ template }) => template).toSorted()).toEqual(["rights-answered", "rights-received"])
  expect(JSON.stringify(toThem)).not.toMatch(/Elena|EVIL/)
  // The owner still reads all of it.
  expect(JSON.stringify(await readMailOrders("rights-received-owner"))).toMatch(/Elena.*EVIL/)
})

test("a request by letter is recorded, and a complex one has two more months, announced within the first", async () => {
  const camille = await owner()
  const letter = {
    name: "Nora",
    email: "nora@exemple.fr",
    kind: "access",
    message: "",
    receivedOn: "2027-05-02",
  } as const
  expect(await recordRequest(camille, { ...letter, receivedOn: "2027-05-13" }, at)).toMatchObject({ ok: false })
  expect(await recordRequest(camille, letter, at)).toMatchObject({ ok: true, value: { dueOn: "2027-06-02" } })
  expect(await recordRequest(camille, letter, at)).toMatchObject({ ok: true })
  const [one, other] = (await listRequests(false, 1)).rows
  expect(await extendRequest(camille, one?.id ?? crypto.randomUUID(), "Dix ans d’échanges.", at)).toMatchObject({
    ok: true,
    value: { dueOn: "2027-08-02" },
  })
  expect(await extendRequest(camille, one?.id ?? crypto.randomUUID(), "Encore.", at)).toMatchObject({
    ok: false,
    error: { kind: "extended-already" },
  })
  expect(await extendRequest(camille, other?.id ?? crypto.randomUUID(), "Trop tard.", on("2027-06-03"))).toMatchObject({
    ok: false,
    error: { kind: "too-late" },
  })
  expect(await mails()).toEqual(["rights-extended"])
})
