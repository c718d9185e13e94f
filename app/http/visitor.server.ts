import { type MiddlewareFunction, type RouterContextProvider, createContext, data, href, redirect } from "react-router"
import { type Account, type Party, onOwnAccount } from "../../domain/accounts/party.ts"
import { mayBook } from "../../domain/accounts/sharing.ts"
import type { ProfileId } from "../../domain/id.ts"
import { passesOriginCheck } from "../../server/accounts/auth/same-origin.ts"
import { hasSessionCookie } from "../../server/accounts/auth/sessions.ts"
import type { FramedVisitor } from "../../domain/accounts/framed-visitor.ts"
import { framedVisitorOf } from "../../server/accounts/auth/framed-visitor.ts"
import { type Visitor, holderOf, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { countCartLines } from "../../server/bookings/cart/read.ts"
import { environment } from "../../server/platform/environment.server.ts"
import { log, nameRoute } from "../../server/platform/log.ts"
import type { ActingRefusal } from "./acting-refusal.ts"
import { passwordPath, secondFactorPath, signInPath, wantedPathCookie } from "./return-path.ts"

type Context = Readonly<RouterContextProvider>
type Reading = { ok: true; visitor: Visitor | null } | { ok: false; error: unknown }

/**
 * Who sends the request, and the path to bring them back to once they are signed in. `isAct`: it may have changed
 * something since.
 */
export const visitorContext = createContext<{
  reading: Reading
  path: string
  isAct?: boolean
}>()

/**
 * Reads the session once for the whole request, and only when a cookie says that there is one. A database that cannot
 * be asked breaks the pages that want to know, not the others (health, files).
 */
export const visitorMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const reading = hasSessionCookie(request) ? await attempt(request) : { ok: true as const, visitor: null }
  context.set(visitorContext, { reading, path: pageOf(request, url), isAct: !isRead(request) })
}

async function attempt(request: Request): Promise<Reading> {
  // An open page that looks at its session, listens, or says that it is open must not keep it open for ever.
  const { pathname } = new URL(request.url)
  const renew = ![href("/api/session"), href("/api/live"), href("/api/presence")].includes(pathname)
  try {
    return { ok: true, visitor: await readVisitor(request, { renew }) }
  } catch (error) {
    return { ok: false, error }
  }
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD"
}

/** The page that is asked for; of something that is sent, the page it is sent from. */
function pageOf(request: Request, url: URL): string {
  const path = url.pathname + url.search
  if (isRead(request)) return path
  const referer = request.headers.get("referer") ?? ""
  if (!URL.canParse(referer)) return path
  const from = new URL(referer)
  return from.host === request.headers.get("host") ? from.pathname + from.search : path
}

/** Tells the log which route answers: "/product/:id", whatever the product. The first middleware of all. */
export const namedRoute: MiddlewareFunction<Response> = async ({ pattern }, next) => {
  nameRoute(pattern.startsWith("/") ? pattern : `/${pattern}`)
  return inFrench(await next())
}

/**
 * What the framework says by itself at an address that is no page: that it takes no such request, or that it broke. And
 * of a file that is not there, which it says nothing of, or "null".
 */
