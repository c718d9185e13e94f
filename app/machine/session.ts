import { renewSession } from "../../server/accounts/auth/sessions.ts"
import { identitiesOf } from "../../server/accounts/auth/visitor.ts"
import type { SessionAnswer } from "../http/session-answer.ts"
import { holderOf } from "../../server/accounts/auth/visitor.ts"
import { getVisitor } from "../http/visitor.server.ts"
import type { Route } from "./+types/session"

const nobody: SessionAnswer = { user: null, expires_at: null, expires_in: null }

/** What an open page may know of its session: who and until when, never a token (D16). Looking does not prolong it. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const visitor = getVisitor(context)
  return answer(visitor ? await describe(visitor, visitor.session.expiresAt) : nobody)
}

/** POST moves the end of the session as far as it may go. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return answer({ ...nobody, error: "Method not allowed" }, 405)
  const visitor = getVisitor(context)
  const expiresAt = visitor && (await renewSession(visitor.session.id))
  if (!visitor || !expiresAt) return answer({ ...nobody, error: "Auth session missing!" }, 401)
  return answer(await describe(visitor, expiresAt))
}

async function describe(visitor: NonNullable<ReturnType<typeof getVisitor>>, expiresAt: Date): Promise<SessionAnswer> {
  const { user, profile, isAdmin } = visitor
  return {
    user: {
      id: user.id,
      email: user.email,
      name: profile.name,
      isAdmin,
      account_id: holderOf(visitor),
      identities: await identitiesOf(user.id),
      factors: user.hasSecondFactor ? [{ factor_type: "totp", status: "verified" }] : [],
    },
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    expires_in: Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
  }
}

function answer(body: SessionAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } })
}
