import type { Person } from "../../../server/accounts/people/list.ts"
import { Link, href } from "react-router"
import UserPlus from "lucide-react/icons/user-plus"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Breakable } from "../../ui/breakable.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Tag } from "../../ui/tag.tsx"
import type { Refusal } from "../../http/refusal.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { type ListShape, type ListUrl, orderParams, listHref, sortBy } from "../kit/list-url.ts"
import { screens } from "../kit/screens.ts"
import { InviteSheet, inviteHref } from "./invite-sheet.tsx"
import { SignInRule, type SignInRuleProps } from "./sign-in-rule.tsx"
import { roleLabels } from "../../../domain/accounts/staff-roles.ts"
import { roleNames, roleOptions, stateLabels, stateNames, stateOptions } from "./people-labels.ts"

type PersonColumn = "nom" | "email" | "inscription" | "reservations" | "connexion"

export const peopleList: ListShape<PersonColumn> = {
  path: href("/admin/users"),
  sorts: ["nom", "email", "inscription", "reservations", "connexion"],
  defaultOrder: "-inscription",
  filters: { role: Object.keys(roleNames), etat: Object.keys(stateNames) },
}

type PeopleScreenProps = {
  url: ListUrl<PersonColumn>
  people: readonly Person[]
  total: number
  page: number
  pages: number
  /** null for everybody but administrators. */
  signIn: SignInRuleProps | null
  inviting: boolean
  refusal: Refusal | null
  flash: Flash | null
}

export function PeopleScreen({ url, people, total, page, pages, signIn, inviting, refusal, flash }: PeopleScreenProps) {
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{screens.users.title}</h1>
        {signIn && (
          <ButtonLink to={inviteHref} icon={UserPlus} aria-haspopup="dialog" preventScrollReset>
            Inviter une personne
          </ButtonLink>
        )}
      </div>
      {inviting && <InviteSheet refusal={refusal} />}
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Utilisateurs">
        <ListFilters
          href={peopleList.path}
          search={{ label: "Rechercher", value: url.search, placeholder: "Nom, e-mail ou téléphone" }}
          filters={[
            {
              name: "role",
              label: "Rôle",
              all: "Tous les rôles",
              options: roleOptions,
              value: url.filters["role"] ?? "",
            },
            {
              name: "etat",
              label: "État",
              all: "Tous les états",
              options: stateOptions,
              value: url.filters["etat"] ?? "",
            },
          ]}
          preservedParams={orderParams(peopleList, url)}
          resultText={countLabel(total, "personne", "personnes", "Personne")}
        />
        {people.length === 0 ? (
          <EmptyState title="Personne ne correspond">
            Essayez une partie du nom ou de l’adresse, ou retirez un filtre.
          </EmptyState>
        ) : (
          <DataTable
            caption="Utilisateurs"
            captionHidden
            columns={peopleColumns(url)}
            rows={people}
            rowKey={({ id }) => id}
          />
        )}
        <Pagination page={page} pages={pages} href={(number) => listHref(peopleList, url, { page: number })} />
      </section>
      {signIn && <SignInRule {...signIn} />}
    </>
  )
}

function Address({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      <Breakable>{email}</Breakable>
    </a>
  )
}

function peopleColumns(url: ListUrl<PersonColumn>): Column<Person>[] {
  const sort = (column: PersonColumn) => sortBy(peopleList, url, column)
  return [
    { key: "nom", label: "Nom", sort: sort("nom"), cell: (person) => <Name person={person} /> },
    {
      key: "email",
      label: "E-mail",
      sort: sort("email"),
      cell: ({ email }) => email !== "" && <Address email={email} />,
    },
    { key: "role", label: "Rôle", cell: ({ role }) => roleLabels[role] },
    {
      key: "inscription",
      label: "Inscription",
      phone: "labelled",
      sort: sort("inscription"),
      cell: ({ createdAt }) => dayMedium(dayInParis(createdAt)),
    },
    {
      key: "reservations",
      label: "Réservations",
      phone: "labelled",
      sort: sort("reservations"),
      end: true,
      cell: ({ bookings }) => bookings,
    },
    {
      key: "connexion",
      label: "Dernière connexion",
      phone: "labelled",
      sort: sort("connexion"),
      cell: ({ lastSignInAt }) => (lastSignInAt ? dayMedium(dayInParis(lastSignInAt)) : "jamais"),
    },
  ]
}

function Name({ person: { id, name, state } }: { person: Person }) {
  return (
    <span className="cluster gap-2 min-w-0">
      <Link to={`${peopleList.path}/${id}`} className="min-w-0">
        <Breakable>{name || "Sans nom"}</Breakable>
      </Link>
      {state === "disabled" && <Tag tone="off">{stateLabels.disabled}</Tag>}
      {state === "none" && <span className="fine soft">sans compte</span>}
    </span>
  )
}
