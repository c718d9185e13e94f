import path from "node:path"
import { pathToFileURL } from "node:url"
import type * as main from "../server/main.ts"
import { root } from "../server/platform/environment.server.ts"

export type Server = typeof main

/** Set DATABASE_URL first: the server reads its environment when it loads. */
export async function loadServer(): Promise<Server> {
  const file = pathToFileURL(path.join(root, "build", "server", "index.js"))
  return (await import(file.href)) as Server
}
