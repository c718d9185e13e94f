import { data } from "react-router"
import { z } from "zod"
import { administratorsNeedSecondFactor, requireSecondFactor } from "../../../server/accounts/auth/sign-in-settings.ts"
import { listPeople } from "../../../server/accounts/people/list.ts"
import { readListUrl } from "../kit/list-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { PeopleScreen, peopleList } from "./screen.tsx"
import { roleNames, stateNames, roleOptions, stateOptions } from "./people-labels.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { labelsOf, listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../kit/flash.server.ts"
import type { Route } from "./+types/route"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { user } = requireStaff(context)
  const list = readListUrl(url.searchParams, peopleList)
  const { search, sort, descending, page, filters } = list
  const role = lookUp(roleNames, filters["role"])
  const state = lookUp(stateNames, filters["etat"])
  const peoplePage = await loadScreen("Error loading users", () =>
    listPeople({ search, role, state, sort, descending, page }),
  )
  const signIn = { required: await administratorsNeedSecondFactor(), hasOwnSecondFactor: user.hasSecondFactor }
  const { flash, headers } = await takeFlash(request)
  return data(
    {
      url: list,
      people: peoplePage.rows,
      total: peoplePage.total,
      page: peoplePage.page,
      pages: peoplePage.pages,
      signIn,
      flash,
    },
    { headers },
  )
}

const SignInRuleForm = z.object({ secondFactor: z.enum(["required", "optional"]) })

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const currentPath = url.pathname + url.search
  const rule = act(
    SignInRuleForm,
    async ({ secondFactor }) => {
      const required = secondFactor === "required"
      const changed = await requireSecondFactor(editor, required)
      if (!changed.ok)
        return redirectWith({ kind: "error", title: "Activez d’abord votre double authentification" }, currentPath)
      const title = required
        ? "La double authentification est obligatoire"
        : "La double authentification est facultative"
      return redirectWith({ kind: "success", title }, currentPath)
    },
    {
      log: "Error updating the sign-in settings",
      failed: "Erreur lors de la sauvegarde",
      refused: refuseWithFlash(currentPath),
    },
  )
  return handleForm(request, rule)
}

function lookUp<Value extends string>(names: Readonly<Record<string, Value>>, name: string | undefined): Value | null {
  return name === undefined ? null : (names[name] ?? null)
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(screens.users.title, peopleList, location.search, {
      role: labelsOf(roleOptions),
      etat: labelsOf(stateOptions),
    }),
    canonical: null,
  })

export default function Users({ loaderData }: Route.ComponentProps) {
  return <PeopleScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.users.title} message="Les utilisateurs n’ont pas pu être chargés" />
}
