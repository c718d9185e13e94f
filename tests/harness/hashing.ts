import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

const { scrypt } = crypto

const cheap: typeof scrypt = (password, salt, length, _cost, done?: unknown) =>
  scrypt(password, salt, length, { N: 2 }, done as Parameters<typeof scrypt>[4])

/** A password's hash is meant to be slow: it was a third of the work of all tests, of which few are about it. */
export function hashCheaply(): void {
  use(cheap)
}

/** For a file that is about hashes, or brings one that was made elsewhere. */
export function hashAsOperated(): void {
  use(scrypt)
}

function use(hash: typeof scrypt): void {
  crypto.scrypt = hash
  syncBuiltinESMExports()
}
