import { defaultHomeTexts } from "../../../domain/content/default-home-texts.ts"
import type { Picture } from "../../ui/photo.tsx"
import { heroIllustration } from "../../kit/illustrations.ts"

type HeroPreviewProps = { title: string; description: string; picture: Picture | null }

/** Empty fields show the same default texts as the home page. */
export function HeroPreview({ title, description, picture }: HeroPreviewProps) {
  const image = picture ?? heroIllustration
  return (
    <section className="stack gap-2" aria-label="Aperçu de l’accueil">
      <span className="field-label">Aperçu</span>
      <div className="on-night grid overflow-hidden rounded-control md:grid-cols-2">
        <div className="stack content-center gap-3 p-5">
          <p className="title-section wrap-anywhere">{title.trim() || defaultHomeTexts.heroTitle}</p>
          <p className="small soft">{description.trim() || defaultHomeTexts.heroDescription}</p>
        </div>
        <img
          className="h-full max-h-64 w-full object-cover"
          src={image.src}
          width={image.width}
          height={image.height}
          alt=""
          loading="lazy"
        />
      </div>
    </section>
  )
}
