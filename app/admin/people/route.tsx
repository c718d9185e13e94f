import { data } from "react-router"
import { z } from "zod"
import { administratorsNeedSecondFactor, requireSecondFactor } from "../../../server/auth/sign-in-settings.ts"
import { log } from "../../../server/log.ts"
import { listPeople } from "../../../server/people/list.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { PeopleScreen, peopleList } from "./screen.tsx"
import { roleNames, stateNames } from "./people-words.ts"
import { screens } from "../kit/screens.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog } from "../kit/edits.server.ts"
import type { Flash } from "../kit/flash.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { parseForm } from "../../http/forms.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user } = requireAdministrator(context)
  const list = readListUrl(url.searchParams, peopleList)
  const { search, sort, descending, page, filters } = list
  const role = named(roleNames, filters["role"])
  const state = named(stateNames, filters["etat"])
  const found = await loadOrLog("Error loading users", () =>
    listPeople({ search, role, state, sort, descending, page }),
  )
  const signIn = { required: await administratorsNeedSecondFactor(), own: user.hasSecondFactor }
  const { flash, headers } = await takeFlash(request)
  return data(
    { url: list, people: found.rows, total: found.total, page: found.page, pages: found.pages, signIn, flash },
    { headers },
  )
}

const SignInRuleForm = z.object({ secondFactor: z.enum(["required", "optional"]) })

/** What signing in asks of administrators. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, SignInRuleForm)
  if (!form.ok) return form.refusal
  const required = form.value.secondFactor === "required"
  return redirectWith(await ruleFlash(editor, required), url.pathname + url.search)
}

async function ruleFlash(editor: Administrator, required: boolean): Promise<Flash> {
  try {
    const changed = await requireSecondFactor(editor, required)
    if (!changed.ok) return { kind: "error", title: "Activez d’abord votre double authentification" }
    return {
      kind: "success",
      title: required ? "La double authentification est obligatoire" : "La double authentification est facultative",
    }
  } catch (error) {
    log.error("Error updating the sign-in settings", { error })
    return {
      kind: "error",
      title: "Erreur lors de la sauvegarde",
      text: "Rien n’a été changé. Réessayez dans un instant.",
    }
  }
}

function named<Value extends string>(names: Readonly<Record<string, Value>>, name: string | undefined): Value | null {
  return name === undefined ? null : (names[name] ?? null)
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.users.title, canonical: null })

/** For the owner: everybody the shop knows. */
export default function Users({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.users.title} message="Les utilisateurs n’ont pas pu être chargés" />
}
