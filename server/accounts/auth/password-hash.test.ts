import { expect, test } from "vitest"
import { hashAsInProduction, hashCheaply } from "../../../tests/harness/hashing.ts"
import { hashPassword, verifyPassword } from "./password-hash.ts"

hashAsInProduction()

const hashed = async (password: string) => {
  const answer = await hashPassword(password)
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value
}

test("a hash verifies its own password and no other", async () => {
  const stored = await hashed("le bal du 14 été")
  expect(stored).not.toContain("bal")
  expect(await hashed("le bal du 14 été")).not.toBe(stored)
  expect(await verifyPassword("le bal du 14 été", stored)).toEqual({ ok: true, value: true })
  // Another keyboard composes these letters differently.
  expect(await verifyPassword("le bal du 14 été".normalize("NFD"), stored)).toEqual({ ok: true, value: true })
  expect(await verifyPassword("le bal du 15 été", stored)).toEqual({ ok: true, value: false })
})

test("no password matches a missing or an invalid hash", async () => {
  for (const stored of [null, "", "0:0", "sel", `${"0".repeat(32)}:`])
    expect(await verifyPassword("", stored)).toEqual({ ok: true, value: false })
})

test("concurrent hashes queue, and too many are refused for later", async () => {
  // Only the queue is under test, not the time of a hash.
  hashCheaply()
  const stored = await hashed("le bal du 14")
  const answers = await Promise.all(Array.from({ length: 80 }, () => verifyPassword("le bal du 14", stored)))
  const [first, last] = [answers.at(0), answers.at(-1)]
  expect(first).toEqual({ ok: true, value: true })
  expect(last).toEqual({ ok: false, error: { kind: "throttled", retryAfterSeconds: 3 } })
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(30)
  expect(await verifyPassword("le bal du 14", stored)).toEqual({ ok: true, value: true })
})
