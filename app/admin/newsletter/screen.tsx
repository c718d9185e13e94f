import { Tabs } from "../../ui/tabs.tsx"
import { Link, href } from "react-router"
import Download from "lucide-react/icons/download"
import { ButtonLink } from "../../ui/button-link.tsx"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { type ListShape, type ListUrl, orderParams, listHref, sortBy } from "../kit/list-url.ts"

export const newsletterParts = { confirmed: "Inscrits", pending: "À confirmer", unsubscribed: "Désinscrits" } as const
type Part = keyof typeof newsletterParts
type Sort = "email" | "demande" | "confirmation" | "depart"

/** `?etat=pending&q=…&tri=email&page=2` */
export const newsletterList: ListShape<Sort> = {
  path: href("/admin/newsletter"),
  sorts: ["email", "demande", "confirmation", "depart"],
  defaultOrder: "-demande",
  filters: { etat: ["pending", "unsubscribed"] },
}

export function newsletterPart({ filters }: ListUrl<Sort>): Part {
  const state = filters["etat"]
  return state === "pending" || state === "unsubscribed" ? state : "confirmed"
}

type Row = { id: string; email: string; requested: string; since: string; until: string }
type NewsletterScreenProps = {
  title: string
  url: ListUrl<Sort>
  part: Part
  rows: readonly Row[]
  total: number
  page: number
  pages: number
  counts: Record<Part, number>
}

export function NewsletterScreen({ title, url, part, rows, total, page, pages, counts }: NewsletterScreenProps) {
  const { search, filters } = url
  const partHref = (name: Part) =>
    listHref(newsletterList, url, { filters: name === "confirmed" ? {} : { etat: name } })
  const isFiltered = search !== "" && part === "confirmed"
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        <ButtonLink
          variant="secondary"
          icon={Download}
          to={`${href("/admin/newsletter.csv")}${isFiltered ? `?${new URLSearchParams({ q: search })}` : ""}`}
          reloadDocument
        >
          {isFiltered ? "Exporter ce qui est affiché (CSV)" : "Exporter les inscrits (CSV)"}
        </ButtonLink>
      </div>
      <p className="soft">
        Pour leur écrire, ouvrez un <Link to={href("/admin/products")}>produit</Link>, puis «&nbsp;Lettre aux
        inscrits&nbsp;»&nbsp;: une lettre par produit, aux adresses confirmées.
      </p>
      <Tabs
        label="Liste des nouveautés"
        tabs={(Object.keys(newsletterParts) as Part[]).map((name) => ({
          label: `${newsletterParts[name]} (${counts[name].toLocaleString("fr-FR")})`,
          href: partHref(name),
          current: name === part,
        }))}
      />
      <section className="panel stack" aria-label={newsletterParts[part]}>
        <ListFilters
          href={listHref(newsletterList, { ...url, search: "" })}
          search={{ label: "Rechercher", value: search, placeholder: "Adresse e-mail" }}
          preservedParams={{ ...filters, ...orderParams(newsletterList, url) }}
          resultText={countLabel(total, "personne", "personnes", "Personne")}
        />
        {rows.length === 0 ? (
          <EmptyNewsletter search={search} />
        ) : (
          <DataTable
            caption={newsletterParts[part]}
            captionHidden
            columns={newsletterColumns(part, url)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
        <Pagination page={page} pages={pages} href={(number) => listHref(newsletterList, url, { page: number })} />
      </section>
    </>
  )
}

function EmptyNewsletter({ search }: { search: string }) {
  if (search !== "")
    return (
      <EmptyState title="Aucune adresse ne correspond">
        Essayez une partie de l’adresse, ou regardez dans un autre onglet.
      </EmptyState>
    )
  return (
    <EmptyState title="Personne ici pour le moment">
      Les inscriptions viennent de la page «&nbsp;Être notifié des nouveautés&nbsp;».
    </EmptyState>
  )
}

function newsletterColumns(part: Part, url: ListUrl<Sort>): Column<Row>[] {
  const sort = (name: Sort) => sortBy(newsletterList, url, name)
  const columns: Column<Row>[] = [
    {
      key: "email",
      label: "Adresse e-mail",
      sort: sort("email"),
      cell: ({ email }) => (
        <a href={`mailto:${email}`} className="min-w-0 wrap-anywhere">
          {email}
        </a>
      ),
    },
    {
      key: "requested",
      label: "Demande",
      phone: "labelled",
      sort: sort("demande"),
      cell: ({ requested }) => requested,
    },
    // Pending subscriptions have no confirmation date to sort by.
    {
      key: "since",
      label: "Confirmation",
      phone: "labelled",
      ...(part === "pending" ? {} : { sort: sort("confirmation") }),
      cell: ({ since }) => since || "En attente",
    },
  ]
  return part === "unsubscribed"
    ? [
        ...columns,
        { key: "until", label: "Désinscription", phone: "labelled", sort: sort("depart"), cell: ({ until }) => until },
      ]
    : columns
}
