import { data } from "react-router"
import { z } from "zod"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { emptyShop, readEmptying } from "../../../server/bookings/empty-shop.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { EmptyingScreen } from "./screen.tsx"
import { obstacleTexts } from "./texts.ts"

const { title, to } = screens.emptying

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(context)
  const [emptying, { companyName }] = await loadScreen("Error loading what a shop is emptied of", () =>
    Promise.all([readEmptying(), readSiteConfig()]),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ ...emptying, companyName, flash }, { headers })
}

const NameForm = z.object({ companyName: z.string().default("") })

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  return handleForm(request, {
    vider: act(
      NameForm,
      async ({ companyName }, form) => {
        const emptied = await emptyShop({ actor: editor, companyName })
        if (emptied.ok)
          return redirectWith(
            { kind: "success", title: "La boutique est vide", text: `Archive\u00a0: ${emptied.value.archive}.` },
            to,
          )
        switch (emptied.error.kind) {
          case "too-late":
            return form.refuse({ form: obstacleTexts[emptied.error.obstacle] }, { status: 409 })
          case "wrong-name":
            return form.refuse({ companyName: "Recopiez le nom exact de la boutique." })
          case "changed":
            return form.refuse({ form: "Quelque chose vient d’arriver. Relisez, puis recommencez." }, { status: 409 })
        }
      },
      { log: "Error emptying the shop", failed: "La boutique n’a pas pu être vidée. Rien n’a changé." },
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Emptying({ loaderData, actionData }: Route.ComponentProps) {
  return <EmptyingScreen title={title} {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La page n’a pas pu être chargée" />
}
