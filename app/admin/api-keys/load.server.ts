import { apiScopeLabels } from "../../../domain/api/api-key.ts"
import { listApiKeys } from "../../../server/outside/api/keys.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"

/** The keys that there are, and where programs ask with them. */
export async function readApiKeys(at: Date) {
  const keys = await listApiKeys()
  return {
    address: canonicalUrl("/api/v1"),
    keys: keys.map(({ scopes, expiresAt, ...key }) => ({
      ...key,
      expiresAt,
      hasExpired: expiresAt !== null && expiresAt <= at,
      may: scopes.map((scope) => apiScopeLabels[scope]).join("\u00a0; "),
    })),
  }
}
