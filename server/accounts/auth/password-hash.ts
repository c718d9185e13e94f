import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { MAX_PASSWORD } from "../../../domain/accounts/password.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { QueueFull, limitConcurrency } from "../../platform/limit-concurrency.ts"

export type HashingBusy = { kind: "throttled"; retryAfterSeconds: number }

/** About 32 MB and 50 ms each (OWASP: N × r ≥ 2^17). Changing it invalidates every stored hash. */
const cost = { N: 16_384, r: 16, p: 1 }
const keyBytes = 64
const maxmem = 2 * 128 * cost.N * cost.r

/** Leaves one core for pages and bounds the wait. */
const limitHashing = limitConcurrency(Math.max(1, availableParallelism() - 1), 30)
const busy = { kind: "throttled", retryAfterSeconds: 3 } as const satisfies HashingBusy

/** An address without an account must take as long as a wrong password. */
const dummyHash = `${"0".repeat(32)}:${"0".repeat(2 * keyBytes)}`

/** "salt:key", both hexadecimal. */
export function hashPassword(password: string): Promise<Result<string, HashingBusy>> {
  return runInHashingQueue(async () => {
    const salt = randomBytes(16).toString("hex")
    return `${salt}:${(await deriveKey(password, salt)).toString("hex")}`
  })
}

export async function verifyPassword(password: string, stored: string | null): Promise<Result<boolean, HashingBusy>> {
  if (password.length > MAX_PASSWORD) return ok(false)
  return runInHashingQueue(async () => {
    const [salt = "", key = ""] = (stored ?? dummyHash).split(":")
    const derived = await deriveKey(password, salt)
    const expected = Buffer.from(key, "hex")
    return derived.length === expected.length && timingSafeEqual(derived, expected)
  })
}

async function runInHashingQueue<Value>(work: () => Promise<Value>): Promise<Result<Value, HashingBusy>> {
  try {
    return ok(await limitHashing(work))
  } catch (error) {
    if (error instanceof QueueFull) return err(busy)
    throw error
  }
}

/** NFKC makes the same letters from two keyboards equal. */
function deriveKey(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
