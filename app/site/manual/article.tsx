import BookOpen from "lucide-react/icons/book-open"
import Phone from "lucide-react/icons/phone"
import { phoneLabel } from "../../../domain/phone.ts"
import { buttonClass } from "../../ui/button-class.ts"
import { Icon } from "../../ui/icon.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { FeatureList } from "../kit/included.tsx"
import { ProductPhoto } from "../kit/product-photo.tsx"
import { telephoneHref } from "../../kit/contact-links.ts"
import type { ManualView, ManualSectionView } from "./view.ts"
import { QrCard } from "../../kit/qr-card.tsx"
import { Photo } from "../../ui/photo.tsx"
import { Prose } from "../../kit/prose.tsx"

export function ManualArticle({ manual }: { manual: ManualView }) {
  const { productId, name, description, features, picture, link, sections, address, phone } = manual
  const readable = link !== null && sections.length > 0
  return (
    <article className="page manual">
      <header className="manual-head">
        <div className="stack gap-5">
          <div className="stack gap-2">
            <p className="small soft">Notice</p>
            <h1 className="title-page">{name}</h1>
          </div>
          {link ? (
            <ManualLink {...link} readable={readable} />
          ) : (
            <p className="soft">Aucune notice disponible pour ce produit</p>
          )}
          {readable && <SectionLinks sections={sections} />}
        </div>
        <div className="card self-start">
          <ProductPhoto picture={picture} sizes="(min-width: 80rem) 32rem, (min-width: 60rem) 42vw, 92vw" first />
        </div>
      </header>
      {readable && <ManualSections sections={sections} />}
      {(description || features.length > 0) && (
        <section className="stack max-w-measure" aria-labelledby="machine">
          <h2 id="machine" className="title-card">
            Ce photobooth
          </h2>
          {description && <p>{description}</p>}
          {features.length > 0 && <FeatureList features={features} />}
        </section>
      )}
      <footer className="manual-foot">
        {phone && (
          <div className="on-night manual-help no-print">
            <div className="stack gap-2">
              <h2 className="title-card">Toujours bloqué&nbsp;?</h2>
              <p className="soft">Appelez-nous&nbsp;: la plupart des soucis se règlent en deux minutes.</p>
            </div>
            <a className={buttonClass({})} href={telephoneHref(phone)}>
              <Icon icon={Phone} />
              {phoneLabel(phone)}
            </a>
          </div>
        )}
        <QrCard productId={productId} name={name} address={address} use="share" />
      </footer>
    </article>
  )
}

/** No link when the manual is this very page (D41). */
function ManualLink({ href, isThisPage, readable }: NonNullable<ManualView["link"]> & { readable: boolean }) {
  if (isThisPage) return readable ? null : <p className="soft">Aucune notice disponible pour ce produit</p>
  return (
    <p className="no-print">
      <a className={buttonClass({ variant: "secondary" })} href={href} target="_blank" rel="noopener noreferrer">
        <Icon icon={BookOpen} />
        Voir la notice
        <VisuallyHidden>(nouvelle fenêtre)</VisuallyHidden>
      </a>
    </p>
  )
}

function SectionLinks({ sections }: Pick<ManualView, "sections">) {
  return (
    <nav className="manual-links no-print" aria-label="Dans cette notice">
      <ol>
        {sections.map(({ title }, index) => (
          <li key={index}>
            <a href={`#${sectionId(index)}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function ManualSections({ sections }: { sections: readonly ManualSectionView[] }) {
  return (
    <div id="notice" className="manual-sections">
      {sections.map(({ title, html, picture }, index) => (
        <section
          key={index}
          id={sectionId(index)}
          className="manual-section"
          aria-labelledby={`${sectionId(index)}-titre`}
        >
          <div className="stack">
            <h2 id={`${sectionId(index)}-titre`} className="title-section manual-title">
              <span className="manual-number" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h2>
            <Prose html={html} />
          </div>
          {picture && (
            <div className="card self-start">
              {/* The other pictures load lazily; the service worker stores them for a party without a network. */}
              <Photo
                image={picture}
                sizes="(min-width: 80rem) 32rem, (min-width: 60rem) 42vw, 92vw"
                first={index === 0}
              />
            </div>
          )}
        </section>
      ))}
    </div>
  )
}

function sectionId(index: number): string {
  return `partie-${index + 1}`
}
