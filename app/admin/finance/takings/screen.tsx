import { Tabs } from "../../../ui/tabs.tsx"
import type { TakingLine } from "../../../../server/money/finance/takings/list.ts"
import { Form, href } from "react-router"
import Download from "lucide-react/icons/download"
import { dayMedium, instantLong, monthLong } from "../../../../domain/day-labels.ts"
import { monthOf } from "../../../../domain/day.ts"
import { paymentMeans, paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import {
  type ClosingPeriod,
  closingPeriods,
  isAboutClosing,
  registerCheckLabel,
  takingFindingLabels,
} from "../../../../domain/finance/takings.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { ListFilters } from "../../kit/list-filters.tsx"
import { listHref } from "../../kit/list-url.ts"
import { OfficeLink, useMayChange } from "../../kit/back-office-role.tsx"
import { screens } from "../../kit/screens.ts"
import { useSending } from "../../kit/use-sending.ts"
import { FinanceTabs } from "../tabs.tsx"
import type { Closing } from "../../../../server/money/finance/takings/hashes.ts"
import { type TakingsView, periodNames, takingsList } from "./view.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

const { title } = screens.takings

export function TakingsScreen({ view }: { view: TakingsView }) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={view.flash} />
      <FinanceTabs />
      <Register view={view} />
      <Demonstration view={view} />
      <Closings view={view} />
      <Proof view={view} />
    </>
  )
}

function Register({ view: { url, lines } }: { view: TakingsView }) {
  const { moyen = "", du = "", au = "", clotures = "" } = url.filters
  const isFiltered = url.search !== "" || moyen !== "" || du !== "" || au !== ""
  return (
    <section className="panel stack" aria-labelledby="registre">
      <h2 className="title-block" id="registre">
        Ce qui est arrivé
      </h2>
      <ListFilters
        href={clotures ? listHref(takingsList, { ...url, search: "", filters: { clotures } }) : takingsList.path}
        search={{ label: "Rechercher", value: url.search, placeholder: "Client ou n° de réservation" }}
        filters={[
          {
            name: "moyen",
            label: "Moyen",
            all: "Tous",
            options: paymentMeans.map((means) => ({ value: means, label: capitalize(paymentMeansLabels[means]) })),
            value: moyen,
          },
        ]}
        isFiltered={isFiltered}
        ownValues={{ du, au }}
        resultText={countLabel(lines.total, "écriture", "écritures", "Aucune écriture")}
        preservedParams={clotures ? { clotures } : {}}
      >
        <TextField label="Du" name="du" type="date" optional="filter" defaultValue={du} />
        <TextField label="Au" name="au" type="date" optional="filter" defaultValue={au} />
      </ListFilters>
      {lines.rows.length === 0 ? (
        <EmptyState title={isFiltered ? "Aucune écriture ne correspond" : "Rien n’est encore arrivé"} headingLevel={3}>
          {isFiltered
            ? "Essayez une autre période, un autre moyen ou un autre nom."
            : "Chaque paiement noté sur une réservation s’inscrit ici, et n’en sort plus."}
        </EmptyState>
      ) : (
        <>
          <p className="small">
            Reçu&nbsp;: <b>{formatMoney(lines.received)}</b>
            {lines.refunded > 0 && (
              <>
                , rendu&nbsp;: <b>{formatMoney(lines.refunded)}</b>, reste&nbsp;:{" "}
                <b>{formatMoney(lines.received - lines.refunded)}</b>
              </>
            )}
          </p>
          <DataTable
            caption="Écritures"
            captionHidden
            rows={lines.rows}
            rowKey={({ number }) => String(number)}
            columns={lineColumns}
          />
        </>
      )}
      <Pagination
        page={lines.page}
        pages={lines.pages}
        href={(page) => listHref(takingsList, url, { page })}
        label="Pages d’écritures"
      />
    </section>
  )
}

/** Demonstration payments are excluded from totals, closings and archives (D73). */
function Demonstration({ view: { demonstration } }: { view: TakingsView }) {
  const { rows, total } = demonstration
  if (total === 0) return null
  return (
    <section className="panel stack" aria-labelledby="demonstration">
      <h2 className="title-block" id="demonstration">
        Démonstration
      </h2>
      <p className="small soft">
        {countLabel(total, "écriture", "écritures", "Aucune écriture")} d’argent fictif. Vos encaissements, leurs
        clôtures et leurs archives n’en contiennent aucune.
        {total > rows.length && ` Les ${rows.length} dernières\u00a0:`}
      </p>
      <DataTable
        caption="Écritures de démonstration"
        captionHidden
        rows={rows}
        rowKey={({ number }) => String(number)}
        columns={lineColumns}
      />
    </section>
  )
}

const lineColumns: Column<TakingLine>[] = [
  { key: "number", label: "N°", cell: ({ number }) => number },
  { key: "moved", label: "Date", cell: ({ movedOn }) => dayMedium(movedOn) },
  {
    key: "booking",
    label: "Réservation",
    cell: ({ bookingNumber, clientName }) => (
      <span className="wrap-anywhere">
        <OfficeLink
          className="inline-block py-1"
          to={href("/admin/bookings/:number", { number: String(bookingNumber) })}
        >
          {bookingNumber}
        </OfficeLink>
        , {clientName}
      </span>
    ),
  },
  { key: "means", label: "Moyen", cell: ({ means }) => capitalize(paymentMeansLabels[means]) },
  {
    key: "what",
    label: "Écriture",
    cell: (line) => (
      <span className="stack gap-1">
        <span className="cluster gap-2">
          {kindLabel(line)}
          {line.corrected && <Tag tone="neutral">Retiré</Tag>}
        </span>
        <span className="fine soft wrap-anywhere">
          {line.corrects === null ? "" : `de la ligne ${line.corrects}, `}notée le {instantLong(line.recordedAt)}
          {line.note ? `. ${line.note}` : ""}
        </span>
      </span>
    ),
  },
  {
    key: "amount",
    label: "Montant",
    phone: "lead",
    end: true,
    cell: ({ amount, corrected }) => (corrected ? <s>{formatMoney(amount)}</s> : formatMoney(amount)),
  },
]

