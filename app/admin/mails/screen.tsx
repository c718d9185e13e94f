import { Form, Link, useNavigation } from "react-router"
import { type MailState, mailStates } from "../../../domain/content/mail-state.ts"
import { Button } from "../../ui/button.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { keptOrder, listHref, sortBy } from "../kit/list-url.ts"
import { type MailsUrl, mailKinds, mailsHref, mailsList } from "../kit/mails-url.ts"

const states: Record<MailState, { one: string; many: string; tone: TagTone }> = {
  waiting: { one: "En attente", many: "En attente", tone: "pending" },
  sent: { one: "Envoyé", many: "Envoyés", tone: "ok" },
  kept: { one: "Gardé", many: "Gardés", tone: "neutral" },
  failed: { one: "Échec", many: "Échecs", tone: "late" },
}

type MailLine = { id: string; state: MailState; kind: string; to: string; when: string }
type MailsScreenProps = {
  title: string
  url: MailsUrl
  rows: readonly MailLine[]
  total: number
  page: number
  pages: number
  failed: number
  /** A mail server is set: what is written leaves. */
  leave: boolean
  /** The mail that is open. */
  mail: (MailLine & { subject: string; text: string }) | null
  flash: Flash | null
}

/** What the shop has written to whom, and what did not arrive. */
export function MailsScreen({ title, url, rows, total, page, pages, failed, leave, mail, flash }: MailsScreenProps) {
  const { etat = "", sorte = "" } = url.filters
  const narrowed = url.search !== "" || sorte !== ""
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={flash} />
      {!leave && (
        <Notice tone="info" title="Aucun serveur de courrier n’est réglé">
          Les courriels sont gardés sur le serveur et ne partent pas. Ils se lisent ici pendant une semaine.
        </Notice>
      )}
      <nav className="tabs" aria-label="Liste des courriels">
        <Link to={mailsHref(url, { etat: "" })} aria-current={etat === "" ? "page" : undefined}>
          Tous
        </Link>
        {mailStates.map((name) => (
          <Link key={name} to={mailsHref(url, { etat: name })} aria-current={name === etat ? "page" : undefined}>
            {states[name].many}
            {name === "failed" && failed > 0 && ` (${failed})`}
          </Link>
        ))}
      </nav>
      {mail && <OpenMail mail={mail} />}
      <section className="panel stack" aria-label={title}>
        <ListFilters
          href={listHref(mailsList, { ...url, search: "", filters: { etat } })}
          search={{ label: "Rechercher", value: url.search, placeholder: "Nom, adresse ou mot" }}
          filters={[
            {
              name: "sorte",
              label: "Sorte",
              all: "Toutes",
              options: Object.entries(mailKinds).map(([value, label]) => ({ value, label })),
              value: sorte,
            },
          ]}
          kept={{ ...(etat && { etat }), ...keptOrder(mailsList, url) }}
        />
        {rows.length === 0 && narrowed && (
          <EmptyState title="Aucun courriel ne correspond">
            Essayez un autre mot, ou regardez dans un autre onglet.
          </EmptyState>
        )}
        {rows.length === 0 && !narrowed && (
          <EmptyState title="Aucun courriel ici">Ceux de la semaine passée s’affichent dans cette liste.</EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable
            caption={total > 1 ? `${total.toLocaleString("fr-FR")} courriels` : "1 courriel"}
            rows={rows}
            rowKey={({ id }) => id}
            columns={columnsFor(url, page)}
          />
        )}
        <Pagination page={page} pages={pages} href={(to) => mailsHref(url, { page: to })} label="Pages de courriels" />
      </section>
    </>
  )
}

function columnsFor(url: MailsUrl, page: number): Column<MailLine>[] {
  return [
    {
      key: "kind",
      label: "Courriel",
      cell: ({ id, kind, to }) => (
        <Link to={mailsHref(url, { page, mail: id })} className="link-alone" aria-label={`${kind}, à ${to}`}>
          {kind}
        </Link>
      ),
    },
    {
      key: "to",
      label: "À",
      sort: sortBy(mailsList, url, "destinataire"),
      cell: ({ to }) => <span className="min-w-0 wrap-anywhere">{to}</span>,
    },
    { key: "when", label: "Demandé", sort: sortBy(mailsList, url, "date"), cell: ({ when }) => when },
    { key: "state", label: "État", cell: (row) => <Tag tone={states[row.state].tone}>{states[row.state].one}</Tag> },
  ]
}

/** As text: a mail's own markup has no business in the back office. */
function OpenMail({ mail: { id, subject, text, to, when, state } }: { mail: NonNullable<MailsScreenProps["mail"]> }) {
  const busy = useNavigation().formData?.get("intent") === "reessayer"
  return (
    <section className="panel stack" aria-label={subject}>
      <div className="cluster between">
        <h2 className="title-card min-w-0 wrap-anywhere">{subject}</h2>
        <Tag tone={states[state].tone}>{states[state].one}</Tag>
      </div>
      <p className="small soft wrap-anywhere">
        À {to}, {when}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      {state === "failed" && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button variant="secondary" name="intent" value="reessayer" busy={busy}>
            Réessayer
          </Button>
        </Form>
      )}
    </section>
  )
}
