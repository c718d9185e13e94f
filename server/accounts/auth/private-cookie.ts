import { parseCookie, stringifySetCookie } from "cookie"
import { environment } from "../../platform/environment.server.ts"

type PrivateCookie = {
  read(request: Request): string | null
  set(value: string): Headers
  clear(): Headers
}

export function createPrivateCookie(name: string, seconds: number): PrivateCookie {
  // `__Host-`: only this host can set it, over https.
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
    set: (value) => header(value, seconds),
    clear: () => header("", 0),
  }
}
