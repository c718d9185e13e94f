import { globSync, readFileSync } from "node:fs"

/** Sets the environment that the server reads once, or bends what modules others would share. */
const bends =
  /\bvi\.(mock|doMock|resetModules|stubEnv)\b|Object\.assign\(process\.env|delete process\.env|process\.env(\.\w+|\["\w+"\]) =/

/** The test files that cannot share a thread with others: each has one, and modules and an environment, of its own. */
export function ownThread(include: string): string[] {
  return globSync(include, { exclude: ["**/node_modules/**"] })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => bends.test(readFileSync(file, "utf8")))
}
