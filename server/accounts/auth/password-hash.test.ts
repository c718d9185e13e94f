import { expect, test } from "vitest"
import { hashAsOperated, hashCheaply } from "../../../tests/harness/hashing.ts"
import { hashPassword, verifyPassword } from "./password-hash.ts"

hashAsOperated()

const hashed = async (password: string) => {
  const answer = await hashPassword(password)
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value
}

test("A password is known again by its hash, and another is not", async () => {
  const stored = await hashed("le bal du 14 été")
  expect(stored).not.toContain("bal")
  expect(await hashed("le bal du 14 été")).not.toBe(stored)
  expect(await verifyPassword("le bal du 14 été", stored)).toEqual({ ok: true, value: true })
  // The same letters, as another keyboard composes them.
  expect(await verifyPassword("le bal du 14 été".normalize("NFD"), stored)).toEqual({ ok: true, value: true })
  expect(await verifyPassword("le bal du 15 été", stored)).toEqual({ ok: true, value: false })
})

test("Nobody's password is known: not where none is stored, nor of what is no hash", async () => {
  for (const stored of [null, "", "0:0", "sel", `${"0".repeat(32)}:`])
    expect(await verifyPassword("", stored)).toEqual({ ok: true, value: false })
})

test("Many at once wait for one another, and too many are told to come back", async () => {
  // The turns are what is asked here, however long each takes.
  hashCheaply()
  const stored = await hashed("le bal du 14")
  const answers = await Promise.all(Array.from({ length: 80 }, () => verifyPassword("le bal du 14", stored)))
  const [first, last] = [answers.at(0), answers.at(-1)]
  expect(first).toEqual({ ok: true, value: true })
  expect(last).toEqual({ ok: false, error: { kind: "throttled", retryAfterSeconds: 3 } })
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(30)
  expect(await verifyPassword("le bal du 14", stored)).toEqual({ ok: true, value: true })
})
