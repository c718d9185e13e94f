import { data } from "react-router"
import { z } from "zod"
import { registerCheckLabel, takingFindingLabels } from "../../../../domain/finance/takings.ts"
import { checkTakings } from "../../../../server/money/finance/takings/check.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import { listTitle } from "../../kit/list-title.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { readTakings } from "./load.server.ts"
import { TakingsScreen } from "./screen.tsx"
import { takingsList } from "./view.ts"

const { title } = screens.takings

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading takings", () => readTakings(url.searchParams))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  requireEditor(context)
  const takingsPath = takingsList.path
  return handleForm(request, {
    verifier: act(
      z.object({}),
      async () => {
        const check = await checkTakings(new Date())
        const { found: findingCount, findings } = check
        const [first] = findings
        return redirectWith(
          findingCount === 0
            ? {
                kind: "success",
                title: "Le registre est intact",
                text: `${registerCheckLabel(check)}.`,
              }
            : {
                kind: "error",
                title:
                  findingCount > 1 ? `${findingCount} anomalies dans le registre` : "Une anomalie dans le registre",
                text: first ? `${takingFindingLabels[first.kind]} (${first.number}).` : "",
              },
          takingsPath,
        )
      },
      {
        log: "Error checking takings",
        failed: "Le registre n’a pas pu être vérifié",
        refused: refuseWithFlash(takingsPath),
      },
    ),
  })
}

const closingNames = { jour: "clôtures du jour", mois: "clôtures du mois", annee: "clôtures de l’année" }

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, takingsList, location.search, { moyen: paymentMeansLabels, clotures: closingNames }),
    canonical: null,
  })

export default function Takings({ loaderData }: Route.ComponentProps) {
  return <TakingsScreen view={loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les encaissements n’ont pas pu être chargés" />
}
