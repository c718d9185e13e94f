import { environment } from "../../server/platform/environment.server.ts"

export function canonicalUrl(path: string): string {
  return new URL(path, environment.origin).href
}
