import { Tabs } from "../../ui/tabs.tsx"
import { Link } from "react-router"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import { classes } from "../../ui/classes.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { ListFilters } from "../kit/list-filters.tsx"
import { type MessagePart, type MessagesUrl, messagePart, messagesHref, messagesList } from "./url.ts"
import { MessagePanel } from "./panel.tsx"
import type { EditRefusal } from "../kit/edit-refusal.ts"
import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import type { ContactMessage, MessageWithLead } from "../../../server/outside/contact/queries.ts"

const parts: Record<MessagePart, string> = { new: "Nouveaux", answered: "Répondus", archived: "Archivés" }
const orders = [
  { value: "date", label: "Les plus anciens" },
  { value: "nom", label: "Nom, de A à Z" },
  { value: "-nom", label: "Nom, de Z à A" },
]

type MessagesScreenProps = {
  title: string
  url: MessagesUrl
  messages: readonly ContactMessage[]
  total: number
  page: number
  pages: number
  counts: Record<MessagePart, number>
  message: MessageWithLead | null
  quotes: readonly ListedQuote[]
  canMail: boolean
  now: Date
  flash: Flash | null
  refusal: EditRefusal | null
}

export function MessagesScreen({
  title,
  url,
  messages,
  total,
  page,
  pages,
  counts,
  message,
  quotes,
  canMail,
  now,
  flash,
  refusal,
}: MessagesScreenProps) {
  const part = messagePart(url)
  const order = url.descending ? `-${url.sort}` : url.sort
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={flash} />
      <Tabs
        label="Boîte de réception"
        tabs={(Object.keys(parts) as MessagePart[]).map((name) => ({
          label: `${parts[name]} (${counts[name].toLocaleString("fr-FR")})`,
          href: messagesHref(url, { part: name, message: null }),
          current: name === part,
        }))}
      />
      <div className={classes("grid grid-cols-[minmax(0,1fr)] items-start gap-5", message && "xl:grid-cols-2")}>
        {message && (
          <MessagePanel
            key={message.id}
            message={message}
            quotes={quotes}
            canMail={canMail}
            now={now}
            flash={flash}
            refusal={refusal}
          />
        )}
        <section className="panel stack xl:order-first" aria-label={parts[part]}>
          <ListFilters
            href={messagesHref({ ...url, search: "" }, { message: null })}
            search={{ label: "Rechercher", value: url.search, placeholder: "Nom ou mot" }}
            preservedParams={part === "new" ? {} : { etat: part }}
            ownValues={{ tri: order === messagesList.defaultOrder ? "" : order }}
            resultText={countLabel(total, "message", "messages", "Aucun message")}
          >
            <SelectField
              label="Ordre"
              name="tri"
              optional="filter"
              placeholder="Les plus récents"
              options={orders}
              defaultValue={order === messagesList.defaultOrder ? "" : order}
            />
          </ListFilters>
          {messages.length === 0 ? (
            <NoMessages search={url.search} />
          ) : (
            <>
              <ul className="stack gap-2">
                {messages.map(({ id, name, message: text, createdAt }) => (
                  <li key={id}>
                    <Link
                      to={messagesHref(url, { message: id, page })}
                      preventScrollReset
                      aria-current={id === message?.id || undefined}
                      className={classes(
                        "grid gap-1 rounded-control border p-3 no-underline",
                        id === message?.id ? "border-accent-line bg-accent-wash" : "border-line",
                      )}
                    >
                      <span className="cluster between">
                        <b className="min-w-0 wrap-anywhere">{name}</b>
                        <span className="fine soft">{agoLabel(createdAt, now)}</span>
                      </span>
                      <span className="small soft line-clamp-2 wrap-anywhere">{text}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Pagination
            page={page}
            pages={pages}
            href={(number) => messagesHref(url, { message: null, page: number })}
            label="Pages de messages"
          />
        </section>
      </div>
    </>
  )
}

function NoMessages({ search }: { search: string }) {
  if (search !== "")
    return (
      <EmptyState title="Aucun message ne correspond">
        Essayez un autre mot, ou regardez dans un autre onglet.
      </EmptyState>
    )
  return (
    <EmptyState title="Aucun message ici">Les messages du formulaire de contact arrivent dans Nouveaux.</EmptyState>
  )
}
