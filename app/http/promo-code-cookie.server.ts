import { createCookie } from "react-router"
import { MAX_CODE, normalizeCode } from "../../domain/pricing/code-terms.ts"
import { PROMO_CODE_FIELD } from "./promo-code-field.ts"
import type { PostedForm } from "./posted-form.server.ts"
import { environment } from "../../server/platform/environment.server.ts"

/** Ends with the browser's session; the verb checks the code again. */
const cookie = createCookie("guinguette.code", {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: environment.secure,
})

export async function readTypedCode(request: Request): Promise<string | null> {
  const code: unknown = await cookie.parse(request.headers.get("cookie"))
  return typeof code === "string" && code !== "" ? normalizeCode(code).slice(0, MAX_CODE) : null
}

export function postedCode({ fields }: Pick<PostedForm, "fields">): string | null {
  return normalizeCode(fields.get(PROMO_CODE_FIELD) ?? "").slice(0, MAX_CODE) || null
}

export async function typedCodeHeaders(code: string | null): Promise<Headers> {
  const value = code === null ? await cookie.serialize("", { maxAge: 0 }) : await cookie.serialize(code)
  return new Headers({ "Set-Cookie": value })
}
