import { globSync, readFileSync } from "node:fs"

const bends =
  /\bvi\.(mock|doMock|resetModules|stubEnv)\b|\bstripeInEnvironment\b|\bObject\.assign\(process\.env\b|\bdelete process\.env\b|\bprocess\.env(\.\w+|\["\w+"\]) =(?!=)/

/** Whether a test sets the environment, which the server reads once, or puts a module in another's place. */
export function bendsWhatOthersShare(source: string): boolean {
  return bends.test(source)
}

/** The test files that cannot share a thread with others: each has one, with modules and an environment of its own. */
export function ownThread(include: string): string[] {
  return globSync(include)
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => bendsWhatOthersShare(readFileSync(file, "utf8")))
}
