import { globSync, readFileSync } from "node:fs"

const bends =
  /\bvi\.(mock|doMock|resetModules|stubEnv)\b|\bstripeInEnvironment\b|\bObject\.assign\(process\.env\b|\bdelete process\.env\b|\bprocess\.env(\.\w+|\["\w+"\]) =(?!=)/

/** The server reads its environment once, so that these tests cannot share it. */
export function changesSharedState(source: string): boolean {
  return bends.test(source)
}

export function ownThread(include: string): string[] {
  return globSync(include)
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => changesSharedState(readFileSync(file, "utf8")))
}
