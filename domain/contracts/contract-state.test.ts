import { expect, test } from "vitest"
import { type ContractVersions, contractState, contractStateLabels, contractStates } from "./contract-state.ts"

const now = new Date("2027-05-01T09:00:00Z")
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]

test.each<[ContractVersions["waiting"], string, string]>([
  [null, "to-prepare", "signed"],
  [{ status: "prepared", dueAt: null }, "to-hand-over", "change-awaiting"],
  [{ status: "sent", dueAt: after }, "awaiting", "change-awaiting"],
  [{ status: "sent", dueAt: null }, "awaiting", "change-awaiting"],
  [{ status: "sent", dueAt: now }, "to-prepare", "signed"],
  [{ status: "sent", dueAt: before }, "to-prepare", "signed"],
])("a contract with the pending version %j is %s, and %s once a version is signed", (waiting, unsigned, signed) => {
  expect(contractState({ signed: false, waiting }, now)).toBe(unsigned)
  expect(contractState({ signed: true, waiting }, now)).toBe(signed)
})

test("each state has its own label", () => {
  const labels = contractStates.map((state) => contractStateLabels[state])
  expect(labels.every((label) => /^\p{Lu}/u.test(label))).toBe(true)
  expect(new Set(labels).size).toBe(contractStates.length)
})