const periodLabels: Record<ClosingPeriod, string> = { day: "Par jour", month: "Par mois", year: "Par année" }

function Closings({ view: { url, period, closings } }: { view: TakingsView }) {
  const to = (filters: Record<string, string>) =>
    `${listHref(takingsList, url, { filters: { ...url.filters, "page-clotures": "", ...filters } })}#clotures`
  return (
    <section className="panel stack" aria-labelledby="clotures">
      <h2 className="title-block" id="clotures">
        Clôtures
      </h2>
      <p className="small soft">Chaque nuit clôt le jour fini.</p>
      <Tabs
        label="Clôtures affichées"
        tabs={closingPeriods.map((each) => ({
          label: periodLabels[each],
          href: to({ clotures: each === "day" ? "" : periodNames[each] }),
          current: each === period,
        }))}
      />
      {closings.rows.length === 0 ? (
        <EmptyState title="Aucune clôture pour le moment" headingLevel={3}>
          La première se fait la nuit qui suit {period === "day" ? "le premier paiement" : "la fin de la période"}.
        </EmptyState>
      ) : (
        <DataTable
          caption="Totaux des périodes closes"
          captionHidden
          rows={closings.rows}
          rowKey={({ number }) => String(number)}
          columns={closingColumns(period)}
        />
      )}
      <Pagination
        page={closings.page}
        pages={closings.pages}
        href={(page) => to({ "page-clotures": page > 1 ? String(page) : "" })}
        label="Pages de clôtures"
      />
    </section>
  )
}

function closingColumns(period: ClosingPeriod): Column<Closing>[] {
  return [
    { key: "period", label: "Période", cell: (closing) => periodLabel(period, closing) },
    { key: "entries", label: "Écritures", phone: "labelled", end: true, cell: ({ entries }) => entries },
    { key: "received", label: "Reçu", phone: "labelled", end: true, cell: ({ received }) => formatMoney(received) },
    { key: "refunded", label: "Rendu", phone: "labelled", end: true, cell: ({ refunded }) => formatMoney(refunded) },
    {
      key: "perpetual",
      label: "Cumul depuis le début",
      phone: "labelled",
      end: true,
      cell: ({ perpetualReceived, perpetualRefunded }) => formatMoney(perpetualReceived - perpetualRefunded),
    },
    {
      key: "hash",
      label: "Empreinte",
      phone: "labelled",
      cell: ({ hash }) => (
        <span className="fine soft" title={hash}>
          {hash.slice(0, 12)}…
        </span>
      ),
    },
  ]
}

function periodLabel(period: ClosingPeriod, { lastDay }: Closing): string {
  if (period === "day") return dayMedium(lastDay)
  return period === "month" ? capitalize(monthLong(monthOf(lastDay))) : lastDay.slice(0, 4)
}

function Proof({ view: { check, years } }: { view: TakingsView }) {
  const checking = useSending({ intent: "verifier" })
  const mayCheck = useMayChange(screens.takings.to)
  return (
    <section className="panel stack" aria-labelledby="preuve">
      <h2 className="title-block" id="preuve">
        Vérifier et archiver
      </h2>
      <p className="small soft">La relecture montre tout changement.</p>
      <CheckResult check={check} />
      {mayCheck && (
        <Form method="post" preventScrollReset>
          <Button name="intent" value="verifier" variant="secondary" size="small" busy={checking}>
            Vérifier maintenant
          </Button>
        </Form>
      )}
      {years.length > 0 && (
        <>
          <h3 className="small font-strong">Archives</h3>
          <p className="small soft">Une archive par année. Gardez-la ailleurs que sur ce serveur, six ans au moins.</p>
          <ul className="cluster">
            {years.map((year) => (
              <li key={year}>
                <ButtonLink
                  variant="secondary"
                  size="small"
                  icon={Download}
                  to={`${href("/admin/finance/encaissements.zip")}?annee=${year}`}
                  reloadDocument
                >
                  Archive {year}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function CheckResult({ check }: Pick<TakingsView, "check">) {
  if (!check) return <p className="small">Le registre n’a pas encore été relu. La nuit prochaine s’en charge.</p>
  const { at, findings, found: findingCount } = check
  const checkSummary = `${registerCheckLabel(check)} le ${instantLong(at)}.`
  if (findingCount === 0)
    return (
      <Notice tone="success" title="Le registre est intact">
        {checkSummary}
      </Notice>
    )
  return (
    <Notice
      tone="error"
      title={findingCount > 1 ? `${findingCount} anomalies dans le registre` : "Une anomalie dans le registre"}
    >
      <p>{checkSummary} Rien n’a été corrigé&nbsp;: gardez une copie de la base, puis faites-la examiner.</p>
      <ul className="stack gap-1">
        {findings.map(({ kind, number }, index) => (
          <li key={index}>
            {isAboutClosing(kind) ? "Clôture" : kind === "unregistered" ? "Réservation" : "Ligne"} {number}&nbsp;:{" "}
            {takingFindingLabels[kind]}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function kindLabel({ kind, corrects }: Pick<TakingLine, "kind" | "corrects">): string {
  if (kind === "refund") return corrects === null ? "Remboursement" : "Remboursement revenu"
  return corrects === null ? "Paiement" : "Contre-écriture"
}
