import type { HTMLAttributes } from "react"
import { Form, href } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import GripVertical from "lucide-react/icons/grip-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { classes } from "../../../ui/classes.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { StaleNotice } from "../../kit/stale-notice.tsx"
import { useSentOrder } from "../../kit/use-drag-order.ts"
import { DeleteSheet } from "../../kit/delete-sheet.tsx"
import { type EditRefusal, pictureRefusal } from "../../kit/edit-refusal.ts"
import { ImageForm } from "../../kit/picture/form.tsx"
import { FilmForm } from "./film-form.tsx"

export type GalleryView = {
  pictures: readonly {
    id: string
    caption: string
    imageAlt: string
    picture: Picture
    /** How long it lasts, when it is one: "12 s"; empty when that is not known. */
    film: string | null
  }[]
  /** The most that there can be. */
  max: number
  /** The picture about to be removed. */
  removing: string | null
  film: { hint: string; accept: string }
}

type GalleryEditorProps = {
  productId: string
  gallery: GalleryView
  upload: { hint: string; accept: string }
  refusal: EditRefusal | null
}

/** More pictures of a product, and its film: of the machine from nearby, of its prints. The card keeps its own. */
export function GalleryEditor({ productId, gallery, upload, refusal }: GalleryEditorProps) {
  const { pictures, max, removing } = gallery
  const { over, grip, place } = useSentOrder(
    "gallery",
    pictures.map(({ id }) => id),
  )
  const going = pictures.find(({ id }) => id === removing)
  return (
    <section className="panel stack gap-5" aria-label="Galerie">
      <div className="stack gap-1">
        <h2 className="title-card">Galerie</h2>
        <p className="small soft">
          {pictures.length === 0
            ? "Montrez la machine de près, un tirage, une fête\u00a0: images et films se feuillettent sur la page du produit, après son image."
            : `${pictures.length} sur ${max}, dans l’ordre de la page du produit. Glissez-les pour les déplacer, ou utilisez Monter et Descendre.`}
        </p>
      </div>
      {going && (
        <DeleteSheet
          act="product.picture-removed"
          question={going.film === null ? "Supprimer cette image\u00a0?" : "Supprimer ce film\u00a0?"}
          text={`La page du produit ne ${going.film === null ? "la" : "le"} montrera plus.`}
          closeHref={href("/admin/products/:id", { id: productId })}
          fields={{ photo: going.id }}
        />
      )}
      {pictures.length > 0 && (
        <ol className="stack gap-3">
          {pictures.map((picture, index) => (
            <li
              key={picture.id}
              className={classes(
                "rounded-control border p-3",
                over === index ? "border-accent-line bg-accent-wash" : "border-line",
              )}
              {...place(index)}
            >
              <GalleryRow {...{ picture, index, refusal }} count={pictures.length} grip={grip(index)} />
            </li>
          ))}
        </ol>
      )}
      {pictures.length < max && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
          <ImageForm
            intent="galerie"
            label="Ajouter une image à la galerie"
            send="Ajouter l’image"
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

type GalleryRowProps = {
  picture: GalleryView["pictures"][number]
  index: number
  count: number
  refusal: EditRefusal | null
  grip: HTMLAttributes<HTMLElement>
}

function GalleryRow({
  picture: { id, caption, imageAlt, picture, film },
  index,
  count,
  refusal,
  grip,
}: GalleryRowProps) {
  const answered = refusal?.values["photo"] === id ? refusal : null
  const name = film === null ? `l’image ${index + 1}` : `le film ${index + 1}`
  const ofIt = film === null ? `de ${name}` : `du film ${index + 1}`
  const version = {
    "legende-vue": answered?.values["legende-vue"] ?? caption,
    "description-vue": answered?.values["description-vue"] ?? imageAlt,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <div className="relative self-start">
        <Photo image={{ ...picture, alt: film === null ? `Image ${index + 1}` : `Film ${index + 1}` }} sizes="8rem" />
        <span
          {...grip}
          title="Glisser pour déplacer"
          className="needs-script absolute top-2 left-2 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-paper-raised"
        >
          <Icon of={GripVertical} />
        </span>
        {film !== null && <p className="small soft pt-1">{film === "" ? "Film" : `Film, ${film}`}</p>}
      </div>
      <div className="stack gap-3">
        <Form method="post" className="stack gap-3" preventScrollReset>
          <FormDraft name={`product-picture:${id}`} version={version}>
            <input type="hidden" name="photo" value={id} />
            <TextField
              key={`${caption}-legende`}
              id={`legende-${id}`}
              label={`Légende ${ofIt}`}
              name="legende"
              optional
              maxLength={200}
              defaultValue={answered?.values["legende"] ?? caption}
              error={answered?.errors["legende"]}
            />
            <TextField
              key={`${imageAlt}-description`}
              id={`description-${id}`}
              label={`Description ${ofIt}`}
              hint={
                film === null
                  ? "Ce qu’elle montre, pour qui ne la voit pas."
                  : "Ce qu’il montre et ce qu’on y entend, pour qui ne le voit pas ou ne l’entend pas."
              }
              name="description"
              optional
              maxLength={300}
              defaultValue={answered?.values["description"] ?? imageAlt}
              error={answered?.errors["description"]}
            />
            {answered?.stale && (
              <>
                <StaleNotice stale={answered.stale} />
                <input type="hidden" name="legende-lue" value={answered.values["legende-lue"] ?? ""} />
                <input type="hidden" name="description-lue" value={answered.values["description-lue"] ?? ""} />
              </>
            )}
            <div className="cluster">
              <Button
                variant="secondary"
                size="small"
                name="intent"
                value="decrire"
                aria-label={`Enregistrer la légende ${ofIt}`}
              >
                Enregistrer
              </Button>
            </div>
          </FormDraft>
        </Form>
        <div className="cluster gap-2">
          <Form method="post" className="cluster gap-2" preventScrollReset>
            <input type="hidden" name="photo" value={id} />
            <Button
              variant="secondary"
              size="small"
              icon={ArrowUp}
              name="intent"
              value="monter"
              disabled={index === 0}
              aria-label={`Monter ${name}`}
            >
              Monter
            </Button>
            <Button
              variant="secondary"
              size="small"
              icon={ArrowDown}
              name="intent"
              value="descendre"
              disabled={index === count - 1}
              aria-label={`Descendre ${name}`}
            >
              Descendre
            </Button>
          </Form>
          <ButtonLink
            variant="quiet"
            size="small"
            icon={Trash2}
            to={`?supprimer=${id}`}
            aria-haspopup="dialog"
            preventScrollReset
            aria-label={`Supprimer ${name}`}
          >
            Supprimer
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
