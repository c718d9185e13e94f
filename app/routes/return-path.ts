const ours = "http://ours.invalid"
const longest = 2000
/** Coming back there would only ask again, or sign out. */
const never = /^\/(connexion|inscription|deconnexion|api)(\/|$)/

/**
 * A path of our own site to send a browser to (D16), or "/" for anything that could lead elsewhere: another site, in
 * any of the spellings that browsers accept, or the pages of signing in themselves.
 */
export function safeReturnPath(path: unknown): string {
  if (typeof path !== "string" || path.length > longest || !path.startsWith("/")) return "/"
  // Browsers drop tabs and line ends, and read "\" as "/".
  if (/[\\\s\p{Cc}]/u.test(path) || !URL.canParse(path, ours)) return "/"
  const url = new URL(path, ours)
  if (url.origin !== ours || url.pathname.startsWith("//") || never.test(url.pathname)) return "/"
  return url.pathname + url.search + url.hash
}

/** Where somebody who must sign in first is sent, to come back to `path` afterwards. */
export function signInPath(path: string): string {
  const back = safeReturnPath(path)
  return back === "/" ? "/connexion" : `/connexion?retour=${encodeURIComponent(back)}`
}
