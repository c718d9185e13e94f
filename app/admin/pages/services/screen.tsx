import { href } from "react-router"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { RestoreHint } from "../../kit/restore-hint.tsx"
import { screens } from "../../kit/screens.ts"
import { DeleteSheet } from "../../kit/delete-sheet.tsx"
import { ImageForm } from "../../kit/picture/form.tsx"
import { type OrderedPicture, OrderedPictures } from "../../kit/picture/ordered-pictures.tsx"
import { PageTextForm, type PageTextView } from "../text-form.tsx"
import { type EditRefusal, pictureRefusal } from "../../kit/edit-refusal.ts"

type ServicesView = {
  text: PageTextView
  slides: readonly OrderedPicture[]
  removing: string | null
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export function ServicesScreen({ view, refusal }: { view: ServicesView; refusal: EditRefusal | null }) {
  return (
    <>
      <h1 className="title-page">{screens.services.title}</h1>
      <FlashMessage flash={view.flash} />
      {view.removing && (
        <DeleteSheet
          act="carousel.image-removed"
          question="Supprimer cette image ?"
          text="Elle disparaîtra du carrousel de la page Services."
          closeHref={href("/admin/services")}
          fields={{ photo: view.removing }}
        />
      )}
      <section className="panel" aria-label="Texte">
        <PageTextForm
          page="services"
          label="Texte de la page Services"
          text={view.text}
          flash={view.flash}
          refusal={refusal}
        />
      </section>
      <section className="panel stack gap-5" aria-label="Carrousel">
        <div className="stack gap-1">
          <h2 className="title-card">Carrousel</h2>
          <p className="small soft">
            {view.slides.length === 0
              ? "Aucune image pour le moment\u00a0: la page s’affiche sans carrousel."
              : "Glissez une image pour la déplacer, ou utilisez Monter et Descendre."}
          </p>
        </div>
        <OrderedPictures list="carousel" pictures={view.slides} flash={view.flash} refusal={refusal} />
        <ImageForm
          intent="carrousel"
          label="Ajouter une image"
          sendLabel="Ajouter"
          {...view.upload}
          stored={null}
          refusal={pictureRefusal(refusal, "carrousel")}
        />
        <RestoreHint matter="contenu" />
      </section>
    </>
  )
}
