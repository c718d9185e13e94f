import { renewSession } from "../../server/accounts/auth/sessions.ts"
import { listIdentities } from "../../server/accounts/auth/visitor.ts"
import type { SessionAnswer } from "../http/session-answer.ts"
import { actingAccountId } from "../../server/accounts/auth/visitor.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/session"

const noSession: SessionAnswer = { user: null, expires_at: null, expires_in: null }

/** Never contains a token (D16). Reading does not prolong the session. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context)
  return answer(visitor ? await describeSession(visitor, visitor.session.expiresAt) : noSession)
}

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return answer({ ...noSession, error: "Method not allowed" }, 405)
  const visitor = getVisitor(context)
  const expiresAt = visitor && (await renewSession(visitor.session.id))
  if (!visitor || !expiresAt) return answer({ ...noSession, error: "Auth session missing!" }, 401)
  return answer(await describeSession(visitor, expiresAt))
}

async function describeSession(
  visitor: NonNullable<ReturnType<typeof getVisitor>>,
  expiresAt: Date,
): Promise<SessionAnswer> {
  const { user, profile, isAdmin } = visitor
  return {
    user: {
      id: user.id,
      email: user.email,
      name: profile.name,
      isAdmin,
      account_id: actingAccountId(visitor),
      identities: await listIdentities(user.id),
      factors: user.hasSecondFactor ? [{ factor_type: "totp", status: "verified" }] : [],
    },
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    expires_in: Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
  }
}

function answer(body: SessionAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } })
}
