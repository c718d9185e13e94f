import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { ProductId } from "../../../../domain/id.ts"
import {
  MAX_PRODUCT_PICTURES,
  addToGallery,
  describePicture,
  movePicture,
  orderGallery,
  readGallery,
  removeFromGallery,
} from "../../../../server/catalog/gallery.ts"
import { readFilm } from "../../../../server/platform/films/read-film.ts"
import { filmRefusalText } from "../../../../server/platform/films/refusals.ts"
import { storeFilm } from "../../../../server/platform/films/store-film.ts"
import { FILM_FIELD } from "../../../../server/platform/images/receive.ts"
import { type CheckedForm, act } from "../../../http/forms.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { orderedPictureActs } from "../../kit/picture/order-acts.server.ts"
import { PictureForm, storePicture, notRecorded, refusePicture } from "../../kit/picture/pictures.server.ts"

const Film = z.object({})

const problems = {
  gone: { title: "Cette image n’est plus dans la galerie", text: "Rien n’a été changé." },
  "list-changed": {
    title: "La galerie a changé entre-temps",
    text: "Rien n’a été déplacé\u00a0: voici les images actuelles.",
  },
}

const storagePlace = { bucket: "products", folder: "products" } as const

const notAdded = {
  full: `La galerie a déjà ${MAX_PRODUCT_PICTURES} images\u00a0: supprimez-en une d’abord.`,
  gone: "Ce produit a été supprimé entre-temps.",
}

export function galleryActs(editor: Staff, id: ProductId) {
  const productPath = href("/admin/products/:id", { id })
  return {
    galerie: act(
      PictureForm,
      async ({ cadre }, form) => {
        const stored = await storePicture(form, storagePlace, { cadre, envoyee: "" })
        if (!stored.ok) return refusePicture(form, stored.error)
        const added = await addToGallery(editor, id, { imageUrl: stored.value })
        if (added.ok) return redirectWith({ kind: "success", title: "Image ajoutée" }, productPath)
        return form.refuse({ image: notAdded[added.error.kind] }, { status: 409 })
      },
      notRecorded,
    ),
    film: act(Film, (_, form) => addFilm(editor, id, form, productPath), {
      log: "Failed to upload a film",
      failed: filmRefusalText("not-recorded"),
      refused: ({ errors: { form: failed, ...errors }, ...typed }, init) =>
        data({ ...typed, errors: failed === undefined ? errors : { film: failed } }, init),
    }),
    ...orderedPictureActs({
      pagePath: productPath,
      problems,
      removed: { title: "Supprimé de la galerie", act: "product.picture-removed" },
      read: () => readGallery(id),
      describe: (picture, text, loaded) =>
        describePicture({ actor: editor, product: id, id: picture, typed: text, loaded }),
      move: (picture, direction) => movePicture({ actor: editor, product: id, id: picture, direction }),
      order: (pictures) => orderGallery(editor, id, pictures),
      remove: (picture) => removeFromGallery(editor, id, picture),
    }),
  }
}

/** If the film is refused, the poster already stored is an orphan that a later cleanup deletes. */
async function addFilm(editor: Staff, id: ProductId, form: CheckedForm, productPath: string) {
  const body = form.files.get(FILM_FIELD)
  if (!body) return form.refuse({ film: filmRefusalText("missing") })
  if (!form.files.has("image")) {
    // Without a poster the browser could not decode the file, so check whether it is a film at all.
    const parsedFilm = await readFilm(body)
    return form.refuse(
      parsedFilm.ok
        ? { image: "Choisissez aussi l’image d’attente\u00a0: c’est elle que l’on voit avant la lecture." }
        : { film: filmRefusalText(parsedFilm.error) },
    )
  }
  const poster = await storePicture(form, storagePlace, { cadre: "", envoyee: "" })
  if (!poster.ok) return refusePicture(form, poster.error)
  const film = await storeFilm({ ...storagePlace, body })
  if (!film.ok)
    return form.refuse(
      { film: filmRefusalText(film.error) },
      { status: film.error === "too-large" ? 413 : film.error === "not-recorded" ? 503 : 422 },
    )
  const added = await addToGallery(editor, id, { imageUrl: poster.value, filmUrl: film.value.url })
  if (added.ok)
    return redirectWith(
      { kind: "success", title: "Film ajouté", text: "Décrivez-le pour qui ne le voit pas ou ne l’entend pas." },
      productPath,
    )
  return form.refuse({ film: notAdded[added.error.kind] }, { status: 409 })
}
