import { Photo } from "../../ui/photo.tsx"
import { Prose } from "../../kit/prose.tsx"
import type { ManualSectionView } from "./view.ts"

export function ManualSections({ sections }: { sections: readonly ManualSectionView[] }) {
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

export function sectionId(index: number): string {
  return `partie-${index + 1}`
}
