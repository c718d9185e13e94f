import { data } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import {
  type StoredOption,
  addOption,
  moveOption,
  orderOptions,
  readOptions,
  removeOption,
  saveOption,
} from "../../../server/catalog/edit-options.ts"
import { allProducts, tariffOf } from "../../../server/catalog/queries.ts"
import { type ImageRow, imagesByUrl, pictureOf } from "../../../server/images/queries.ts"
import { acceptedTypes, uploadHint } from "../../../server/images/refusals.ts"
import type { Flash } from "../kit/flash.ts"
import { OptionsScreen } from "./screen.tsx"
import {
  type OptionFormView,
  type OptionsView,
  optionLabels,
  optionsHref,
  optionsPath,
} from "../kit/catalog/options-view.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { editorOf, loadOrLog, refuseStale, saveOrSay, seenOf } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, undoable } from "../kit/flash.server.ts"
import { OptionForm, newOption, newSubOption, optionTexts } from "./form.server.ts"
import { pictureAct, storedPicture } from "../kit/picture/pictures.server.ts"
import { listChanged, productGone } from "../kit/catalog/product-acts.server.ts"
import { chosenProduct, pickedProduct } from "../kit/catalog/products.server.ts"

const { title } = screens.options
const failed = "Les options n’ont pas pu être enregistrées. Rien n’a été changé\u00a0: réessayez dans un instant."
/** To the letter, and for three seconds (specification, section 4). */
const updated: Flash = { kind: "success", title: "Options mises à jour avec succès", seconds: 3 }
const optionGone: Flash = { kind: "error", title: "Cette option n’existe plus", text: "Rien n’a été changé." }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const asked = (name: string) => url.searchParams.get(name) ?? ""
  const [products, product] = await loadOrLog("Error loading products", () =>
    Promise.all([allProducts(), chosenProduct(asked("produit"))]),
  )
  if (asked("produit") !== "" && !product) return redirectWith(productGone, optionsPath)
  const rows = product ? await loadOrLog("Error loading options", () => readOptions(product.id)) : []
  const images = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  const { flash, headers } = await takeFlash(request)
  const editing = editedOption(rows, images, asked("option"), asked("parent"))
  const gone = rows.find(({ id }) => id === asked("supprimer"))
  const others = product && !products.some(({ id }) => id === product.id) ? [product] : []
  const view: OptionsView = {
    products: [...products, ...others].map(pickedProduct),
    product: product && { ...pickedProduct(product), tariff: tariffOf(product) },
    options: rows.map(
      ({ id, parentOptionId, name, description, price, unit, quantityStep, minQuantity, maxQuantity, imageUrl }) => ({
        id,
        parentId: parentOptionId,
        name,
        description,
        price,
        unit,
        quantityStep,
        minQuantity,
        maxQuantity,
        picture: pictureFor(images, imageUrl),
      }),
    ),
    editing,
    removing: gone
      ? {
          id: gone.id,
          name: gone.name,
          subOptions: rows.filter(({ parentOptionId }) => parentOptionId === gone.id).length,
        }
      : null,
    upload: { hint: uploadHint, accept: acceptedTypes },
    flash,
  }
  return data(view, { headers, status: asked("option") !== "" && editing === null ? 404 : 200 })
}

function editedOption(
  rows: readonly StoredOption[],
  images: ReadonlyMap<string, ImageRow>,
  asked: string,
  parent: string,
): OptionFormView | null {
  if (asked === "nouvelle") {
    const inside = rows.find(({ id, parentOptionId }) => id === parent && parentOptionId === null)
    if (parent !== "" && !inside) return null
    return {
      id: "",
      parentId: inside?.id ?? null,
      seen: "",
      texts: optionTexts(inside ? newSubOption : newOption),
      picture: null,
    }
  }
  const row = rows.find(({ id }) => id === asked)
  return row
    ? {
        id: row.id,
        parentId: row.parentOptionId,
        seen: row.updatedAt.toISOString(),
        texts: optionTexts(row),
        picture: storedPicture(images.get(row.imageUrl ?? ""), ""),
      }
    : null
}

function pictureFor(images: ReadonlyMap<string, ImageRow>, url: string | null) {
  return pictureOf((url && images.get(url)) || null, "")
}

const Act = z.object({
  intent: z.enum(["monter", "descendre", "ordonner", "supprimer"]),
  id: z.guid().optional(),
  ordre: z.array(z.guid()).max(500),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = editorOf(context)
  const productId = url.searchParams.get("produit") || ((await chosenProduct(""))?.id ?? "")
  const optionId = url.searchParams.get("option") ?? ""
  const here = optionsHref(productId)
  const pictures = {
    image: { place: { bucket: "products", folder: "products" }, holder: { kind: "option", id: optionId } },
  } as const
  const answered = await pictureAct(request, editor, {
    forms: pictures,
    here: optionsHref(productId, { option: optionId }),
    gone: { flash: optionGone, href: here },
  })
  if (answered) return answered
  const asked = await parseForm(request.clone(), Act)
  if (asked.ok) {
    const outcome = await saveOrSay(asked, "Error updating options", failed, () =>
      act(editor, { ...asked.value, id: asked.value.id ?? optionId }, here),
    )
    return outcome.ok
      ? outcome.value
      : redirectWith(
          { kind: "error", title: "Les options n’ont pas pu être enregistrées", text: "Réessayez dans un instant." },
          here,
        )
  }
  const form = await parseForm(request, OptionForm)
  if (!form.ok) return form.refusal
  const { intent: _, id, parent, vu, rester, ...fields } = form.value
  if (id === "") {
    const added = await saveOrSay(form, "Error updating options", failed, () =>
      addOption(editor, productId, parent || null, fields),
    )
    if (!added.ok) return added.refusal
    return added.value.ok
      ? redirectWith(updated, here)
      : form.refuse({ form: "Le produit ou l’option n’existe plus. Votre saisie est toujours là." }, 409)
  }
  const outcome = await saveOrSay(form, "Error updating options", failed, () =>
    saveOption(editor, id, fields, seenOf(vu)),
  )
  if (!outcome.ok) return outcome.refusal
  if (outcome.value.ok) return redirectWith(updated, rester ? optionsHref(productId, { option: id }) : here)
  const { error } = outcome.value
  if (error.kind === "gone")
    return form.refuse({ form: "Cette option a été supprimée entre-temps. Votre saisie est toujours là." }, 409)
  const stored = (await readOptions(productId)).find((row) => row.id === id)
  return refuseStale(form, error, optionLabels, stored ? optionTexts(stored) : {}, "option")
}

type Asked = Omit<z.output<typeof Act>, "id"> & { id: string }

async function act(editor: Administrator, { intent, id, ordre }: Asked, here: string): Promise<Response> {
  switch (intent) {
    case "supprimer": {
      const removed = await removeOption(editor, id)
      return redirectWith(
        removed.ok
          ? { kind: "success", title: "Option supprimée", ...undoable("option.removed", removed.value.event) }
          : optionGone,
        here,
      )
    }
    case "monter":
    case "descendre":
    case "ordonner": {
      const moved = await (intent === "ordonner"
        ? orderOptions(editor, ordre)
        : moveOption(editor, id, intent === "monter" ? "up" : "down"))
      if (moved.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
      return redirectWith(moved.error.kind === "gone" ? optionGone : listChanged, here)
    }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Options({ loaderData, actionData }: Route.ComponentProps) {
  return <OptionsScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les options n’ont pas pu être chargées" />
}
