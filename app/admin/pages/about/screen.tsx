import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { screens } from "../../kit/screens.ts"
import { ImageForm } from "../../kit/picture/form.tsx"
import { PageTextForm, type PageTextView } from "../text-form.tsx"
import { type EditRefusal, type StoredPicture, pictureRefusal } from "../../kit/edit-refusal.ts"

type AboutView = {
  text: PageTextView
  picture: StoredPicture | null
  upload: { hint: string; accept: string }
  flash: Flash | null
}

export function AboutScreen({ view, refusal }: { view: AboutView; refusal: EditRefusal | null }) {
  return (
    <>
      <h1 className="title-page">{screens.about.title}</h1>
      <FlashMessage flash={view.flash} />
      <section className="panel" aria-label="Texte">
        <PageTextForm
          page="about"
          label="Texte de la page À propos"
          text={view.text}
          flash={view.flash}
          refusal={refusal}
        />
      </section>
      <section className="panel stack" aria-label="Image de la page">
        <h2 className="title-card">Image</h2>
        <ImageForm
          intent="image"
          label="Image de la page"
          {...view.upload}
          stored={view.picture}
          removeIntent="retirer-image"
          refusal={pictureRefusal(refusal, "image")}
        />
      </section>
    </>
  )
}
