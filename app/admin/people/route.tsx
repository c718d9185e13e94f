import { data, href } from "react-router"
import { z } from "zod"
import { readSecondFactorRoles, requireSecondFactor } from "../../../server/accounts/auth/sign-in-settings.ts"
import { backOfficeRoles } from "../../../domain/accounts/staff-roles.ts"
import { emailAddress, personName } from "../../../server/accounts/customers/person-fields.ts"
import { invitePerson } from "../../../server/accounts/people/invite.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { mailLabel } from "../kit/mail-labels.ts"
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
  const { user, role: ownRole } = requireStaff(context)
  const list = readListUrl(url.searchParams, peopleList)
  const { search, sort, descending, page, filters } = list
  const role = lookUp(roleNames, filters["role"])
  const state = lookUp(stateNames, filters["etat"])
  const peoplePage = await loadScreen("Error loading users", () =>
    listPeople({ search, role, state, sort, descending, page }),
  )
  const signIn =
    ownRole === "admin" ? { roles: await readSecondFactorRoles(), hasOwnSecondFactor: user.hasSecondFactor } : null
  const { flash, headers } = await takeFlash(request)
  return data(
    {
      url: list,
      people: peoplePage.rows,
      total: peoplePage.total,
      page: peoplePage.page,
      pages: peoplePage.pages,
      signIn,
      inviting: ownRole === "admin" && url.searchParams.has("inviter"),
      flash,
    },
    { headers },
  )
}

const SignInRuleForm = z.object({
  secondFactor: z.preprocess((value) => [value ?? []].flat(), z.array(z.enum(backOfficeRoles))),
})

const InvitationForm = z.object({
  name: personName("Indiquez son nom."),
  email: emailAddress("Indiquez son adresse e-mail."),
  role: z.enum(backOfficeRoles, "Choisissez un rôle."),
})

const failed = "Erreur lors de la sauvegarde"

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const currentPath = url.pathname + url.search
  return handleForm(request, {
    "double-authentification": act(
      SignInRuleForm,
      async ({ secondFactor }) => {
        const changed = await requireSecondFactor(editor, secondFactor)
        return changed.ok
          ? redirectWith({ kind: "success", title: "La règle de connexion est enregistrée" }, currentPath)
          : redirectWith({ kind: "error", title: "Activez d’abord votre double authentification" }, currentPath)
      },
      { log: "Error updating the sign-in settings", failed, refused: refuseWithFlash(currentPath) },
    ),
    inviter: act(
      InvitationForm,
      async (invitation) => {
        const invited = await invitePerson(editor, invitation)
        if (!invited.ok) {
          const { id, name } = invited.error
          return redirectWith(
            { kind: "error", title: `${name} a déjà un compte`, text: "Donnez-lui son rôle ici." },
            href("/admin/users/:id", { id }),
          )
        }
        const text = mailLabel("Le lien", invitation.email, canDeliverMail())
        return redirectWith({ kind: "success", title: "Invitation demandée", text }, href("/admin/users"))
      },
      { log: "Error inviting a person", failed },
    ),
  })
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

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  return <PeopleScreen {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.users.title} message="Les utilisateurs n’ont pas pu être chargés" />
}
