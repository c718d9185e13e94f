import { data, href } from "react-router"
import { z } from "zod"
import { idField } from "../../http/form-fields.ts"
import { isId } from "../../../domain/id.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import { mailTabs } from "../../../domain/content/mail-state.ts"
import {
  type LedgerLine,
  canDeliverMail,
  countUndeliveredMails,
  listMails,
  readMail,
} from "../../../server/outside/mails/ledger.ts"
import { resendMail } from "../../../server/outside/mails/resend.ts"
import { type TestMailResult, sendTestMail } from "../../../server/outside/mails/send-test-mail.ts"
import { tooManyAttemptsText } from "../../../isomorphic/text/waiting.ts"
import type { Flash } from "../kit/flash.ts"
import { resendProblemTexts } from "../kit/resend-labels.server.ts"
import type { MailName } from "../../../server/platform/mail/mails.ts"
import { readListUrl } from "../kit/list-url.ts"
import { type MailLine, MailsScreen, tabNames } from "./screen.tsx"
import { mailStateLabel } from "../kit/mail-state-labels.ts"
import { mailKinds, mailsList } from "../kit/mails-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../kit/flash.server.ts"

const { title } = screens.mails
const mailsPath = href("/admin/mails")

/** Fails to compile when a mail has no label. */
const kinds: Record<MailName, string> = mailKinds

const Resend = z.object({ id: idField })

export async function loader({ request, url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const url = readListUrl(searchParams, mailsList)
  const tab = mailTabs.find((name) => name === url.filters["etat"]) ?? null
  const template = (Object.keys(kinds) as MailName[]).find((name) => name === url.filters["sorte"]) ?? null
  const openId = url.filters["courriel"] ?? null
  const [mailPage, failed, mail] = await loadScreen("Error loading mails", () =>
    Promise.all([
      listMails({ ...url, tab, template }),
      countUndeliveredMails(),
      openId !== null && isId(openId) ? readMail(openId) : null,
    ]),
  )
  const { flash, headers } = await takeFlash(request)
  const now = new Date()
  const view = {
    url,
    failed,
    flash,
    total: mailPage.total,
    page: mailPage.page,
    pages: mailPage.pages,
    rows: mailPage.rows.map((line) => toMailLine(line, now)),
    canMail: canDeliverMail(),
    mail: mail && { ...toMailLine(mail, now), subject: mail.subject, text: mail.text, answer: mail.answer },
  }
  return data(view, { headers, status: openId !== null && mail === null ? 404 : 200 })
}

function toMailLine(line: LedgerLine, now: Date): MailLine {
  const { id, template, to, orderedAt, state, sentAgainAs, bookingId } = line
  return {
    id,
    state,
    sentAgainAs,
    bookingId,
    kind: kinds[template] ?? template,
    to: to.map(({ address }) => address).join(", ") || "adresse effacée",
    when: agoLabel(orderedAt, now),
    stateText: mailStateLabel(line),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const back = mailsPath + url.search
  const resend = act(
    Resend,
    async ({ id }) => {
      const resent = await resendMail(editor, id, new Date())
      if (!resent.ok) return redirectWith({ kind: "error", ...resendProblemTexts[resent.error.kind] }, back)
      return redirectWith(
        { kind: "success", title: "Un nouvel envoi est en attente", text: "Son état se lit ici." },
        `${mailsPath}?courriel=${resent.value}`,
      )
    },
    {
      log: "Error sending a mail again",
      failed: "L’e-mail n’a pas pu être renvoyé",
      refused: refuseWithFlash(back),
    },
  )
  const { email } = requireStaff(context).profile
  const sendTest = act(
    z.object({}),
    async () => redirectWith(testMailFlash(await sendTestMail(editor, email, new Date()), email), back),
    { log: "Error sending a test mail", failed: "L’e-mail d’essai n’est pas parti", refused: refuseWithFlash(back) },
  )
  return handleForm(request, { renvoyer: resend, essai: sendTest })
}

const MAX_ANSWER = 400

function testMailFlash(result: TestMailResult, email: string): Flash {
  switch (result.kind) {
    case "accepted":
      return {
        kind: "success",
        title: "E-mail d’essai accepté",
        text: `Il part à ${email}. Réponse du serveur\u00A0: ${result.answer.slice(0, MAX_ANSWER)}`,
      }
    case "written":
      return {
        kind: "success",
        title: "E-mail d’essai écrit dans DATA_DIR/outbox",
        text: "Sans SMTP_URL, aucun e-mail ne part.",
      }
    case "refused":
      return {
        kind: "error",
        title: "E-mail d’essai refusé",
        text: `Réponse du serveur\u00A0: ${result.answer.slice(0, MAX_ANSWER)}`,
      }
    case "unreachable":
      return {
        kind: "error",
        title: "Le serveur de messagerie ne répond pas",
        text: `Votre hébergeur vérifie SMTP_URL. Détail\u00A0: ${result.answer.slice(0, MAX_ANSWER)}`,
      }
    case "throttled":
      return { kind: "error", title: tooManyAttemptsText(result.retryAfterSeconds) }
  }
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, mailsList, location.search, { etat: tabNames, sorte: mailKinds }),
    canonical: null,
  })

export default function Mails({ loaderData }: Route.ComponentProps) {
  return <MailsScreen title={title} {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les e-mails n’ont pas pu être chargés" />
}
