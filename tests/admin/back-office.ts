import { eq } from "drizzle-orm"
import * as undoRoute from "../../app/admin/undo/route.ts"
import { takeFlash } from "../../app/admin/kit/flash.server.ts"
import type { Flash } from "../../app/admin/kit/flash.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"

type Page = { loader: (args: never) => unknown }
type Acting = { action: (args: never) => unknown }
type Params = Record<string, string>

export type ActionData = {
  errors?: Record<string, string>
  values?: Record<string, string>
  [more: string]: unknown
}

export type FormReply = { status: number; to: string | null; flash: Flash | null; data: ActionData }

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }

export async function administrator(account = camille) {
  const { request } = await signedUp(account)
  const [profile] = await db
    .update(profiles)
    .set({ role: "admin" })
    .where(eq(profiles.email, account.email))
    .returning()
  if (!profile) throw new Error("The account has no profile")
  return { from: request, actor: { kind: "administrator", id: profile.id, name: profile.name } as const }
}

export async function read<View>(page: Page, path: string, from: Request, params: Params = {}): Promise<View> {
  const answer = (await page.loader(
    (await routeArgs(new Request(new URL(path, from.url), { headers: from.headers }), params)) as never,
  )) as { data?: View }
  return answer.data ?? (answer as View)
}

export async function send(
  page: Acting,
  {
    path,
    fields,
    from,
    params = {},
  }: { path: string; fields: Record<string, string> | [string, string][]; from: Request; params?: Params | undefined },
): Promise<FormReply> {
  return readReply(await page.action((await routeArgs(postRequest(path, fields, from), params)) as never))
}

export function pressUndo({ flash }: FormReply, from: Request, back = "/admin/aujourdhui"): Promise<FormReply> {
  if (flash?.undo === undefined) throw new Error(`“${flash?.title}” has no undo`)
  return send(undoRoute, { path: "/admin/annuler", fields: { evenement: String(flash.undo), retour: back }, from })
}

async function readReply(answer: unknown): Promise<FormReply> {
  if (answer instanceof Response) {
    const cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; ")
    const { flash } = await takeFlash(new Request("http://localhost:3000/", { headers: { cookie } }))
    return { status: answer.status, to: answer.headers.get("location"), flash, data: {} }
  }
  const { data, init } = answer as { data: ActionData; init: { status?: number } | null }
  return { status: init?.status ?? 200, to: null, flash: null, data }
}
