import { data, href } from "react-router"
import { z } from "zod"
import { agoWords } from "../../../isomorphic/text/relative-time.ts"
import { mailStates } from "../../../domain/content/mail-state.ts"
import { isId } from "../../../server/catalog/queries.ts"
import { countFailedMails, listMails, canDeliverMail, readMail, retryMail } from "../../../server/mail/ledger.ts"
import type { MailName } from "../../../server/mail/mails.ts"
import { readListUrl } from "../kit/list-url.ts"
import { MailsScreen } from "./screen.tsx"
import { mailKinds, mailsList } from "../kit/mails-url.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { editorOf } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, tellAt } from "../kit/flash.server.ts"

const { title } = screens.mails
const here = href("/admin/mails")

/** Every kind of mail has its words. */
const kinds: Record<MailName, string> = mailKinds

const Retry = z.object({ id: z.guid() })

export async function loader({ request, url: { searchParams }, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const url = readListUrl(searchParams, mailsList)
  const state = mailStates.find((name) => name === url.filters["etat"]) ?? null
  const template = (Object.keys(kinds) as MailName[]).find((name) => name === url.filters["sorte"]) ?? null
  const asked = url.filters["courriel"] ?? null
  const [found, failed, mail] = await loadScreen("Error loading mails", () =>
    Promise.all([
      listMails({ ...url, state, template }),
      countFailedMails(),
      asked !== null && isId(asked) ? readMail(asked) : null,
    ]),
  )
  const { flash, headers } = await takeFlash(request)
  const now = new Date()
  const view = {
    url,
    failed,
    flash,
    total: found.total,
    page: found.page,
    pages: found.pages,
    rows: found.rows.map((line) => ({ id: line.id, state: line.state, ...wordsOf(line, now) })),
    leave: canDeliverMail(),
    mail: mail && { id: mail.id, state: mail.state, subject: mail.subject, text: mail.text, ...wordsOf(mail, now) },
  }
  return data(view, { headers, status: asked !== null && mail === null ? 404 : 200 })
}

function wordsOf(
  { template, to, orderedAt }: { template: MailName; to: readonly { address: string }[]; orderedAt: Date },
  now: Date,
) {
  return {
    kind: kinds[template] ?? template,
    to: to.map(({ address }) => address).join(", "),
    when: agoWords(orderedAt, now),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const back = here + url.search
  const retry = act(
    Retry,
    async ({ id }) => {
      const retried = await retryMail(editor, id, new Date())
      return redirectWith(
        retried
          ? { kind: "success", title: "Le courriel repart", text: "Il est de nouveau en attente." }
          : { kind: "error", title: "Ce courriel n’est pas en échec", text: "Rien n’a été changé." },
        back,
      )
    },
    {
      log: "Error retrying a mail",
      failed: "Le courriel n’a pas pu repartir",
      refused: tellAt(back),
    },
  )
  return handleForm(request, { reessayer: retry })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** For the owner: what the shop has written to whom, and what did not arrive. */
export default function Mails({ loaderData }: Route.ComponentProps) {
  return <MailsScreen title={title} {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les courriels n’ont pas pu être chargés" />
}
