import { data, href } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import type { ProductId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import {
  MAX_PRODUCT_PICTURES,
  type PictureText,
  type StalePictureText,
  addToGallery,
  describePicture,
  movePicture,
  orderGallery,
  removeFromGallery,
} from "../../../../server/catalog/gallery.ts"
import { filmRefusalText } from "../../../../server/films/refusals.ts"
import { storeFilm } from "../../../../server/films/store-film.ts"
import { FILM_FIELD } from "../../../../server/images/receive.ts"
import { idField, list } from "../../../http/form-fields.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { type StaleView, choicesIn } from "../../kit/edit-refusal.ts"
import { redirectWith, refuseWithFlash, undoable } from "../../kit/flash.server.ts"
import { PictureForm, keepPicture, notRecorded, refusePicture } from "../../kit/picture/pictures.server.ts"

const Film = z.object({})
const Order = z.object({ ordre: list(z.array(idField).max(200)) })
const OnePicture = z.object({ photo: idField })
const Described = OnePicture.extend({
  legende: z.string().trim().max(200, "La légende ne peut pas dépasser 200 caractères.").default(""),
  description: z.string().trim().max(300, "La description ne peut pas dépasser 300 caractères.").default(""),
  /** The words that were there when the form was opened. */
  "legende-vue": z.string().default(""),
  "description-vue": z.string().default(""),
  /** The words of somebody else that the choices were made on. */
  "legende-lue": z.string().optional(),
  "description-lue": z.string().optional(),
})

const gone = {
  kind: "error",
  title: "Cette image n’est plus dans la galerie",
  text: "Rien n’a été changé.",
} as const
const listChanged = {
  kind: "error",
  title: "La galerie a changé entre-temps",
  text: "Rien n’a été déplacé\u00a0: voici les images actuelles.",
} as const

const place = { bucket: "products", folder: "products" } as const

/** Why nothing could be added. */
const notAdded = {
  full: `La galerie a déjà ${MAX_PRODUCT_PICTURES} images\u00a0: supprimez-en une d’abord.`,
  gone: "Ce produit a été supprimé entre-temps.",
}

/** The acts of the product's screen about its gallery, by the `intent` of their forms. */
export function galleryActs(editor: Administrator, id: ProductId) {
  const here = href("/admin/products/:id", { id })
  const refused = refuseWithFlash(here)
  const order = { log: "Error updating image order", failed: "L’ordre des images n’a pas pu être enregistré", refused }
  const move = (direction: "up" | "down") =>
    act(
      OnePicture,
      async ({ photo }) => {
        const moved = await movePicture(editor, id, photo, direction)
        return redirectWith(moved.ok ? { kind: "success", title: "Ordre enregistré" } : gone, here)
      },
      order,
    )
  return {
    galerie: act(
      PictureForm,
      async ({ cadre }, form) => {
        const kept = await keepPicture(form, place, { cadre, envoyee: "" })
        if (!kept.ok) return refusePicture(form, kept.error)
        const added = await addToGallery(editor, id, { imageUrl: kept.value })
        if (added.ok) return redirectWith({ kind: "success", title: "Image ajoutée" }, here)
        return form.refuse({ image: notAdded[added.error.kind] }, { status: 409 })
      },
      notRecorded,
    ),
    film: act(Film, (_, form) => addFilm(editor, id, form, here), {
      log: "Failed to upload a film",
      failed: filmRefusalText("not-recorded"),
      refused: ({ errors: { form: failed, ...errors }, ...typed }, init) =>
        data({ ...typed, errors: failed === undefined ? errors : { film: failed } }, init),
    }),
    decrire: act(Described, (sent, form) => describe(editor, id, sent, form, here), {
      log: "Error saving the text of a picture",
      failed: "Erreur lors de la sauvegarde. Réessayez dans un instant.",
    }),
    monter: move("up"),
    descendre: move("down"),
    ordonner: act(
      Order,
      async ({ ordre }) => {
        const ordered = await orderGallery(editor, id, ordre)
        return redirectWith(ordered.ok ? { kind: "success", title: "Ordre enregistré" } : listChanged, here)
      },
      order,
    ),
    supprimer: act(
      OnePicture,
      async ({ photo }) => {
        const removed = await removeFromGallery(editor, id, photo)
        if (!removed.ok) return redirectWith(gone, here)
        const undo = undoable("product.picture-removed", removed.value)
        return redirectWith({ kind: "success", title: "Supprimé de la galerie", ...undo }, here)
      },
      { log: "Error deleting image", failed: "L’image n’a pas pu être supprimée", refused },
    ),
  }
}

/** The film, and the picture that it waits with. A picture whose film is refused belongs to nobody, and goes later. */
async function addFilm(editor: Administrator, id: ProductId, form: CheckedForm, here: string) {
  const body = form.files.get(FILM_FIELD)
  if (!body) return form.refuse({ film: filmRefusalText("missing") })
  if (!form.files.has("image"))
    return form.refuse({
      image: "Choisissez aussi l’image d’attente\u00a0: c’est elle que l’on voit avant la lecture.",
    })
  const poster = await keepPicture(form, place, { cadre: "", envoyee: "" })
  if (!poster.ok) return refusePicture(form, poster.error)
  const film = await storeFilm({ ...place, body })
  if (!film.ok)
    return form.refuse(
      { film: filmRefusalText(film.error) },
      { status: film.error === "too-large" ? 413 : film.error === "not-recorded" ? 503 : 422 },
    )
  const added = await addToGallery(editor, id, { imageUrl: poster.value, filmUrl: film.value.url })
  if (added.ok)
    return redirectWith(
      { kind: "success", title: "Film ajouté", text: "Décrivez-le pour qui ne le voit pas ou ne l’entend pas." },
      here,
    )
  return form.refuse({ film: notAdded[added.error.kind] }, { status: 409 })
}

async function describe(
  editor: Administrator,
  product: ProductId,
  sent: z.output<typeof Described>,
  form: CheckedForm,
  here: string,
) {
  const saved = await describePicture(
    editor,
    product,
    sent.photo,
    { caption: sent.legende, imageAlt: sent.description },
    {
      seen: { caption: sent["legende-vue"], imageAlt: sent["description-vue"] },
      read: readWords(sent),
      choices: choicesIn(form.fields),
    },
  )
  if (saved.ok) return redirectWith({ kind: "success", title: "Légende enregistrée" }, here)
  return saved.error.kind === "stale" ? refuseStaleText(form, saved.error) : redirectWith(gone, here)
}

function readWords({
  "legende-lue": caption,
  "description-lue": imageAlt,
}: z.output<typeof Described>): PictureText | null {
  return caption === undefined || imageAlt === undefined ? null : { caption, imageAlt }
}

const textFields = {
  caption: { label: "Légende", field: "legende" },
  imageAlt: { label: "Description", field: "description" },
} as const

/** 409: whose words each field gets that both changed is asked beside the button. */
function refuseStaleText(form: CheckedForm, { by, at, stored, fields }: StalePictureText) {
  const changed = fields.map((name) => {
    const { label, field } = textFields[name]
    return { name, label, stored: stored[name], mine: form.fields.get(field) ?? "" }
  })
  const stale: StaleView = { by, when: at ? agoLabel(at, new Date()) : "", thing: "caption", changed }
  return form.refuseWith(
    { stale },
    {},
    { status: 409, values: { "legende-lue": stored.caption, "description-lue": stored.imageAlt } },
  )
}
