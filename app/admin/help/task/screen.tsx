import { Link } from "react-router"
import { ButtonLink } from "../../../ui/button-link.tsx"

type TaskScreenProps = {
  title: string
  theme: string
  steps: readonly string[]
  start: { to: string; label: string }
  help: string
  picture: { url: string; alt: string; width: number; height: number } | null
}

export function TaskScreen({ title, theme, steps, start, help, picture }: TaskScreenProps) {
  return (
    <>
      <header className="stack gap-2">
        <Link to={help} className="link-alone small">
          Aide
        </Link>
        <h1 className="title-page">{title}</h1>
        <p className="soft">{theme}</p>
      </header>
      <section className="panel stack" aria-label="Étapes">
        <ol className="stack max-w-measure list-decimal gap-2 ps-5">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className="no-print">
          <ButtonLink variant="secondary" to={start.to}>
            Ouvrir «&nbsp;{start.label}&nbsp;»
          </ButtonLink>
        </div>
      </section>
      {picture && (
        <figure className="panel stack gap-2">
          {/* On a phone the screenshot is too small to read: it opens alone and can be zoomed. */}
          <a href={picture.url} className="w-fit">
            <img
              src={picture.url}
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              decoding="async"
              className="h-auto max-w-full rounded-control border border-line"
            />
          </a>
          <figcaption className="small soft">Avec les données d’une boutique d’exemple.</figcaption>
        </figure>
      )}
    </>
  )
}
