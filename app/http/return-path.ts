import { href } from "react-router"

const ours = "http://ours.invalid"
const MAX_LENGTH = 2000
/** Coming back there would only ask again, or sign out. */
const never =
  /^\/(connexion|inscription|deconnexion|mot-de-passe|mot-de-passe-oublie|nouveau-mot-de-passe|double-authentification|api)([/?#]|$)/

/** What is downloaded, or shown inside of a page: in place of the form of signing in, a script shows nothing of it. */
const files = [
  /^(\/(?:account|admin)\/bookings\/[^/]+)\/(?:contrat\.(?:txt|pdf)|attestation|(?:factures|etats-des-lieux)\/[^/]+\/pdf)$/,
  /^(\/account\/mes-donnees)\/[^/]+\/donnees\.zip$/,
  /^(\/admin\/finance\/factures)\/[^/]+\/pdf$/,
  /^(\/admin\/.+)\.(?:csv|txt|zip)$/,
  /^(\/admin.*)\/apercu$/,
]

/**
 * A path of our own site to send a browser to after signing in (D16), or "/" for anything that could lead elsewhere,
 * and for the pages of signing in themselves. Of a file it is the page that has it.
 */
export function safeReturnPath(path: unknown): string {
  const own = ownPath(path)
  if (never.test(own)) return "/"
  const { pathname } = new URL(own, ours)
  return files.map((file) => file.exec(pathname)?.[1]).find(Boolean) ?? own
}

/** A path of our own site, or "/" for anything that could lead to another one, in any spelling that browsers accept. */
export function ownPath(path: unknown): string {
  if (typeof path !== "string" || path.length > MAX_LENGTH || !path.startsWith("/")) return "/"
  // Browsers drop tabs and line ends, and read "\" as "/".
  if (/[\\\s\p{Cc}]/u.test(path) || !URL.canParse(path, ours)) return "/"
  const url = new URL(path, ours)
  if (url.origin !== ours || url.pathname.startsWith("//")) return "/"
  return url.pathname + url.search + url.hash
}

/** What somebody changes of their own access: afterwards they come back to where these were sent for, or to their account. */
const ownAccess = /^\/(mot-de-passe|double-authentification)([/?#]|$)/

/** Where somebody who must sign in first is sent, to come back to `path` afterwards. */
export function signInPath(path: string): string {
  const own = ownPath(path)
  const back = ownAccess.test(own)
    ? safeReturnPath(new URL(own, ours).searchParams.get("retour") ?? href("/account"))
    : safeReturnPath(own)
  return back === "/" ? href("/connexion") : `${href("/connexion")}?retour=${encodeURIComponent(back)}`
}

/** Where a right password is followed by a code, to come back to `path` afterwards. */
export function codePath(path: string): string {
  const back = safeReturnPath(path)
  return back === "/" ? href("/connexion/code") : `${href("/connexion/code")}?retour=${encodeURIComponent(back)}`
}

/** Where who forgot their password asks for a link, to come back to `path` in the end. */
export function forgottenPath(path: string): string {
  const back = safeReturnPath(path)
  return back === "/"
    ? href("/mot-de-passe-oublie")
    : `${href("/mot-de-passe-oublie")}?retour=${encodeURIComponent(back)}`
}

/** Adds where to come back to in the end to an address that says something already. */
export function andReturn(path: unknown): string {
  const back = safeReturnPath(path)
  return back === "/" ? "" : `&retour=${encodeURIComponent(back)}`
}

/**
 * What of a path goes into a mail that anybody can have sent to anybody: the way back to a booking, which is lost
 * otherwise. Null for all the rest.
 */
export function bookingPath(path: unknown): string | null {
  const back = safeReturnPath(path)
  return /^\/(book|cart)([/?]|$)/.test(back) ? back : null
}

/** Whether nobody sees the page of this path without a session: who is sent to sign in for it is told so. */
export function needsSession(path: string): boolean {
  return /^\/(admin|account|appareils|cles-d-acces|agir-pour|cart\/valider)([/?#]|$)/.test(path)
}

/** Where somebody must choose another password, to come back to `path` afterwards. */
export function passwordPath(path: string): string {
  return `${href("/mot-de-passe")}?retour=${encodeURIComponent(safeReturnPath(path))}`
}

/** Where somebody must set up a second factor, to come back to `path` afterwards. */
export function secondFactorPath(path: string): string {
  return `${href("/double-authentification")}?retour=${encodeURIComponent(safeReturnPath(path))}`
}

/** Remembers for a moment the page that somebody unknown asked for, so that the home page can offer to sign in for it. */
const wantedCookie = "guinguette.wanted"
const WANTED_SECONDS = 60

/** `secure`: only over https, as the site's other cookies. */
export function wantedPathCookie(path: string, secure: boolean): string {
  return `${wantedCookie}=${encodeURIComponent(safeReturnPath(path))}; Path=/; Max-Age=${WANTED_SECONDS}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`
}

/** The page that was just refused for want of a session, or null. */
export function wantedPath(request: Request): string | null {
  const found = request.headers.get("cookie")?.match(/(?:^|;\s*)guinguette\.wanted=([^;]*)/)?.[1]
  if (!found) return null
  try {
    const path = safeReturnPath(decodeURIComponent(found))
    return path === "/" ? null : path
  } catch {
    return null
  }
}