async function inFrench(answer: Response): Promise<Response> {
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

const foreign =
  "Cette demande ne vient pas d’une page de notre site\u00A0: rien n’a été enregistré. Rechargez la page, puis réessayez."

/** Refuses whatever would change something and does not come from a page of ours, before anything is read. */
export const sameOriginOnly: MiddlewareFunction<Response> = ({ request }) => {
  if (passesOriginCheck(request)) return
  log.warn("refused from another site", { method: request.method, path: new URL(request.url).pathname })
  throw data({ message: foreign }, { status: 403, statusText: "Forbidden" })
}

/** Who is signed in, or null. Throws when the session could not be read. */
export function getVisitor(context: Context): Visitor | null {
  const { reading } = context.get(visitorContext)
  if (reading.ok) return reading.visitor
  throw reading.error
}

/** What the frame around the page says of who is signed in, or null. */
export function framedVisitor(context: Context, at: Date): FramedVisitor | null {
  const visitor = getVisitor(context)
  return visitor && framedVisitorOf(visitor, at)
}

/** The same, with the cart as the act has left it that the request asks for. */
export async function framedByNow(context: Context, at: Date): Promise<FramedVisitor | null> {
  const framed = framedVisitor(context, at)
  const mayOrder = framed?.accountId && framed.acting?.rights !== "view" ? framed.accountId : null
  if (!framed || mayOrder === null || !context.get(visitorContext).isAct) return framed
  return { ...framed, cartLines: await countCartLines(mayOrder, at) }
}

/** Who looks at what is free, and when: their own holds do not stand in their way (D8). */
export function seenBy(context: Context): { customerId: ProfileId | null; at: Date } {
  return { customerId: holderOf(getVisitor(context)), at: new Date() }
}

/** The signed-in visitor; anybody else is sent to sign in and brought back afterwards. */
export function requireCustomer(context: Context): Visitor {
  const visitor = getVisitor(context)
  if (!visitor) throw redirect(signInPath(context.get(visitorContext).path))
  return visitor
}

/**
 * An administrator; everybody else is sent home (D18). Somebody unknown finds the sign-in dialog open there, and the
 * page that was asked for afterwards. An administrator whose password is too short for one chooses another first (D16),
 * and one without the second factor that administrators need sets it up (D17).
 */
export function requireAdministrator(context: Context): Visitor {
  const visitor = getVisitor(context)
  if (!visitor)
    throw redirect(href("/"), {
      headers: { "Set-Cookie": wantedPathCookie(context.get(visitorContext).path, environment.secure) },
    })
  if (visitor.isAdmin && visitor.user.passwordRenewalDue) throw redirect(passwordPath(context.get(visitorContext).path))
  if (visitor.secondFactorDue) throw redirect(secondFactorPath(context.get(visitorContext).path))
  if (visitor.isAdmin) return visitor
  const [path] = context.get(visitorContext).path.split("?")
  log.warn("refused: administrators only", { userId: visitor.user.id, path })
  throw redirect(href("/"))
}

/**
 * Who acts, and for whose account: their own, or the one that they act for (D19). Refuses, saying why, whoever may only
 * look into that account and anyone who may not any more.
 */
export function partyOf(visitor: Visitor): Party {
  const party = partyIfAllowed(visitor)
  if (!party) throw actingRefused("may-not-book", accountShownTo(visitor).name)
  return party
}

/** Who is signed in, or null; refuses, as `partyOf` does, whoever may not book for the account that they act for. */
export function orderingVisitor(context: Context): Visitor | null {
  const visitor = getVisitor(context)
  if (visitor) partyOf(visitor)
  return visitor
}

/** The same for programs, which read no page: null where `partyOf` refuses. */
export function partyIfAllowed({ profile, acting }: Visitor): Party | null {
  if (!acting) return onOwnAccount(profile)
  if (acting.kind === "ended" || !mayBook(acting.permissions)) return null
  return { actor: { kind: "customer", id: profile.id, name: profile.name }, account: acting.account }
}

/** Whose bookings somebody looks at: their own account's, or the one's that they act for. Refuses once that has ended. */
export function accountShownTo({ profile, acting }: Visitor): Account {
  if (!acting) return { id: profile.id, name: profile.name }
  if (acting.kind === "ended") throw actingRefused("ended", acting.account.name)
  return acting.account
}

/**
 * For pages of one's own account alone: password, devices, copy of one's data, deletion, sharing. Anyone who acts for
 * somebody else goes back to their own account first, and nobody takes the one for the other. Asked by each loader and
 * action: what a middleware refuses has no frame of the site around it.
 */
export function requireOwnAccount(context: Context): Visitor {
  const visitor = requireCustomer(context)
  const { acting } = visitor
  if (acting) throw actingRefused(acting.kind === "ended" ? "ended" : "own-only", acting.account.name)
  return visitor
}

/** A page that says in the frame of the site why something is not done for another account, with the way back to one's own. */
export function actingRefused(why: ActingRefusal["why"], name: string) {
  return data<ActingRefusal>({ why, name }, { status: 403, statusText: "Forbidden" })
}

/** For the layout of the pages of signed-in people. Each of their routes has a loader, or navigation would skip this. */
export const customerOnly: MiddlewareFunction<Response> = ({ context }) => {
  requireCustomer(context)
}

/** For the layout of the back office, where the same holds. The verbs check again. */
export const administratorOnly: MiddlewareFunction<Response> = ({ context }) => {
  requireAdministrator(context)
}
