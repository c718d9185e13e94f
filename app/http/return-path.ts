import { href } from "react-router"

const ourOrigin = "http://ours.invalid"
const MAX_LENGTH = 2000
const noReturnPaths =
  /^\/(connexion|inscription|deconnexion|mot-de-passe|mot-de-passe-oublie|nouveau-mot-de-passe|premier-administrateur|double-authentification|api)([/?#]|$)/

const files = [
  /^(\/(?:account|admin)\/bookings\/[^/]+)\/(?:contrat\.(?:txt|pdf)|attestation|(?:factures|etats-des-lieux)\/[^/]+\/pdf)$/,
  /^(\/account\/mes-donnees)\/[^/]+\/donnees\.zip$/,
  /^(\/admin\/finance\/factures)\/[^/]+\/pdf$/,
  /^(\/admin\/devis\/[^/]+)\/(?:devis\.pdf|bon-de-commande)$/,
  /^(\/admin\/bookings)\/locations\.csv$/,
  /^(\/admin\/products\/[^/]+\/exemplaires\/[^/]+)\/incidents\/[^/]+\/[^/]+$/,
  /^(\/admin\/.+)\.(?:csv|txt|zip)$/,
  /^(\/admin.*)\/apercu$/,
]

/** "/" for anything that could lead elsewhere (D16). */
export function safeReturnPath(path: unknown): string {
  const own = ownPath(path)
  if (noReturnPaths.test(own)) return "/"
  const { pathname } = new URL(own, ourOrigin)
  return files.map((file) => file.exec(pathname)?.[1]).find(Boolean) ?? own
}

/** "/" for other sites, in any spelling that browsers accept. */
export function ownPath(path: unknown): string {
  if (typeof path !== "string" || path.length > MAX_LENGTH || !path.startsWith("/")) return "/"
  // Browsers drop tabs and line ends, and read "\" as "/".
  if (/[\\\s\p{Cc}]/u.test(path) || !URL.canParse(path, ourOrigin)) return "/"
  const url = new URL(path, ourOrigin)
  if (url.origin !== ourOrigin || url.pathname.startsWith("//")) return "/"
  return url.pathname + url.search + url.hash
}

const ownAccess = /^\/(mot-de-passe|double-authentification)([/?#]|$)/

export function signInPath(path: string): string {
  const own = ownPath(path)
  const back = ownAccess.test(own)
    ? safeReturnPath(new URL(own, ourOrigin).searchParams.get("retour") ?? href("/account"))
    : safeReturnPath(own)
  return withReturnPath(href("/connexion"), back)
}

export function codePath(path: string): string {
  return withReturnPath(href("/connexion/code"), safeReturnPath(path))
}

export function forgottenPasswordPath(path: string): string {
  return withReturnPath(href("/mot-de-passe-oublie"), safeReturnPath(path))
}

function withReturnPath(page: string, back: string): string {
  return back === "/" ? page : `${page}?retour=${encodeURIComponent(back)}`
}

export function returnParameter(path: unknown): string {
  const back = safeReturnPath(path)
  return back === "/" ? "" : `&retour=${encodeURIComponent(back)}`
}

/** Anybody can have such a mail sent, so it carries only the way back to a booking. */
export function bookingReturnPath(path: unknown): string | null {
  const back = safeReturnPath(path)
  return /^\/(book|cart)([/?]|$)/.test(back) ? back : null
}

export function needsSession(path: string): boolean {
  return /^\/(admin|account|appareils|cles-d-acces|agir-pour|cart\/valider)([/?#]|$)/.test(path)
}

export function passwordPath(path: string): string {
  return `${href("/mot-de-passe")}?retour=${encodeURIComponent(safeReturnPath(path))}`
}

export function secondFactorPath(path: string): string {
  return `${href("/double-authentification")}?retour=${encodeURIComponent(safeReturnPath(path))}`
}

const requestedPathCookieName = "guinguette.wanted"
const REQUESTED_PATH_SECONDS = 60

export function requestedPathCookie(path: string, secure: boolean): string {
  return `${requestedPathCookieName}=${encodeURIComponent(safeReturnPath(path))}; Path=/; Max-Age=${REQUESTED_PATH_SECONDS}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`
}

export function requestedPath(request: Request): string | null {
  const value = request.headers.get("cookie")?.match(/(?:^|;\s*)guinguette\.wanted=([^;]*)/)?.[1]
  if (!value) return null
  try {
    const path = safeReturnPath(decodeURIComponent(value))
    return path === "/" ? null : path
  } catch {
    return null
  }
}
