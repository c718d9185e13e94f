import { data, href, isRouteErrorResponse } from "react-router"
import { type Id, isId } from "../../../../domain/id.ts"
import {
  addPromoCode,
  listPromoCodeUses,
  readPromoCode,
  savePromoCode,
} from "../../../../server/catalog/promo-codes.ts"
import { listActiveProducts } from "../../../../server/catalog/queries.ts"
import { canonicalUrl } from "../../../http/canonical.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { parseLoadedForm, refuseStale, requireEditor, saveFailed } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import type { Route } from "./+types/route"
import { PromoCodeForm } from "./fields.ts"
import { PromoCodeScreen } from "./screen.tsx"
import { promoCodeLabels, promoCodeTexts } from "./texts.ts"

const title = "Code promo"
const NEW = "nouveau"

function requireTarget({ code }: { code: string }): Id | null {
  if (code === NEW) return null
  if (!isId(code)) throw data(null, { status: 404 })
  return code
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const id = requireTarget(params)
  const [stored, uses, products] = await loadScreen("Error loading a promo code", () =>
    Promise.all([id && readPromoCode(id), id ? listPromoCodeUses(id) : [], listActiveProducts()]),
  )
  if (id !== null && !stored) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  return data(
    {
      id,
      version: stored ? stored.updatedAt.toISOString() : "",
      texts: promoCodeTexts(stored || null),
      productIds: (stored && stored.productIds) || [],
      isPublished: stored ? stored.isPublished : false,
      products: products.map(({ id: productId, name }) => ({ id: productId, name })),
      link: stored ? canonicalUrl(href("/code/:code", { code: stored.code })) : null,
      uses,
      flash,
    },
    { headers },
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requireEditor(context)
  const id = requireTarget(params)
  return handleForm(request, {
    enregistrer: act(
      PromoCodeForm,
      async (fields, form) => {
        const saved =
          id === null
            ? await addPromoCode(actor, fields)
            : await savePromoCode({ actor, id, fields, loaded: parseLoadedForm(form) })
        if (saved.ok) {
          const code = saved.value ?? id ?? NEW
          return redirectWith({ kind: "success", title: "Code enregistré" }, href("/admin/codes-promo/:code", { code }))
        }
        switch (saved.error.kind) {
          case "price-unknown":
            return form.refuse({
              isPublished: `Le prix de «\u00a0${saved.error.productName}\u00a0» n’est pas connu depuis 30 jours\u00a0: ce code ne peut pas encore être annoncé.`,
            })
          case "code-taken":
            return form.refuse({ code: "Ce code existe déjà." }, { status: 409 })
          case "gone":
            return form.refuse({ form: "Ce code n’existe plus. Votre saisie est toujours là." }, { status: 409 })
          case "stale": {
            const stored = id && (await readPromoCode(id))
            return refuseStale(form, saved.error, {
              thing: "promo-code",
              labels: promoCodeLabels,
              mine: promoCodeTexts(fields),
              stored: promoCodeTexts(stored || null),
            })
          }
        }
      },
      { log: "Error saving a promo code", failed: saveFailed },
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.texts.code || "Nouveau code", canonical: null })

export default function PromoCodePage({ loaderData, actionData }: Route.ComponentProps) {
  return <PromoCodeScreen key={loaderData.id} {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title={title}
        message="Ce code n’existe pas ou plus"
        to={href("/admin/codes-promo")}
        label="Voir les codes promo"
      />
    )
  }
  return <ScreenUnreadable title={title} message="Ce code n’a pas pu être chargé" />
}
