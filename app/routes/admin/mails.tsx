import { Form, Link, data, useNavigation } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../domain/calendar/ago.ts"
import { type MailState, mailStates } from "../../../domain/content/mail-state.ts"
import { isId } from "../../../server/catalog/queries.ts"
import { mailsAtOnce, mailsLeave, readMail, readMails, retryMail } from "../../../server/mail/ledger.ts"
import type { MailName } from "../../../server/mail/mails.ts"
import { FlashMessage } from "../../components/admin/flash-message.tsx"
import { ScreenUnreadable } from "../../components/admin-content/screen-unreadable.tsx"
import { screens } from "../../components/admin/screens.ts"
import { Button } from "../../ui/button.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Tag, type TagTone } from "../../ui/tag.tsx"
import { parseForm } from "../forms.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/mails"
import { editorOf, loadOrLog } from "./edits.ts"
import { redirectWith, takeFlash } from "./flash.ts"

const { title } = screens.mails
const here = "/admin/mails"

const states: Record<MailState, { one: string; many: string; tone: TagTone }> = {
  waiting: { one: "En attente", many: "En attente", tone: "pending" },
  sent: { one: "Envoyé", many: "Envoyés", tone: "ok" },
  kept: { one: "Gardé", many: "Gardés", tone: "off" },
  failed: { one: "Échec", many: "Échecs", tone: "late" },
}

const kinds: Record<MailName, string> = {
  "contact-message": "Message d’un visiteur",
  "contact-answer": "Réponse à un message",
  "newsletter-confirmation": "Inscription à confirmer",
  "newsletter-welcome": "Inscription confirmée",
  "booking-message": "Réservation modifiée",
  "email-verification": "Adresse à confirmer",
}

const Retry = z.object({ intent: z.literal("reessayer"), id: z.guid() })

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const state = mailStates.find((name) => name === url.searchParams.get("etat")) ?? null
  const page = Math.min(10_000, Math.max(1, Number.parseInt(url.searchParams.get("page") ?? "1", 10) || 1))
  const asked = url.searchParams.get("courriel")
  const [{ lines, total }, failed, mail] = await loadOrLog("Error loading mails", () =>
    Promise.all([readMails(state, page), readMails("failed", 1), asked !== null && isId(asked) ? readMail(asked) : null]),
  )
  const { flash, headers } = await takeFlash(request)
  const now = new Date()
  const view = {
    state, page, flash,
    pages: Math.max(1, Math.ceil(total / mailsAtOnce)),
    rows: lines.map((line) => ({ id: line.id, state: line.state, ...wordsOf(line, now) })),
    failed: failed.total,
    leave: mailsLeave(),
    mail: mail && { id: mail.id, state: mail.state, subject: mail.subject, text: mail.text, ...wordsOf(mail, now) },
  }
  return data(view, { headers, status: asked !== null && mail === null ? 404 : 200 })
}

function wordsOf({ template, to, orderedAt }: { template: MailName; to: readonly { address: string }[]; orderedAt: Date }, now: Date) {
  return { kind: kinds[template] ?? template, to: to.map(({ address }) => address).join(", "), when: agoWords(orderedAt, now) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const form = await parseForm(request, Retry)
  if (!form.ok) return form.refusal
  const again = await retryMail(editor, form.value.id, new Date())
  const back = here + url.search
  if (again) return redirectWith({ kind: "success", title: "Le courriel repart", text: "Il est de nouveau en attente." }, back)
  return redirectWith({ kind: "error", title: "Ce courriel n’est pas en échec", text: "Rien n’a été changé." }, back)
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title, canonical: null })

type View = Route.ComponentProps["loaderData"]

function hrefOf(state: MailState | null, page = 1, mail?: string): string {
  const query = new URLSearchParams({ ...(state && { etat: state }), ...(page > 1 && { page: String(page) }), ...(mail && { courriel: mail }) }).toString()
  return query === "" ? here : `${here}?${query}`
}

/** For the owner: what the shop has written to whom, and what did not arrive. */
export default function Mails({ loaderData: view }: Route.ComponentProps) {
  const { state, page, pages, rows, failed, leave, mail, flash } = view
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
        <Link to={here} aria-current={state === null ? "page" : undefined}>
          Tous
        </Link>
        {mailStates.map((name) => (
          <Link key={name} to={hrefOf(name)} aria-current={name === state ? "page" : undefined}>
            {states[name].many}
            {name === "failed" && failed > 0 && ` (${failed})`}
          </Link>
        ))}
      </nav>
      {mail && <OpenMail mail={mail} />}
      <div className="panel stack">
        {rows.length === 0 ? (
          <EmptyState title="Aucun courriel ici">Ceux de la semaine passée s’affichent dans cette liste.</EmptyState>
        ) : (
          <DataTable caption={title} captionHidden rows={rows} rowKey={({ id }) => id} columns={columnsFor(state, page)} />
        )}
        <Pagination page={page} pages={pages} href={(to) => hrefOf(state, to)} label="Pages de courriels" />
      </div>
    </>
  )
}

function columnsFor(state: MailState | null, page: number): Column<View["rows"][number]>[] {
  return [
    {
      key: "kind",
      label: "Courriel",
      cell: ({ id, kind, to }) => (
        <Link to={hrefOf(state, page, id)} className="link-alone" aria-label={`${kind}, à ${to}`}>
          {kind}
        </Link>
      ),
    },
    { key: "to", label: "À", cell: ({ to }) => <span className="break-words">{to}</span> },
    { key: "when", label: "Demandé", cell: ({ when }) => when },
    { key: "state", label: "État", cell: (row) => <Tag tone={states[row.state].tone}>{states[row.state].one}</Tag> },
  ]
}

/** As text: a mail's own markup has no business in the back office. */
function OpenMail({ mail: { id, subject, text, to, when, state } }: { mail: NonNullable<View["mail"]> }) {
  const busy = useNavigation().formData?.get("intent") === "reessayer"
  return (
    <section className="panel stack" aria-label={subject}>
      <div className="cluster between">
        <h2 className="title-card break-words">{subject}</h2>
        <Tag tone={states[state].tone}>{states[state].one}</Tag>
      </div>
      <p className="small soft break-words">
        À {to}, {when}
      </p>
      <p className="break-words whitespace-pre-wrap">{text}</p>
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

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les courriels n’ont pas pu être chargés" />
}
