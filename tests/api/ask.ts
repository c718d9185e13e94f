import { action, loader } from "../../app/machine/api/route.ts"
import type { ApiScope } from "../../domain/api/api-key.ts"
import { apiScopes } from "../../domain/api/api-key.ts"
import { createApiKey } from "../../server/outside/api/keys.ts"
import { db } from "../../server/platform/database.server.ts"
import { users } from "../../server/platform/schema/accounts.ts"
import { makeAdministrator } from "../factories.ts"
import type { RouteArgs } from "../accounts/browser.ts"
import { routeArgs } from "../accounts/browser.ts"

export async function administrator(name = "Camille") {
  const admin = await makeAdministrator(name)
  await db.insert(users).values({ id: admin.id, name: admin.name, email: admin.email, emailVerified: true })
  return { kind: "administrator" as const, id: admin.id, name: admin.name }
}

/** All scopes when `scopes` is left out. */
export async function makeKey(
  editor: Awaited<ReturnType<typeof administrator>>,
  scopes: readonly ApiScope[] = apiScopes,
): Promise<string> {
  const made = await createApiKey(editor, { name: "Comptabilité", scopes, days: null })
  if (!made.ok) throw new Error(made.error.kind)
  return made.value.secret
}

/** `path` is below /api/v1. */
export async function ask(
  path: string,
  {
    key,
    headers = {},
    body,
    method = body === undefined ? "GET" : "POST",
  }: { key?: string; headers?: Record<string, string>; method?: string; body?: unknown } = {},
): Promise<Response> {
  const url = new URL(`http://localhost:3000/api/v1${path}`)
  const request = new Request(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const args = await routeArgs(request, { "*": url.pathname.slice("/api/v1/".length) })
  return method === "GET" || method === "HEAD" ? loader(ofRoute(args)) : action(ofRoute(args))
}

type Args = Parameters<typeof loader>[0]
const ofRoute = (args: RouteArgs) => args as unknown as Args
