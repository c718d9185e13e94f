import { Link, data } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../domain/calendar/ago.ts"
import { answerMessage, archiveMessage } from "../../../server/content/answer-message.ts"
import { contactCounts, contactMessage, contactMessagesOf } from "../../../server/contact/queries.ts"
import { FlashMessage } from "../../components/admin/flash-message.tsx"
import { MessagePanel } from "../../components/admin-content/message-panel.tsx"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { classes } from "../../ui/classes.ts"
import { parseForm } from "../forms.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/messages"
import { editorOf, loadOrLog, saveFailed, saveOrSay } from "./edits.ts"
import { redirectWith, takeFlash } from "./flash.ts"

const { title } = screens.messages
const parts = { new: "Nouveaux", answered: "Répondus", archived: "Archivés" } as const
type Part = keyof typeof parts

const PAGE = 50
const Answer = z.object({
  intent: z.literal("repondre"),
  id: z.guid(),
  reponse: z.string({ error: "Écrivez votre réponse." }).trim().min(1, "Écrivez votre réponse.").max(5000),
})
const Move = z.object({ intent: z.enum(["archiver", "remettre"]), id: z.guid() })

function partIn(url: URL): Part {
  const asked = url.searchParams.get("etat")
  return asked === "answered" || asked === "archived" ? asked : "new"
}

function hrefOf(part: Part, message?: string, page = 1): string {
  const query = new URLSearchParams({ etat: part, ...(page > 1 ? { page: String(page) } : {}), ...(message ? { message } : {}) })
  return `/admin/messages?${query}`
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const part = partIn(url)
  const page = Math.min(10_000, Math.max(1, Math.trunc(Number(url.searchParams.get("page")) || 1)))
  const id = url.searchParams.get("message")
  const [messages, counts, message] = await loadOrLog("Error loading messages", () =>
    Promise.all([contactMessagesOf(part, page), contactCounts(), id === null ? null : contactMessage(id)]),
  )
  const { flash, headers } = await takeFlash(request)
  const view = { part, page, messages, counts, message, now: new Date(), flash }
  return data(view, { headers, status: id !== null && !message ? 404 : 200 })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const gone = { kind: "error", title: "Ce message n’existe plus", text: "Rien n’a été changé." } as const
  const move = await parseForm(request.clone(), Move)
  if (move.ok) {
    const away = move.value.intent === "archiver"
    const moved = await archiveMessage(editor, move.value.id, away)
    return redirectWith(moved.ok ? { kind: "success", title: away ? "Message archivé" : "Message remis dans la boîte" } : gone, hrefOf(partIn(url)))
  }
  const form = await parseForm(request, Answer)
  if (!form.ok) return form.refusal
  const { id, reponse } = form.value
  const outcome = await saveOrSay(form, "Error answering a message", saveFailed, () => answerMessage(editor, id, reponse))
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok) return redirectWith({ kind: "success", title: "Réponse enregistrée", text: `Elle part par mail à ${outcome.value.value.email}.` }, hrefOf("answered", id))
  const { error } = outcome.value
  if (error.kind === "gone") return redirectWith(gone, hrefOf(partIn(url)))
  const who = error.by === "" ? "Quelqu’un a déjà répondu" : `${error.by} a déjà répondu`
  return form.refuse({ form: `${who} ${agoWords(error.at, new Date())}\u00a0: votre réponse n’est pas partie.` }, 409)
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** For the owner: who wrote, what to answer, and what was answered. */
export default function Messages({ loaderData: { part, page, messages, counts, message, now, flash }, actionData }: Route.ComponentProps) {
  const pages = Math.ceil(counts[part] / PAGE)
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={flash} />
      <nav className="tabs" aria-label="Boîte de réception">
        {(Object.keys(parts) as Part[]).map((name) => (
          <Link key={name} to={hrefOf(name)} aria-current={name === part ? "page" : undefined}>
            {parts[name]} ({counts[name]})
          </Link>
        ))}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
        {message && <MessagePanel key={message.id} message={message} now={now} flash={flash} refusal={actionData ?? null} />}
        <section className="panel stack xl:order-first" aria-label={parts[part]}>
          {messages.length === 0 ? (
            <EmptyState title="Aucun message ici">Les messages du formulaire de contact arrivent dans Nouveaux.</EmptyState>
          ) : (
            <ul className="stack gap-2">
              {messages.map(({ id, name, message: text, createdAt }) => (
                <li key={id}>
                  <Link
                    to={hrefOf(part, id, page)}
                    preventScrollReset
                    aria-current={id === message?.id || undefined}
                    className={classes("grid gap-1 rounded-control border p-3 no-underline", id === message?.id ? "border-accent-line bg-accent-wash" : "border-line")}
                  >
                    <span className="cluster between">
                      <b className="min-w-0 break-words">{name}</b>
                      <span className="fine soft">{agoWords(createdAt, now)}</span>
                    </span>
                    <span className="small soft line-clamp-2 break-words">{text}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          {pages > 1 && <Pagination page={page} pages={pages} href={(number) => hrefOf(part, undefined, number)} />}
        </section>
      </div>
    </>
  )
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les messages n’ont pas pu être chargés" />
}
