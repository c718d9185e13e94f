import { expect, test } from "vitest"
import type { ProfileId } from "../id.ts"
import { isProxy, proxyName, ownAccountParty, system } from "./party.ts"

const [camille, paul] = [
  { id: "00000000-0000-4000-8000-000000000001" as ProfileId, name: "Camille" },
  { id: "00000000-0000-4000-8000-000000000002" as ProfileId, name: "Paul" },
]

test("a delegate is named as the author, a job and the account's own holder are not", () => {
  const own = ownAccountParty(camille)
  expect(own).toEqual({ actor: { kind: "customer", ...camille }, account: camille })
  expect([isProxy(own), proxyName(own)]).toEqual([false, null])
  const proxy = { actor: { kind: "customer" as const, ...paul }, account: camille }
  expect([isProxy(proxy), proxyName(proxy)]).toEqual([true, "Paul"])
  const job = { actor: system, account: camille }
  expect([isProxy(job), proxyName(job)]).toEqual([false, null])
})
