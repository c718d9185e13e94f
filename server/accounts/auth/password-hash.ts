import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { MAX_PASSWORD } from "../../../domain/accounts/password.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { QueueFull, limitConcurrency } from "../../platform/limit-concurrency.ts"

/** Too many are being hashed at this moment, for whomever: said as any other wait. */
export type HashingBusy = { kind: "throttled"; retryAfterSeconds: number }

/** About 32 MB and 50 ms each (OWASP asks for N × r of at least 2^17). Changing them makes every stored hash wrong. */
const cost = { N: 16_384, r: 16, p: 1 }
const keyBytes = 64
const maxmem = 2 * 128 * cost.N * cost.r

/** Hashing leaves one core to those who only read pages, and nobody waits for more than a few seconds. */
const inTurn = limitConcurrency(Math.max(1, availableParallelism() - 1), 30)
const busy = { kind: "throttled", retryAfterSeconds: 3 } as const satisfies HashingBusy

/** Of nobody: what is typed for an address without an account takes as long as a wrong password. */
const nobody = `${"0".repeat(32)}:${"0".repeat(2 * keyBytes)}`

/** What is stored for a password: "salt:key", both in hexadecimal. */
export function hashPassword(password: string): Promise<Result<string, HashingBusy>> {
  return inHashingQueue(async () => {
    const salt = randomBytes(16).toString("hex")
    return `${salt}:${(await keyOf(password, salt)).toString("hex")}`
  })
}

/** Whether `password` is the one that `stored` was made of. False, and as slow, without a stored one. */
export async function verifyPassword(password: string, stored: string | null): Promise<Result<boolean, HashingBusy>> {
  if (password.length > MAX_PASSWORD) return ok(false)
  return inHashingQueue(async () => {
    const [salt = "", key = ""] = (stored ?? nobody).split(":")
    const given = await keyOf(password, salt)
    const expected = Buffer.from(key, "hex")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

async function inHashingQueue<Value>(work: () => Promise<Value>): Promise<Result<Value, HashingBusy>> {
  try {
    return ok(await inTurn(work))
  } catch (error) {
    if (error instanceof QueueFull) return err(busy)
    throw error
  }
}

/** The salt is taken as the text it is stored as. The same letters typed on two keyboards are one password (NFKC). */
function keyOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyBytes, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
