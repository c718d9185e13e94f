import { Link, href } from "react-router"
import { Tag } from "../../../ui/tag.tsx"

export type TemplateLine = {
  name: string
  label: string
  isEditable: boolean
  /** Some of its sentences are the owner's. */
  isOwn: boolean
}
type TemplatesScreenProps = { title: string; templates: readonly TemplateLine[] }

const groups = [
  {
    title: "Au client, sur sa réservation",
    holds: ({ name, isEditable }: TemplateLine) => isEditable && !isForOwner(name) && name !== "dormant-notice",
  },
  { title: "À vous", holds: ({ name }: TemplateLine) => isForOwner(name) },
  {
    title: "Compte, messages et nouveautés",
    holds: ({ name, isEditable }: TemplateLine) => !isForOwner(name) && (!isEditable || name === "dormant-notice"),
  },
]

function isForOwner(name: string): boolean {
  return name.endsWith("-owner") || name === "contact-message"
}

/** Every mail that the shop can write, with an example of each. */
export function TemplatesScreen({ title, templates }: TemplatesScreenProps) {
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/mails")} className="link-alone small">
          Courriels
        </Link>
        <h1 className="title-page">{title}</h1>
        <p className="soft">
          Ouvrez un courriel pour le voir avec un exemple. Les phrases d’accueil et de fin sont à vous&nbsp;; ce que la
          loi demande de dire reste.
        </p>
      </header>
      {groups.map((group) => (
        <section key={group.title} className="panel stack" aria-label={group.title}>
          <h2 className="title-card">{group.title}</h2>
          <ul className="stack gap-2">
            {templates.filter(group.holds).map(({ name, label, isOwn }) => (
              <li key={name} className="cluster between">
                <Link to={href("/admin/mails/modeles/:template", { template: name })} className="link-alone">
                  {label}
                </Link>
                {isOwn && <Tag tone="neutral">Vos phrases</Tag>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
