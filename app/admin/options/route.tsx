import { data } from "react-router"
import { z } from "zod"
import { isId } from "../../../domain/id.ts"
import {
  type StoredOption,
  addOption,
  moveOption,
  orderOptions,
  readOptions,
  removeOption,
  saveOption,
} from "../../../server/catalog/edit-options.ts"
import { listParts } from "../../../server/catalog/edit-bundle.ts"
import { readProductChoices, toOffer, toTariff } from "../../../server/catalog/queries.ts"
import { type ImageRow, findImagesByUrl, pictureOf } from "../../../server/platform/images/queries.ts"
import { acceptedImageTypes, uploadHint } from "../../../server/platform/images/refusals.ts"
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
import { loadScreen } from "../../http/load.server.ts"
import { filteredTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { idField, list } from "../../http/form-fields.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { requireEditor, parseLoadedForm, refuseStale } from "../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash, undoable } from "../kit/flash.server.ts"
import { OptionForm, newOption, newSubOption, optionTexts } from "./form.server.ts"
import { onePicture, pictureActs, storedPicture } from "../kit/picture/pictures.server.ts"
import { listChangedMessage, productGoneMessage } from "../kit/catalog/product-acts.server.ts"
import { choicesView, readChosenProduct, pickedProduct, readProductSearch } from "../kit/catalog/products.server.ts"

const { title } = screens.options
const saveFailure = {
  log: "Error updating options",
  failed: "Les options n’ont pas pu être enregistrées. Rien n’a été changé\u00a0: réessayez dans un instant.",
}
const orderFailure = { log: "Error updating options", failed: "Les options n’ont pas pu être enregistrées" }
/** Exact text, for three seconds (specification, section 4). */
const optionsUpdated: Flash = { kind: "success", title: "Options mises à jour avec succès", seconds: 3 }
const optionGone: Flash = { kind: "error", title: "Cette option n’existe plus", text: "Rien n’a été changé." }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const param = (name: string) => url.searchParams.get(name) ?? ""
  const search = readProductSearch(url.searchParams)
  const [choices, product] = await loadScreen("Error loading products", () =>
    Promise.all([readProductChoices(search), readChosenProduct(param("produit"))]),
  )
  if (param("produit") !== "" && !product) return redirectWith(productGoneMessage, optionsPath)
  const rows = product ? await loadScreen("Error loading options", () => readOptions(product.id)) : []
  const images = await findImagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  const { flash, headers } = await takeFlash(request)
  const editing = editedOption(rows, images, param("option"), param("parent"))
  const optionToRemove = rows.find(({ id }) => id === param("supprimer"))
  const view: OptionsView = {
    choices: choicesView(choices, product, search),
    product: product && { ...pickedProduct(product), tariff: toTariff(product) },
    options: rows.map((row) => ({
      ...toOffer(row),
      description: row.description,
      picture: pictureFor(images, row.imageUrl),
    })),
    editing,
    accessories: await listParts(["accessory"]),
    removing: optionToRemove
      ? {
          id: optionToRemove.id,
          name: optionToRemove.name,
          subOptions: rows.filter(({ parentOptionId }) => parentOptionId === optionToRemove.id).length,
        }
      : null,
    upload: { hint: uploadHint, accept: acceptedImageTypes },
    flash,
  }
  return data(view, { headers, status: param("option") !== "" && editing === null ? 404 : 200 })
}

function editedOption(
  rows: readonly StoredOption[],
  images: ReadonlyMap<string, ImageRow>,
  requestedId: string,
  parent: string,
): OptionFormView | null {
  if (requestedId === "nouvelle") {
    const parentRow = rows.find(({ id, parentOptionId }) => id === parent && parentOptionId === null)
    if (parent !== "" && !parentRow) return null
    return {
      id: "",
      parentId: parentRow?.id ?? null,
      version: "",
      texts: optionTexts(parentRow ? newSubOption : newOption),
      picture: null,
    }
  }
  const row = rows.find(({ id }) => id === requestedId)
  return row
    ? {
        id: row.id,
        parentId: row.parentOptionId,
        version: row.updatedAt.toISOString(),
        texts: optionTexts(row),
        picture: storedPicture(images.get(row.imageUrl ?? ""), ""),
      }
    : null
}

