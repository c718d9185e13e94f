import { href } from "react-router"
import { DeleteSheet } from "../../kit/delete-sheet.tsx"
import { type EditRefusal, pictureRefusal } from "../../kit/edit-refusal.ts"
import type { Flash } from "../../kit/flash.ts"
import { ImageForm } from "../../kit/picture/form.tsx"
import { type OrderedPicture, OrderedPictures } from "../../kit/picture/ordered-pictures.tsx"
import { FilmForm } from "./film-form.tsx"

export type GalleryView = {
  pictures: readonly (OrderedPicture & { film: string | null })[]
  max: number
  removing: string | null
  film: { hint: string; accept: string }
}

type GalleryEditorProps = {
  productId: string
  gallery: GalleryView
  upload: { hint: string; accept: string }
  flash: Flash | null
  refusal: EditRefusal | null
}

export function GalleryEditor({ productId, gallery, upload, flash, refusal }: GalleryEditorProps) {
  const { pictures, max, removing } = gallery
  const pictureToRemove = pictures.find(({ id }) => id === removing)
  return (
    <section className="panel stack gap-5" aria-label="Galerie">
      <div className="stack gap-1">
        <h2 className="title-card">Galerie</h2>
        <p className="small soft">
          {pictures.length === 0
            ? "Le produit de près, un tirage, une fête."
            : `${pictures.length} sur ${max}. Glissez-les, ou utilisez Monter et Descendre.`}
        </p>
      </div>
      {pictureToRemove && (
        <DeleteSheet
          act="product.picture-removed"
          question={pictureToRemove.film === null ? "Supprimer cette image\u00a0?" : "Supprimer ce film\u00a0?"}
          text={`La page du produit ne ${pictureToRemove.film === null ? "la" : "le"} montrera plus.`}
          closeHref={href("/admin/products/:id", { id: productId })}
          fields={{ photo: pictureToRemove.id }}
        />
      )}
      {pictures.length > 0 && <OrderedPictures list="gallery" {...{ pictures, flash, refusal }} />}
      {pictures.length < max && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          <ImageForm
            intent="galerie"
            label="Ajouter une image à la galerie"
            sendLabel="Ajouter l’image"
            {...upload}
            stored={null}
            refusal={refusal?.values["intent"] === "galerie" ? pictureRefusal(refusal, "galerie") : null}
          />
          <FilmForm film={gallery.film} picture={upload} refusal={refusal} />
        </div>
      )}
    </section>
  )
}
