import { Form, href, useNavigation } from "react-router"
import Download from "lucide-react/icons/download"
import { dayBrief, monthLong } from "../../../../domain/day-labels.ts"
import type { Month } from "../../../../domain/day.ts"
import { invoiceTitle } from "../../../../domain/invoicing/invoice.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { OfficeLink, useMayChange } from "../../kit/back-office-role.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import {
  type InvoiceSortName,
  type InvoicesUrl,
  invoiceFileHref,
  invoicesList,
  kindOptions,
} from "../../kit/invoice-url.ts"
import { ListFilters } from "../../kit/list-filters.tsx"
import { orderParams, listHref, sortBy } from "../../kit/list-url.ts"
import { screens } from "../../kit/screens.ts"
import { FinanceTabs } from "../tabs.tsx"
import type { InvoiceLine } from "../../../../server/money/invoicing/list.ts"
import type { InvoicingState } from "../../../../server/money/invoicing/state.ts"
import type { Page } from "../../../../server/platform/pagination.ts"

const missingLabels = {
  companyName: "le nom de l’entreprise",
  companyAddress: "son adresse",
  companySiret: "son SIRET",
  vatNumber: "son numéro de TVA",
} as const

type InvoicesScreenProps = {
  list: InvoicesUrl
  page: Page<InvoiceLine>
  months: readonly Month[]
  state: InvoicingState
  flash: Flash | null
}

export function InvoicesScreen({ list, page, months, state, flash }: InvoicesScreenProps) {
  const { search, filters } = list
  const isFiltered = search !== "" || Object.keys(filters).length > 0
  return (
    <>
      <h1 className="title-page">{screens.invoices.title}</h1>
      <FinanceTabs />
      <FlashMessage flash={flash} />
      {state.missing.length > 0 && (
        <Notice tone="warning" title="Aucune facture n’est établie pour le moment">
          <p>
            Il manque {state.missing.map((fact) => missingLabels[fact]).join(", ")}. Les factures dues sont établies
            d’elles-mêmes une fois la <OfficeLink to={screens.siteConfig.to}>configuration du site</OfficeLink>{" "}
            complétée.
          </p>
        </Notice>
      )}
      {state.waitingForVatNumber > 0 && (
        <Notice tone="warning" title="Des factures attendent votre numéro de TVA">
          <p>
            {state.waitingForVatNumber === 1
              ? "Une réservation a été convenue"
              : `${state.waitingForVatNumber} réservations ont été convenues`}{" "}
            TVA comprise. Leurs factures sont établies d’elles-mêmes une fois ce numéro donné dans la{" "}
            <OfficeLink to={screens.siteConfig.to}>configuration du site</OfficeLink>.
          </p>
        </Notice>
      )}
      <section className="panel stack" aria-label="Factures et avoirs">
        <ListFilters
          href={invoicesList.path}
          search={{ label: "Numéro, nom ou montant", value: search }}
          filters={[
            { name: "sorte", label: "Document", all: "Tous", options: kindOptions, value: filters["sorte"] ?? "" },
          ]}
          preservedParams={orderParams(invoicesList, list)}
          isFiltered={isFiltered}
          ownValues={{ du: filters["du"] ?? "", au: filters["au"] ?? "" }}
          resultText={resultCountLabel(page.total, state.pendingFiles)}
        >
          <TextField label="Du" name="du" type="date" optional="filter" defaultValue={filters["du"] ?? ""} />
          <TextField label="Au" name="au" type="date" optional="filter" defaultValue={filters["au"] ?? ""} />
        </ListFilters>
        {page.rows.length === 0 ? (
          <NoInvoices isFiltered={isFiltered} />
        ) : (
          <>
            <DataTable
              caption="Factures et avoirs"
              captionHidden
              rows={page.rows}
              rowKey={({ id }) => id}
              columns={invoiceColumns(list)}
            />
            <Pagination
              page={page.page}
              pages={page.pages}
              href={(number) => listHref(invoicesList, list, { page: number })}
              label="Pages de factures"
            />
          </>
        )}
      </section>
      {months.length > 0 && <Exports list={list} months={months} isFiltered={isFiltered} />}
    </>
  )
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState title="Aucune facture pour le moment">
        La première s’établit d’elle-même au premier paiement reçu, avec son PDF et son e-mail.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Rien ne correspond"
      action={
        <ButtonLink to={invoicesList.path} variant="secondary">
          Tout afficher
        </ButtonLink>
      }
    >
      Essayez le numéro entier, un seul mot du nom, ou le montant exact.
    </EmptyState>
  )
}

