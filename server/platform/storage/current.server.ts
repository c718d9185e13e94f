import { environment } from "../environment.server.ts"
import { chooseStorage } from "./choose.ts"
import type { Storage } from "./storage.ts"

let current: Promise<Storage> | undefined

export function storage(): Promise<Storage> {
  const { storage: configured, dataDir } = environment
  current ??= chooseStorage(configured.kind === "disk" ? { kind: "disk", dataDir } : configured)
  return current
}
