import { Link, data } from "react-router"
import Download from "lucide-react/icons/download"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-words.ts"
import { type SubscriptionStatus, subscriptionCounts, subscriptionsOf } from "../../../server/newsletter/queries.ts"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/newsletter"
import { loadOrLog } from "./edits.ts"

const { title } = screens.newsletter
const parts: Record<SubscriptionStatus, string> = { confirmed: "Inscrits", pending: "À confirmer", unsubscribed: "Désinscrits" }

export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const asked = url.searchParams.get("etat")
  const part: SubscriptionStatus = asked === "pending" || asked === "unsubscribed" ? asked : "confirmed"
  const [people, counts] = await loadOrLog("Error loading the newsletter", () => Promise.all([subscriptionsOf(part), subscriptionCounts()]))
  const rows = people.map(({ id, email, requestedAt, confirmedAt, unsubscribedAt }) => ({
    id, email,
    requested: dayMedium(dayInParis(requestedAt)),
    since: confirmedAt ? dayMedium(dayInParis(confirmedAt)) : "",
    until: unsubscribedAt ? dayMedium(dayInParis(unsubscribedAt)) : "",
  }))
  return data({ part, rows, counts })
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title, canonical: null })

type Row = { id: string; email: string; requested: string; since: string; until: string }

const columns: readonly Column<Row>[] = [
  { key: "email", label: "Adresse e-mail", cell: emailCell },
  { key: "requested", label: "Demande", cell: ({ requested }) => requested },
  { key: "since", label: "Confirmation", cell: ({ since }) => since || "En attente" },
]
const untilColumn: Column<Row> = { key: "until", label: "Désinscription", cell: ({ until }) => until }

function emailCell({ email }: Row) {
  return <span className="break-words">{email}</span>
}

/** For the owner: who asked to hear of new products. */
export default function Newsletter({ loaderData: { part, rows, counts } }: Route.ComponentProps) {
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        <ButtonLink variant="secondary" icon={Download} to="/admin/newsletter.csv" reloadDocument>
          Exporter les inscrits (CSV)
        </ButtonLink>
      </div>
      <nav className="tabs" aria-label="Liste des nouveautés">
        {(Object.keys(parts) as SubscriptionStatus[]).map((name) => (
          <Link key={name} to={`/admin/newsletter?etat=${name}`} aria-current={name === part ? "page" : undefined}>
            {parts[name]} ({counts[name]})
          </Link>
        ))}
      </nav>
      <div className="panel">
        {rows.length === 0 ? (
          <EmptyState title="Personne ici pour le moment">Les inscriptions viennent de la page « Être notifié des nouveautés ».</EmptyState>
        ) : (
          <DataTable
            caption={parts[part]}
            captionHidden
            rows={rows}
            rowKey={({ id }) => id}
            columns={part === "unsubscribed" ? [...columns, untilColumn] : columns}
          />
        )}
      </div>
    </>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La liste n’a pas pu être chargée" />
}
