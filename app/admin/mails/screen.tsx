import { Tabs } from "../../ui/tabs.tsx"
import { Form, Link, useNavigation, href } from "react-router"
import { type MailState, type MailTab, mailTabs } from "../../../domain/content/mail-state.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { MailStateTag } from "../kit/mail-state-tag.tsx"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { orderParams, listHref, sortBy } from "../kit/list-url.ts"
import { type MailsUrl, mailKinds, mailsHref, mailsList } from "../kit/mails-url.ts"

export const tabNames: Record<MailTab, string> = {
  waiting: "En attente",
  sent: "Partis",
  kept: "Gardés",
  failed: "Non remis",
}

export type MailLine = {
  id: string
  state: MailState
  kind: string
  to: string
  when: string
  /** "Parti le 12 juin 2027 à 18:30" */
  stateText: string
  sentAgainAs: string | null
  bookingId: string | null
}
type MailsScreenProps = {
  title: string
  url: MailsUrl
  rows: readonly MailLine[]
  total: number
  page: number
  pages: number
  failed: number
  canMail: boolean
  mail: (MailLine & { subject: string | null; text: string | null; answer: string | null }) | null
  flash: Flash | null
}

export function MailsScreen({ title, url, rows, total, page, pages, failed, canMail, mail, flash }: MailsScreenProps) {
  const { etat = "", sorte = "" } = url.filters
  const sendsTest = useNavigation().formData?.get("intent") === "essai"
  const isFiltered = url.search !== "" || sorte !== ""
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{title}</h1>
        <div className="cluster">
          <Form method="post" preventScrollReset>
            <Button variant="secondary" name="intent" value="essai" busy={sendsTest} busyText="Envoi…">
              Envoyer un e-mail d’essai
            </Button>
          </Form>
          <ButtonLink variant="secondary" to={href("/admin/mails/modeles")}>
            Modèles et phrases
          </ButtonLink>
        </div>
      </div>
      <FlashMessage flash={flash} />
      {!canMail && (
        <Notice tone="info" title="Aucun serveur de messagerie n’est réglé">
          Les e-mails ne partent pas&nbsp;: ils se lisent ici.
        </Notice>
      )}
      <Tabs
        label="Liste des e-mails"
        tabs={[
          { label: "Tous", href: mailsHref(url, { etat: "" }), current: etat === "" },
          ...mailTabs.map((name) => ({
            label: name === "failed" && failed > 0 ? `${tabNames[name]} (${failed})` : tabNames[name],
            href: mailsHref(url, { etat: name }),
            current: name === etat,
          })),
        ]}
      />
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
          preservedParams={{ ...(etat && { etat }), ...orderParams(mailsList, url) }}
          resultText={countLabel(total, "e-mail", "e-mails", "Aucun e-mail")}
        />
        {rows.length === 0 && isFiltered && (
          <EmptyState title="Aucun e-mail ne correspond">
            Essayez un autre mot, ou regardez dans un autre onglet.
          </EmptyState>
        )}
        {rows.length === 0 && !isFiltered && (
          <EmptyState title="Aucun e-mail ici">
            Ceux des réservations y restent, les autres une semaine après leur départ.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable
            caption={title}
            captionHidden
            rows={rows}
            rowKey={({ id }) => id}
            columns={mailColumns(url, page)}
          />
        )}
        <Pagination page={page} pages={pages} href={(to) => mailsHref(url, { page: to })} label="Pages d’e-mails" />
      </section>
    </>
  )
}

function mailColumns(url: MailsUrl, page: number): Column<MailLine>[] {
  return [
    {
      key: "kind",
      label: "Sorte",
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
    { key: "state", label: "État", phone: "lead", cell: (row) => <MailStateTag {...row} /> },
  ]
}

/** Plain text, so that no markup of a mail reaches the back office. */
function OpenMail({ mail }: { mail: NonNullable<MailsScreenProps["mail"]> }) {
  const { id, kind, subject, text, to, when, stateText, state, sentAgainAs, bookingId, answer } = mail
  const busy = useNavigation().formData?.get("intent") === "renvoyer"
  const undelivered = (state === "refused" || state === "failed") && sentAgainAs === null
  return (
    <section className="panel stack" aria-label={subject ?? kind}>
      <div className="cluster between">
        <h2 className="title-card min-w-0 wrap-anywhere">{subject ?? kind}</h2>
        <MailStateTag {...mail} />
      </div>
      <p className="small soft wrap-anywhere">
        À {to}, demandé {when}. {stateText}.{" "}
        {bookingId !== null && (
          <Link to={href("/admin/bookings/:number", { number: bookingId })}>Voir la réservation</Link>
        )}{" "}
        {sentAgainAs !== null && <Link to={`?courriel=${sentAgainAs}`}>Voir le nouvel envoi</Link>}
      </p>
      {undelivered && answer && (
        <Notice tone="error" title="Réponse du serveur de messagerie">
          <p className="wrap-anywhere">{answer}</p>
        </Notice>
      )}
      {undelivered && (
        <Form method="post" preventScrollReset className="stack gap-2">
          <input type="hidden" name="id" value={id} />
          <p className="small soft">
            Renvoyer en fait un nouvel e-mail, à l’adresse que le client a aujourd’hui dans sa fiche.
          </p>
          <Button variant="secondary" name="intent" value="renvoyer" busy={busy}>
            Renvoyer
          </Button>
        </Form>
      )}
      {text === null ? (
        <p className="soft">Ce que disait cet e-mail est effacé.</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      )}
    </section>
  )
}