function invoiceColumns(list: InvoicesUrl): Column<InvoiceLine>[] {
  const sort = (by: InvoiceSortName) => sortBy(invoicesList, list, by)
  return [
    {
      key: "number",
      label: "Document",
      cell: ({ number, kind, credits, creditedBy }) => (
        <span>
          <strong>{number}</strong>
          <span className="block small soft">
            {invoiceTitle({ kind, number })}
            {credits && <> de {credits}</>}
            {creditedBy && <>, annulée par {creditedBy}</>}
          </span>
        </span>
      ),
    },
    { key: "date", label: "Date", sort: sort("date"), cell: ({ issuedOn }) => dayBrief(issuedOn) },
    {
      key: "client",
      label: "Client",
      sort: sort("client"),
      cell: ({ clientName, bookingNumber }) => (
        <span>
          <span className="wrap-anywhere">{clientName}</span>
          <OfficeLink to={bookingPageHref(bookingNumber)} className="block soft py-1">
            Réservation n°&nbsp;{bookingNumber}
          </OfficeLink>
        </span>
      ),
    },
    {
      key: "total",
      label: "Montant",
      phone: "lead",
      sort: sort("montant"),
      end: true,
      cell: ({ kind, total, amount }) => (
        <span>
          {formatMoney(kind === "credit-note" ? -total : total)}
          {amount !== total && (
            <span className="block small soft">
              hors acomptes {formatMoney(kind === "credit-note" ? -amount : amount)}
            </span>
          )}
        </span>
      ),
    },
    { key: "acts", label: "Fichier", end: true, cell: (row) => <RowActs row={row} /> },
  ]
}

function RowActs({ row: { number } }: { row: InvoiceLine }) {
  const navigation = useNavigation()
  const mayResend = useMayChange(invoicesList.path)
  const busy = navigation.formMethod === "POST" && navigation.formData?.get("numero") === number
  return (
    <span className="cluster gap-2 justify-end">
      <a className="button button-secondary button-small" href={invoiceFileHref(number)} download>
        <Icon icon={Download} size="small" />
        PDF<span className="sr-only"> de {number}</span>
      </a>
      {mayResend && (
        <Form method="post">
          <input type="hidden" name="numero" value={number} />
          <Button variant="quiet" size="small" name="intent" value="renvoyer" busy={busy} busyText="Envoi…">
            Renvoyer<span className="sr-only"> {number} à son client</span>
          </Button>
        </Form>
      )}
    </span>
  )
}

function Exports({ list, months, isFiltered }: { list: InvoicesUrl; months: readonly Month[]; isFiltered: boolean }) {
  const scopeLabel = isFiltered ? "ce qui est affiché" : "tout"
  return (
    <section className="panel stack" aria-labelledby="comptable">
      <h2 className="title-block" id="comptable">
        Pour votre comptable
      </h2>
      <p className="cluster">
        <ButtonLink to={exportHref("csv", list)} variant="secondary" size="small" icon={Download} reloadDocument>
          Exporter {scopeLabel} (CSV)
        </ButtonLink>
        <ButtonLink to={exportHref("fec", list)} variant="secondary" size="small" icon={Download} reloadDocument>
          Journal des ventes (format FEC)
        </ButtonLink>
      </p>
      <p className="small soft">
        Le journal des ventes suit l’article A47 A-1. Le FEC entier vient de votre comptabilité.
      </p>
      <Form action={href("/admin/finance/factures.zip")} reloadDocument className="fields-line">
        <SelectField
          label="Tous les PDF d’un mois"
          name="mois"
          options={months.map((month) => ({ value: month, label: monthLong(month) }))}
          defaultValue={months[0] ?? ""}
        />
        <Button variant="secondary" size="small" icon={Download}>
          Télécharger (ZIP)
        </Button>
      </Form>
    </section>
  )
}

function exportHref(format: "csv" | "fec", list: InvoicesUrl): string {
  const path = format === "csv" ? href("/admin/finance/factures.csv") : href("/admin/finance/factures.txt")
  return listHref({ ...invoicesList, path }, list)
}

function resultCountLabel(total: number, pendingFiles: number): string {
  const count = countLabel(total, "document", "documents", "Aucun document")
  return pendingFiles > 0 ? `${count}, dont ${pendingFiles} dont le PDF est en préparation` : count
}
