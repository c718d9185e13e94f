import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

const { scrypt } = crypto

const cheap: typeof scrypt = (password, salt, length, ...rest: unknown[]) =>
  scrypt(password, salt, length, { N: 2 }, rest.at(-1) as Parameters<typeof scrypt>[4])

/** Slow password hashes took a third of all tests' work. */
export function hashCheaply(): void {
  use(cheap)
}

/** For tests about hashes, or with one that was made elsewhere. */
export function hashAsInProduction(): void {
  use(scrypt)
}

function use(hash: typeof scrypt): void {
  crypto.scrypt = hash
  syncBuiltinESMExports()
}
