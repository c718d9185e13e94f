import type { ContractLine } from "../../../server/contracts/list.ts"
import { Link, href } from "react-router"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import { CONTRACT_HOURS } from "../../../domain/booking/deadlines.ts"
import { type ContractState, contractStateLabels } from "../../../domain/contracts/contract-state.ts"
import { dayInParis } from "../../../domain/day.ts"
import { dayLong, instantLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Breakable } from "../../ui/breakable.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Tag } from "../../ui/tag.tsx"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { type ListShape, type ListUrl, orderParams, listHref, sortBy } from "../kit/list-url.ts"
import { screens } from "../kit/screens.ts"
import { ContractsNav } from "./nav.tsx"

type ContractColumn = "echeance" | "date" | "client"

export const stateNames = {
  "a-etablir": "to-prepare",
  "a-remettre": "to-hand-over",
  "en-attente": "awaiting",
  signe: "signed",
  changement: "change-awaiting",
} as const satisfies Record<string, ContractState>
export const whenNames = { passees: "over", toutes: "all" } as const

export const stateOptions = Object.entries(stateNames).map(([value, state]) => ({
  value,
  label: contractStateLabels[state],
}))
export const whenOptions = [
  { value: "passees", label: "Passées" },
  { value: "toutes", label: "Toutes" },
]

export const contractList: ListShape<ContractColumn> = {
  path: href("/admin/contracts"),
  sorts: ["echeance", "date", "client"],
  defaultOrder: "echeance",
  filters: { etat: Object.keys(stateNames), periode: Object.keys(whenNames) },
}

type ContractsScreenProps = {
  url: ListUrl<ContractColumn>
  contracts: readonly ContractLine[]
  total: number
  page: number
  pages: number
  flash: Flash | null
}

export function ContractsScreen({ url, contracts, total, page, pages, flash }: ContractsScreenProps) {
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{screens.contracts.title}</h1>
        <p className="soft small">
          Chaque contrat part après la confirmation. Le client a {CONTRACT_HOURS}&nbsp;heures pour le signer.
        </p>
      </header>
      <ContractsNav />
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="Contrats">
        <ListFilters
          href={contractList.path}
          search={{ label: "Rechercher", value: url.search, placeholder: "Client, produit ou n° de réservation" }}
          filters={[
            {
              name: "etat",
              label: "État",
              all: "Tous les états",
              value: url.filters["etat"] ?? "",
              options: stateOptions,
            },
            {
              name: "periode",
              label: "Réservations",
              all: "À venir",
              value: url.filters["periode"] ?? "",
              options: whenOptions,
            },
          ]}
          preservedParams={orderParams(contractList, url)}
          resultText={countLabel(total, "contrat", "contrats", "Aucun contrat")}
        />
        {contracts.length === 0 ? (
          <EmptyState title="Aucun contrat ici">
            Quand vous confirmez une réservation, son contrat apparaît dans cette liste.
          </EmptyState>
        ) : (
          <DataTable
            caption="Contrats"
            captionHidden
            columns={contractColumns(url)}
            rows={contracts}
            rowKey={({ bookingId }) => bookingId}
          />
        )}
        <Pagination page={page} pages={pages} href={(number) => listHref(contractList, url, { page: number })} />
      </section>
    </>
  )
}

const tones = {
  "to-prepare": "busy",
  "to-hand-over": "busy",
  awaiting: "pending",
  signed: "ok",
  "change-awaiting": "pending",
} as const

function contractColumns(url: ListUrl<ContractColumn>): Column<ContractLine>[] {
  const sort = (column: ContractColumn) => sortBy(contractList, url, column)
  return [
    { key: "numero", label: "Réservation", cell: (contract) => <Booking contract={contract} /> },
    {
      key: "client",
      label: "Client",
      sort: sort("client"),
      cell: ({ clientName }) => <Breakable>{clientName}</Breakable>,
    },
    { key: "date", label: "Dates", sort: sort("date"), cell: (line) => rentalLabel(line) },
    { key: "total", label: "Total", end: true, phone: "lead", cell: ({ total }) => formatMoney(total) },
    { key: "etat", label: "Contrat", cell: (contract) => <State contract={contract} /> },
    {
      key: "echeance",
      label: "À signer avant",
      phone: "labelled",
      sort: sort("echeance"),
      cell: ({ dueAt, signedAt, state }) =>
        dueAt ? (
          instantLong(dueAt)
        ) : signedAt ? (
          <span className="soft">signé le {dayLong(dayInParis(signedAt))}</span>
        ) : (
          <span className="soft">{state === "to-prepare" ? "à son envoi" : "sans échéance"}</span>
        ),
    },
  ]
}

function Booking({ contract: { number, productName } }: { contract: ContractLine }) {
  return (
    <span className="grid">
      <Link to={bookingPageHref(number)}>n°&nbsp;{number}</Link>
      <span className="fine soft">{productName}</span>
    </span>
  )
}

function State({ contract: { bookingId, number, state } }: { contract: ContractLine }) {
  return (
    <span className="grid gap-1 justify-items-start">
      <Tag tone={tones[state]}>{contractStateLabels[state]}</Tag>
      <Link
        to={`${href("/admin/contracts/modele")}?reservation=${bookingId}`}
        className="fine"
        aria-label={`Aperçu du texte pour la réservation n° ${number}`}
      >
        Aperçu du texte
      </Link>
    </span>
  )
}
