import { data } from "react-router"
import { z } from "zod"
import { listQuotesOf } from "../../../server/quotes/list-quotes.ts"
import { idField, requiredText } from "../../http/form-fields.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import { answerMessage, archiveMessage } from "../../../server/outside/contact/answer-message.ts"
import {
  countContactMessages,
  findContactMessage,
  listContactMessages,
} from "../../../server/outside/contact/queries.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { readListUrl } from "../kit/list-url.ts"
import { MessagesScreen } from "./screen.tsx"
import { messagePart, messagesHref, messagesList } from "./url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, saveFailed } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"
import { mailLabel } from "../kit/mail-labels.ts"

const { title } = screens.messages
const Answer = z.object({
  id: idField,
  reponse: requiredText("Écrivez votre réponse.", 5000),
})
const Move = z.object({ id: idField })

export async function loader({ request, url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const url = readListUrl(searchParams, messagesList)
  const id = searchParams.get("message")
  const [messagePage, counts, message] = await loadScreen("Error loading messages", () =>
    Promise.all([
      listContactMessages({ ...url, status: messagePart(url) }),
      countContactMessages(),
      id === null ? null : findContactMessage(id),
    ]),
  )
  const quotes = message?.leadId ? await listQuotesOf({ lead: message.leadId }, new Date()) : []
  const { flash, headers } = await takeFlash(request)
  const { rows: messages, total, page, pages } = messagePage
  return data(
    { url, messages, total, page, pages, counts, message, quotes, canMail: canDeliverMail(), now: new Date(), flash },
    { headers, status: id !== null && !message ? 404 : 200 },
  )
}

export async function action({ request, url: { searchParams }, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const url = readListUrl(searchParams, messagesList)
  const inboxHref = messagesHref(url, { message: null, page: url.page })
  const messageGone = { kind: "error", title: "Ce message n’existe plus", text: "Rien n’a été changé." } as const
  const refused = refuseWithFlash(inboxHref)
  return handleForm(request, {
    archiver: act(
      Move,
      async ({ id }) => {
        const moved = await archiveMessage({ actor: editor, id, isArchived: true })
        if (!moved.ok) return redirectWith(messageGone, inboxHref)
        const undo = undoable("contact.archived", moved.value.event)
        return redirectWith({ kind: "success", title: "Message archivé", ...undo }, inboxHref)
      },
      { log: "Error archiving a message", failed: "Le message n’a pas pu être archivé", refused },
    ),
    remettre: act(
      Move,
      async ({ id }) => {
        const moved = await archiveMessage({ actor: editor, id, isArchived: false })
        return redirectWith(
          moved.ok ? { kind: "success", title: "Message remis dans la boîte" } : messageGone,
          inboxHref,
        )
      },
      { log: "Error archiving a message", failed: "Le message n’a pas pu être remis dans la boîte", refused },
    ),
    repondre: act(
      Answer,
      async ({ id, reponse }, form) => {
        const answered = await answerMessage(editor, id, reponse)
        if (answered.ok) {
          const text = mailLabel("elle", answered.value.email, canDeliverMail())
          return redirectWith(
            { kind: "success", title: "Réponse enregistrée", text },
            messagesHref(url, { part: "answered", message: id }),
          )
        }
        const { error } = answered
        if (error.kind === "gone") return redirectWith(messageGone, inboxHref)
        const subject = error.by === "" ? "Quelqu’un a déjà répondu" : `${error.by} a déjà répondu`
        return form.refuse(
          { form: `${subject} ${agoLabel(error.at, new Date())}\u00a0: votre réponse n’est pas partie.` },
          { status: 409 },
        )
      },
      { log: "Error answering a message", failed: saveFailed },
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, messagesList, location.search, { etat: { answered: "Répondus", archived: "Archivés" } }),
    canonical: null,
  })

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return <MessagesScreen title={title} {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les messages n’ont pas pu être chargés" />
}
