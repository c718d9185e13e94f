import type { EditRefusal } from "../kit/edit-refusal.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { NeedsScript } from "../../ui/needs-script.tsx"
import { AddSection, SectionActs } from "./rows.tsx"
import { ManualSection } from "./section.tsx"
import type { ManualSectionText, ManualsView } from "./view.ts"

type PlainManualRowsProps = { view: ManualsView; sections: readonly ManualSectionText[]; refusal: EditRefusal | null }

const empty: ManualSectionText = { title: "", content: "", imageUrl: "", imageAlt: "" }

/** Without JavaScript: a position field and a remove box per section, and one blank section. */
export function PlainManualRows({ view, sections, refusal }: PlainManualRowsProps) {
  return (
    <>
      <ol className="stack gap-4" aria-label="Sections">
        {[...sections, empty].map((section, index) => {
          const blank = index === sections.length
          return (
            <li key={index} className={`panel${blank ? " without-script" : ""}`}>
              <ManualSection
                section={section}
                index={index}
                preview={view.sections.find(({ content }) => content === section.content)?.preview ?? view.emptyPreview}
                picture={view.pictures[section.imageUrl]}
                upload={view.upload}
                refusal={refusal}
                blank={blank}
                acts={
                  <>
                    <NeedsScript>
                      <SectionActs index={index} count={sections.length} />
                    </NeedsScript>
                    <div className="without-script flex flex-wrap items-end gap-4">
                      <TextField
                        id={`place-${index}`}
                        label={blank ? "Place de la nouvelle section" : `Place de la section ${index + 1}`}
                        name="place"
                        type="number"
                        min={1}
                        step={1}
                        defaultValue={index + 1}
                        className="w-60"
                      />
                      {!blank && (
                        <Checkbox name="retirer" value={String(index)} label={`Supprimer la section ${index + 1}`} />
                      )}
                    </div>
                  </>
                }
              />
            </li>
          )
        })}
      </ol>
      <NeedsScript>
        <AddSection />
      </NeedsScript>
    </>
  )
}
