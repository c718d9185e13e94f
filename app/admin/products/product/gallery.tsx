import { Form, href } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { DeleteSheet } from "../../kit/delete-sheet.tsx"
import { type EditRefusal, pictureRefusal } from "../../kit/edit-refusal.ts"
import { ImageForm } from "../../kit/picture/form.tsx"

export type GalleryView = {
  pictures: readonly { id: string; caption: string; imageAlt: string; picture: Picture }[]
  /** The most that there can be. */
  most: number
  /** The picture about to be removed. */
  removing: string | null
}

type GalleryEditorProps = {
  productId: string
  gallery: GalleryView
  upload: { hint: string; accept: string }
  refusal: EditRefusal | null
}

/** More pictures of a product: of the machine from nearby, of its prints. The card keeps its own. */
export function GalleryEditor({ productId, gallery, upload, refusal }: GalleryEditorProps) {
  const { pictures, most, removing } = gallery
  return (
    <section className="panel stack gap-5" aria-label="Galerie">
      <div className="stack gap-1">
        <h2 className="title-card">Galerie</h2>
        <p className="small soft">
          {pictures.length === 0
            ? "Montrez la machine de près, une fête, un tirage\u00a0: ces images s’affichent sur la page du produit, sous son image."
            : `${pictures.length} sur ${most}. Elles s’affichent dans cet ordre sur la page du produit.`}
        </p>
      </div>
      {removing && (
        <DeleteSheet
          act="product.picture-removed"
          question="Supprimer cette image ?"
          text="Elle disparaîtra de la page du produit."
          closeHref={href("/admin/products/:id", { id: productId })}
          fields={{ photo: removing }}
        />
      )}
      {pictures.length > 0 && (
        <ol className="stack gap-3">
          {pictures.map((picture, index) => (
            <li key={picture.id} className="rounded-control border border-line p-3">
              <GalleryRow {...{ picture, index, refusal }} count={pictures.length} />
            </li>
          ))}
        </ol>
      )}
      {pictures.length < most && (
        <ImageForm
          intent="galerie"
          label="Ajouter une image à la galerie"
          send="Ajouter"
          {...upload}
          stored={null}
          refusal={pictureRefusal(refusal, "galerie")}
        />
      )}
    </section>
  )
}

type GalleryRowProps = {
  picture: GalleryView["pictures"][number]
  index: number
  count: number
  refusal: EditRefusal | null
}

function GalleryRow({ picture: { id, caption, imageAlt, picture }, index, count, refusal }: GalleryRowProps) {
  const answered = refusal?.values["photo"] === id ? refusal : null
  const name = `l’image ${index + 1}`
  const version = {
    "legende-vue": answered?.values["legende-vue"] ?? caption,
    "description-vue": answered?.values["description-vue"] ?? imageAlt,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Photo image={{ ...picture, alt: `Image ${index + 1}` }} sizes="8rem" />
      <div className="stack gap-3">
        <Form method="post" className="stack gap-3" preventScrollReset>
          <FormDraft name={`product-picture:${id}`} version={version}>
            <input type="hidden" name="photo" value={id} />
            <TextField
              key={`${caption}-legende`}
              id={`legende-${id}`}
              label={`Légende de ${name}`}
              name="legende"
              optional
              maxLength={200}
              defaultValue={answered?.values["legende"] ?? caption}
              error={answered?.errors["legende"]}
            />
            <TextField
              key={`${imageAlt}-description`}
              id={`description-${id}`}
              label={`Description de ${name}`}
              hint="Ce qu’elle montre, pour qui ne la voit pas."
              name="description"
              optional
              maxLength={300}
              defaultValue={answered?.values["description"] ?? imageAlt}
              error={answered?.errors["description"]}
            />
            <div className="cluster">
              <Button
                variant="secondary"
                size="small"
                name="intent"
                value="decrire"
                aria-label={`Enregistrer la légende de ${name}`}
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
