import { data, href } from "react-router"
import { z } from "zod"
import { listPromoCodes, switchPromoCode } from "../../../server/catalog/promo-codes.ts"
import { idField } from "../../http/form-fields.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { PromoCodesScreen } from "./screen.tsx"

const { title } = screens.promoCodes

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const codes = await loadScreen("Error loading the promo codes", listPromoCodes)
  const { flash, headers } = await takeFlash(request)
  return data({ codes, flash }, { headers })
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireEditor(context)
  const switchTo = (isActive: boolean, done: string) =>
    act(
      z.object({ code: idField }),
      async ({ code }) => {
        const isSwitched = await switchPromoCode({ actor, id: code, isActive })
        return redirectWith(
          isSwitched ? { kind: "success", title: done } : { kind: "error", title: "Ce code n’existe plus" },
          href("/admin/codes-promo"),
        )
      },
      { log: "Error switching a promo code", failed: "Le code n’a pas pu être changé." },
    )
  return handleForm(request, {
    ouvrir: switchTo(true, "Code ouvert"),
    fermer: switchTo(false, "Code fermé"),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function PromoCodes({ loaderData }: Route.ComponentProps) {
  return <PromoCodesScreen title={title} {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les codes promo n’ont pas pu être chargés" />
}
