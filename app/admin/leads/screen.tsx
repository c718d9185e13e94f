import { Link } from "react-router"
import Plus from "lucide-react/icons/plus"
import type { Day } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { eventFacts } from "../../../domain/leads/event-facts.ts"
import { type LeadState, leadKindLabels, leadStateLabels } from "../../../domain/leads/lead.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import type { Lead } from "../../../server/leads/list-leads.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"
import { DeleteSheet } from "../kit/delete-sheet.tsx"
import type { EditRefusal } from "../kit/edit-refusal.ts"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { CallForm, LeadPanel, shownRowLabel } from "./panel.tsx"
import { type LeadsUrl, leadsHref, leadsList } from "./url.ts"

const tones: Readonly<Record<LeadState, TagTone>> = { new: "pending", open: "busy", won: "ok", lost: "off" }

type LeadsScreenProps = {
  title: string
  url: LeadsUrl
  list: { rows: readonly Lead[]; total: number; page: number; pages: number }
  lead: Lead | null
  quotes: readonly ListedQuote[]
  /** The id of the call to note. */
  newCall: string | null
  removing: boolean
  today: Day
  now: Date
  flash: Flash | null
  refusal: EditRefusal | null
}

export function LeadsScreen({
  title,
  url,
  list,
  lead,
  quotes,
  newCall,
  removing,
  today,
  now,
  flash,
  refusal,
}: LeadsScreenProps) {
  const { etat = "", genre = "" } = url.filters
  const isFiltered = url.search !== "" || etat !== "" || genre !== ""
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        {newCall === null && (
          <ButtonLink icon={Plus} to={`${leadsList.path}?appel=nouveau`}>
            Noter un appel
          </ButtonLink>
        )}
      </div>
      <FlashMessage flash={flash} />
      {lead && removing && (
        <DeleteSheet
          act="lead.removed"
          question="Supprimer cet appel&nbsp;?"
          text={lead.person}
          closeHref={leadsHref(url, { lead: lead.lead.id })}
          fields={{ id: lead.lead.id }}
        />
      )}
      <div
        className={classes("grid grid-cols-[minmax(0,1fr)] items-start gap-5", (lead || newCall) && "xl:grid-cols-2")}
      >
        {newCall !== null && <CallForm id={newCall} refusal={refusal} flash={flash} />}
        {lead && newCall === null && (
          <LeadPanel key={lead.lead.id} lead={lead} quotes={quotes} now={now} flash={flash} refusal={refusal} />
        )}
        <section className="panel stack xl:order-first" aria-label="Liste des demandes">
          <ListFilters
            href={leadsList.path}
            search={{ label: "Rechercher", value: url.search, placeholder: "Nom ou mot" }}
            filters={[
              { name: "etat", label: "État", all: "À suivre", options: toOptions(leadStateLabels), value: etat },
              { name: "genre", label: "Genre", all: "Tous", options: toOptions(leadKindLabels), value: genre },
            ]}
            resultText={countLabel(list.total, "demande", "demandes", "Aucune demande")}
          />
          {list.rows.length === 0 ? (
            <EmptyState title={isFiltered ? "Aucune demande ne correspond" : "Aucune demande à suivre"}>
              {isFiltered
                ? "Essayez un autre mot ou un autre état."
                : "Les messages, les prix envoyés, les réservations commencées et les appels notés arrivent ici."}
            </EmptyState>
          ) : (
            <ul className="stack gap-2">
              {list.rows.map((row) => (
                <li key={row.lead.id}>
                  <LeadRow
                    {...{ row, today, now }}
                    href={leadsHref(url, { lead: row.lead.id, page: list.page })}
                    isCurrent={row.lead.id === lead?.lead.id}
                  />
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={list.page}
            pages={list.pages}
            href={(page) => leadsHref(url, { page })}
            label="Pages de demandes"
          />
        </section>
      </div>
    </>
  )
}

type LeadRowProps = { row: Lead; today: Day; now: Date; href: string; isCurrent: boolean }

function LeadRow({ row, today, now, href, isCurrent }: LeadRowProps) {
  const { lead, person } = row
  const isActive = lead.state === "new" || lead.state === "open"
  return (
    <Link
      to={href}
      preventScrollReset
      aria-current={isCurrent || undefined}
      className={classes(
        "grid gap-1 rounded-control border p-3 no-underline",
        isCurrent ? "border-accent-line bg-accent-wash" : "border-line",
      )}
    >
      <span className="cluster between">
        <b className="min-w-0 wrap-anywhere">{person}</b>
        <Tag tone={tones[lead.state]} plain>
          {leadStateLabels[lead.state]}
        </Tag>
      </span>
      <span className="small soft line-clamp-2 wrap-anywhere">
        {leadKindLabels[lead.kind]}, {agoLabel(lead.createdAt, now)}
        {summary(row) && `. ${summary(row)}`}
      </span>
      {isActive && lead.nextStepOn && (
        <span className="small wrap-anywhere">
          <b>{lead.nextStepOn === today ? "Aujourd’hui" : dayMedium(lead.nextStepOn)}</b>, {lead.nextStep}
        </span>
      )}
    </Link>
  )
}

function summary({ lead, message, products, price }: Lead): string {
  if (price) return price.rows.map(shownRowLabel).join(", ")
  if (message) return [...eventFacts(message).map(([, value]) => value), message.message].join(", ")
  return lead.kind === "booking" ? products : lead.note
}

function toOptions(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
