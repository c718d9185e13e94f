import { expect, test } from "vitest"
import type { ProfileId } from "../id.ts"
import { isForAnother, nameOfProxy, onOwnAccount, system } from "./party.ts"

const [camille, paul] = [
  { id: "00000000-0000-4000-8000-000000000001" as ProfileId, name: "Camille" },
  { id: "00000000-0000-4000-8000-000000000002" as ProfileId, name: "Paul" },
]

test("whoever acts for another account is named, a job and the account's own holder are not", () => {
  const own = onOwnAccount(camille)
  expect(own).toEqual({ actor: { kind: "customer", ...camille }, account: camille })
  expect([isForAnother(own), nameOfProxy(own)]).toEqual([false, null])
  const proxy = { actor: { kind: "customer" as const, ...paul }, account: camille }
  expect([isForAnother(proxy), nameOfProxy(proxy)]).toEqual([true, "Paul"])
  const job = { actor: system, account: camille }
  expect([isForAnother(job), nameOfProxy(job)]).toEqual([false, null])
})
