import { parseCookie, stringifySetCookie } from "cookie"
import { environment } from "../../platform/environment.server.ts"

/** A cookie that no script can read and no other site can make a browser send with a form (D16). */
export type PrivateCookie = {
  /** What the browser sent under the name; null when that is nothing. */
  read(request: Request): string | null
  /** The header that gives the cookie to the browser. */
  give(value: string): Headers
  /** The header that makes the browser forget it. */
  withdraw(): Headers
}

/** `name` without the prefix that all of ours have; the browser keeps the cookie for `seconds`. */
export function privateCookie(name: string, seconds: number): PrivateCookie {
  // A `__Host-` cookie can only be set by this very host, over https (OWASP ASVS 5).
  const fullName = `${environment.secure ? "__Host-" : ""}guinguette.${name}`
  const header = (value: string, maxAge: number) =>
    new Headers({
      "set-cookie": stringifySetCookie({
        name: fullName,
        value,
        maxAge,
        path: "/",
        httpOnly: true,
        secure: environment.secure,
        sameSite: "lax",
      }),
    })
  return {
    read: (request) => parseCookie(request.headers.get("cookie") ?? "")[fullName] || null,
    give: (value) => header(value, seconds),
    withdraw: () => header("", 0),
  }
}
