import { Link, href } from "react-router"
import { Tag } from "../../../ui/tag.tsx"

type TemplateLine = {
  name: string
  label: string
  group: "booking" | "owner" | "account"
  /** Some of its sentences are customised. */
  isCustomized: boolean
}
type TemplatesScreenProps = { title: string; templates: readonly TemplateLine[] }

const groups = [
  { group: "booking", title: "Au client, sur sa réservation" },
  { group: "owner", title: "À vous" },
  { group: "account", title: "Compte, messages et nouveautés" },
] as const

export function TemplatesScreen({ title, templates }: TemplatesScreenProps) {
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/mails")} className="link-alone small">
          E-mails
        </Link>
        <h1 className="title-page">{title}</h1>
        <p className="soft">Les phrases d’accueil et de fin sont à vous.</p>
      </header>
      {groups.map(({ group, title: heading }) => (
        <section key={group} className="panel stack" aria-label={heading}>
          <h2 className="title-card">{heading}</h2>
          <ul className="stack gap-2">
            {templates
              .filter((template) => template.group === group)
              .map(({ name, label, isCustomized }) => (
                <li key={name} className="cluster between">
                  <Link to={href("/admin/mails/modeles/:template", { template: name })} className="link-alone">
                    {label}
                  </Link>
                  {isCustomized && <Tag tone="neutral">Vos phrases</Tag>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}
