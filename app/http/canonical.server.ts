import { environment } from "../../server/platform/environment.server.ts"

/** The public address of one of our paths, for a page's canonical link. For loaders only. */
export function canonicalUrl(path: string): string {
  return new URL(path, environment.origin).href
}