function pictureFor(images: ReadonlyMap<string, ImageRow>, url: string | null) {
  return pictureOf((url && images.get(url)) || null, "")
}

const Order = z.object({ ordre: list(z.array(idField).max(500)) })

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const product = await readChosenProduct(url.searchParams.get("produit") ?? "")
  const optionId = url.searchParams.get("option") ?? ""
  // The forms of an open option submit no id; the URL names it.
  const TargetOption = z.object({ id: isId(optionId) ? idField.default(optionId) : idField })
  const productId = product?.id ?? ""
  const here = optionsHref(productId)
  const optionHref = (id: string) => optionsHref(productId, { option: id })
  const image = {
    place: { bucket: "products", folder: "products" },
    holder: { kind: "option", id: optionId },
  } as const
  const failureWithFlash = { ...orderFailure, refused: refuseWithFlash(here, "Réessayez dans un instant.") }
  return handleForm(
    request,
    {
      ...pictureActs(editor, { image }, { pagePath: optionHref(optionId), gone: { flash: optionGone, href: here } }),
      monter: act(
        TargetOption,
        async ({ id }) => redirectAfterMove(await moveOption(editor, id, "up"), here),
        failureWithFlash,
      ),
      descendre: act(
        TargetOption,
        async ({ id }) => redirectAfterMove(await moveOption(editor, id, "down"), here),
        failureWithFlash,
      ),
      ordonner: act(
        Order,
        async ({ ordre }) => redirectAfterMove(await orderOptions(editor, ordre), here),
        failureWithFlash,
      ),
      supprimer: act(
        TargetOption,
        async ({ id }) => {
          const removed = await removeOption(editor, id)
          if (!removed.ok) return redirectWith(optionGone, here)
          const undo = undoable("option.removed", removed.value.event)
          return redirectWith({ kind: "success", title: "Option supprimée", ...undo }, here)
        },
        failureWithFlash,
      ),
      enregistrer: act(
        OptionForm,
        async (sent, form) => {
          const { id, parent, rester, ...fields } = sent
          const accessories = fields.accessoryId === null ? [] : await listParts(["accessory"])
          if (fields.accessoryId !== null && !accessories.some((each) => each.id === fields.accessoryId))
            return form.refuse(
              { accessoryId: "Cet accessoire n’existe plus. Choisissez-en un autre." },
              { status: 409 },
            )
          if (id === "") {
            const added =
              product &&
              (await addOption({ actor: editor, productId: product.id, parentOptionId: parent || null, fields }))
            return added?.ok
              ? redirectWith(optionsUpdated, here)
              : form.refuse(
                  { form: "Le produit ou l’option n’existe plus. Votre saisie est toujours là." },
                  { status: 409 },
                )
          }
          const saved = await saveOption({ actor: editor, id, typed: fields, loaded: parseLoadedForm(form) })
          if (saved.ok) return redirectWith(optionsUpdated, rester ? optionHref(id) : here)
          if (saved.error.kind === "gone")
            return form.refuse(
              { form: "Cette option a été supprimée entre-temps. Votre saisie est toujours là." },
              { status: 409 },
            )
          const stored = (await readOptions(productId)).find((row) => row.id === id)
          return refuseStale(form, saved.error, {
            thing: "option",
            labels: optionLabels,
            mine: optionTexts(fields),
            stored: stored ? optionTexts(stored) : {},
          })
        },
        saveFailure,
      ),
    },
    onePicture,
  )
}

function redirectAfterMove(
  outcome: Awaited<ReturnType<typeof moveOption | typeof orderOptions>>,
  here: string,
): Promise<Response> {
  if (outcome.ok) return redirectWith({ kind: "success", title: "Ordre enregistré" }, here)
  return redirectWith(outcome.error.kind === "gone" ? optionGone : listChangedMessage, here)
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: filteredTitle(title, { filtered: [loaderData?.product?.name ?? null] }),
    canonical: null,
  })

export default function Options({ loaderData, actionData }: Route.ComponentProps) {
  return <OptionsScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les options n’ont pas pu être chargées" />
}
