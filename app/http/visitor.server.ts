import { type MiddlewareFunction, type RouterContextProvider, createContext, data, href, redirect } from "react-router"
import { type Account, type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import { mayBook } from "../../domain/accounts/sharing.ts"
import { mayOpen } from "../../domain/journal/staff-access.ts"
import { startPages } from "./start-pages.ts"
import type { ProfileId } from "../../domain/id.ts"
import { passesOriginCheck } from "../../server/accounts/auth/same-origin.ts"
import { hasSessionCookie } from "../../server/accounts/auth/sessions.ts"
import type { FramedVisitor } from "../../domain/accounts/framed-visitor.ts"
import { toFramedVisitor } from "../../server/accounts/auth/framed-visitor.ts"
import { type Visitor, actingAccountId, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { countCartLines } from "../../server/bookings/cart/read.ts"
import { environment } from "../../server/platform/environment.server.ts"
import { log, nameRoute } from "../../server/platform/log.ts"
import type { ActingRefusal } from "./acting-refusal.ts"
import { passwordPath, secondFactorPath, signInPath, requestedPathCookie } from "./return-path.ts"

type Context = Readonly<RouterContextProvider>
type VisitorResult = { ok: true; visitor: Visitor | null } | { ok: false; error: unknown }

export const visitorContext = createContext<{
  visitorResult: VisitorResult
  path: string
  /** The route's, with its parameters' names. */
  pattern: string
  isAct?: boolean
}>()

/** A database failure breaks only the pages that need the visitor. */
export const visitorMiddleware: MiddlewareFunction<Response> = async ({ request, url, pattern, context }) => {
  const visitorResult = hasSessionCookie(request) ? await tryReadVisitor(request) : { ok: true as const, visitor: null }
  context.set(visitorContext, {
    visitorResult,
    path: pagePath(request, url),
    pattern: absolutePath(pattern),
    isAct: !isRead(request),
  })
}

async function tryReadVisitor(request: Request): Promise<VisitorResult> {
  // Background requests must not keep a session open for ever.
  const { pathname } = new URL(request.url)
  const renew = ![href("/api/session"), href("/api/live"), href("/api/presence")].includes(pathname)
  try {
    return { ok: true, visitor: await readVisitor(request, { renew }) }
  } catch (error) {
    return { ok: false, error }
  }
}

const absolutePath = (pattern: string) => (pattern.startsWith("/") ? pattern : `/${pattern}`)

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD"
}

function pagePath(request: Request, url: URL): string {
  const path = url.pathname + url.search
  if (isRead(request)) return path
  const referer = request.headers.get("referer") ?? ""
  if (!URL.canParse(referer)) return path
  const from = new URL(referer)
  return from.host === request.headers.get("host") ? from.pathname + from.search : path
}

/** Must be the first middleware, so that every log line names its route. */
export const nameRouteForLog: MiddlewareFunction<Response> = async ({ pattern }, next) => {
  nameRoute(absolutePath(pattern))
  return translateFrameworkAnswer(await next())
}

async function translateFrameworkAnswer(answer: Response): Promise<Response> {
  const type = answer.headers.get("content-type")
  const isShort = /^(application\/json|text\/plain)/.test(type ?? "")
  const isMissing = answer.status === 404 || answer.status === 410
  if (isMissing && (type === null || (isShort && (await answer.clone().text()) === "null"))) {
    const headers = new Headers(answer.headers)
    headers.set("Content-Type", "text/plain; charset=utf-8")
    return new Response("Ce document n’existe pas, ou n’existe plus.\n", { status: answer.status, headers })
  }
  if (answer.status < 400 || !isShort || !(await answer.clone().text()).includes("Unexpected Server Error"))
    return answer
  const isRefused = answer.status < 500
  const message = isRefused
    ? "Cette adresse ne reçoit pas ce genre de demande."
    : "Une erreur est survenue de notre côté. Réessayez dans un instant."
  return new Response(`${message}\n`, {
    status: isRefused ? 405 : answer.status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  })
}

const foreignOriginText =
  "Cette demande ne vient pas d’une page de notre site\u00A0: rien n’a été enregistré. Rechargez la page, puis réessayez."

/** Runs before anything is read. */
export const sameOriginOnly: MiddlewareFunction<Response> = ({ request }) => {
  if (passesOriginCheck(request)) return
  log.warn("refused from another site", { method: request.method, path: new URL(request.url).pathname })
  throw data({ message: foreignOriginText }, { status: 403, statusText: "Forbidden" })
}

export function getVisitor(context: Context): Visitor | null {
  const { visitorResult } = context.get(visitorContext)
  if (visitorResult.ok) return visitorResult.visitor
  throw visitorResult.error
}

export function framedVisitor(context: Context, at: Date): FramedVisitor | null {
  const visitor = getVisitor(context)
  return visitor && toFramedVisitor(visitor, at)
}

export async function framedVisitorAfterAct(context: Context, at: Date): Promise<FramedVisitor | null> {
  const framed = framedVisitor(context, at)
  const mayOrder = framed?.accountId && framed.acting?.rights !== "view" ? framed.accountId : null
  if (!framed || mayOrder === null || !context.get(visitorContext).isAct) return framed
  return { ...framed, cartLines: await countCartLines(mayOrder, at) }
}

/** A customer's own holds do not block them (D8). */
export function availabilityViewer(context: Context): { customerId: ProfileId | null; at: Date } {
  return { customerId: actingAccountId(getVisitor(context)), at: new Date() }
}

export function requireCustomer(context: Context): Visitor {
  const visitor = getVisitor(context)
  if (!visitor) throw redirect(signInPath(context.get(visitorContext).path))
  return visitor
}

/** Redirects whoever the route is not for home (D18, D72), or to a longer password (D16) or second factor (D17). */
export function requireStaff(context: Context): Visitor {
  const visitor = getVisitor(context)
  if (!visitor)
    throw redirect(href("/"), {
      headers: { "Set-Cookie": requestedPathCookie(context.get(visitorContext).path, environment.secure) },
    })
  const { role } = visitor
  if (role && visitor.user.passwordRenewalDue) throw redirect(passwordPath(context.get(visitorContext).path))
  if (visitor.secondFactorDue) throw redirect(secondFactorPath(context.get(visitorContext).path))
  const { path, pattern, isAct } = context.get(visitorContext)
  if (role && mayOpen(role, pattern, isAct)) return visitor
  if (role && pattern === href("/admin")) throw redirect(startPages[role])
  log.warn("refused: not for this role", { userId: visitor.user.id, role, path: path.split("?")[0] })
  throw redirect(href("/"))
}

/** Throws when the visitor may only view the account (D19). */
export function partyOf(visitor: Visitor): Party {
  const party = authorizedParty(visitor)
  if (!party) throw actingRefused("may-not-book", viewedAccount(visitor).name)
  return party
}

export function orderingVisitor(context: Context): Visitor | null {
  const visitor = getVisitor(context)
  if (visitor) partyOf(visitor)
  return visitor
}

export function authorizedParty({ profile, acting }: Visitor): Party | null {
  if (!acting) return ownAccountParty(profile)
  if (acting.kind === "ended" || !mayBook(acting.permissions)) return null
  return { actor: { kind: "customer", id: profile.id, name: profile.name }, account: acting.account }
}

export function viewedAccount({ profile, acting }: Visitor): Account {
  if (!acting) return { id: profile.id, name: profile.name }
  if (acting.kind === "ended") throw actingRefused("ended", acting.account.name)
  return acting.account
}

/** Not a middleware, whose refusal would lack the site's frame. */
export function requireOwnAccount(context: Context): Visitor {
  const visitor = requireCustomer(context)
  const { acting } = visitor
  if (acting) throw actingRefused(acting.kind === "ended" ? "ended" : "own-only", acting.account.name)
  return visitor
}

export function actingRefused(why: ActingRefusal["why"], name: string) {
  return data<ActingRefusal>({ why, name }, { status: 403, statusText: "Forbidden" })
}

/** Every route below needs a loader, or client navigation skips this. */
export const customerOnly: MiddlewareFunction<Response> = ({ context }) => {
  requireCustomer(context)
}

export const staffOnly: MiddlewareFunction<Response> = ({ context }) => {
  requireStaff(context)
}
