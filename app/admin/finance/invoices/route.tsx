import { data } from "react-router"
import { z } from "zod"
import { listInvoices, listInvoicedMonths } from "../../../../server/money/invoicing/list.ts"
import { readInvoicingState } from "../../../../server/money/invoicing/state.ts"
import { resendInvoice } from "../../../../server/money/invoicing/resend-invoice.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { labelsOf, listTitle } from "../../kit/list-title.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { invoicesList, kindOptions } from "../../kit/invoice-url.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { toInvoiceFilter } from "./filter.server.ts"
import { InvoicesScreen } from "./screen.tsx"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const list = readListUrl(url.searchParams, invoicesList)
  const [page, months, state] = await loadScreen("Error loading invoices", () =>
    Promise.all([listInvoices(toInvoiceFilter(list), list), listInvoicedMonths(), readInvoicingState()]),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ list, page, months, state, flash }, { headers })
}

const Resend = z.object({ numero: z.string() })

const problems = {
  "not-found": "Cette facture n’existe pas.",
  "not-made-yet": "Son PDF est en préparation\u00a0: elle part d’elle-même dès qu’il est prêt.",
  "without-mail": "Aucun e-mail n’est envoyé à ce client. Téléchargez le PDF pour le lui remettre.",
  "just-sent": "Son renvoi a été demandé il y a moins de deux minutes.",
} as const

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const back = invoicesList.path + url.search
  const resend = act(
    Resend,
    async ({ numero }) => {
      const sent = await resendInvoice(editor, numero)
      return redirectWith(
        sent.ok
          ? {
              kind: "success",
              title: `Nouvel envoi de ${numero}`,
              text: await customerMailLabel(
                sent.value.bookingId,
                sent.value.kind === "credit-note" ? "l’avoir" : "la facture",
              ),
            }
          : { kind: "error", title: "Rien n’est parti", text: problems[sent.error.kind] },
        back,
      )
    },
    {
      log: "Error sending an invoice again",
      failed: "La facture n’a pas pu être renvoyée",
      refused: refuseWithFlash(back),
    },
  )
  return handleForm(request, { renvoyer: resend })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(screens.invoices.title, invoicesList, location.search, { sorte: labelsOf(kindOptions) }),
    canonical: null,
  })

export default function Invoices({ loaderData }: Route.ComponentProps) {
  return <InvoicesScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.invoices.title} message="Les factures n’ont pas pu être chargées" />
}
