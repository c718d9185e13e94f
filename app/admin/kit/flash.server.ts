import { createCookie, href, redirect } from "react-router"
import { z } from "zod"
import type { UndoableAction } from "../../../domain/journal/acts.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import type { Flash } from "./flash.ts"
import type { Refusal } from "../../http/refusal.ts"
import { unknownAct } from "../../http/posted-form.server.ts"
import { undoHintLater } from "./undo-hint.ts"

/** Read once; a minute is enough to follow a redirect. */
const cookie = createCookie("guinguette.message", {
  path: href("/admin"),
  httpOnly: true,
  sameSite: "lax",
  secure: environment.secure,
  maxAge: 60,
})

const flashSchema = z.object({
  kind: z.enum(["success", "error"]),
  title: z.string(),
  text: z.string().optional(),
  undo: z.int().optional(),
  seconds: z.int().optional(),
})

export async function redirectWith(flash: Flash, href: string): Promise<Response> {
  return redirect(href, { status: 303, headers: { "Set-Cookie": await cookie.serialize(flash) } })
}

/** For buttons without input: a flash after a redirect instead of a refused form. */
export function refuseWithFlash(href: string, text = "Rien n’a été changé. Réessayez dans un instant.") {
  return ({ errors: { form: title } }: Refusal) =>
    redirectWith(
      title === undefined || title === unknownAct
        ? { kind: "error", title: "La demande n’a pas pu être lue. Rechargez la page, puis réessayez." }
        : { kind: "error", title, text },
      href,
    )
}

/** Returns the header that clears the cookie too. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers()
  const cookieValue: unknown = await cookie.parse(request.headers.get("Cookie"))
  if (cookieValue === null) return { flash: null, headers }
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }))
  const flash = flashSchema.safeParse(cookieValue)
  return { flash: flash.success ? flash.data : null, headers }
}

export function undoable(act: UndoableAction, event: number | null, text = ""): Pick<Flash, "undo" | "text"> {
  if (event === null) return text === "" ? {} : { text }
  return { undo: event, text: [text, undoHintLater(act)].filter((part) => part !== "").join(" ") }
}
