import { Link } from "react-router"

type Line = { href: string; label: string }
type HelpScreenProps = {
  title: string
  screenTasks: readonly Line[]
  themes: readonly { name: string; tasks: readonly Line[] }[]
}

export function HelpScreen({ title, screenTasks, themes }: HelpScreenProps) {
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft max-w-measure">Chaque tâche en quelques lignes, avec les mots des boutons.</p>
      </header>
      {screenTasks.length > 0 && <Tasks name="Sur l’écran d’où vous venez" tasks={screenTasks} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {themes.map(({ name, tasks }) => (
          <Tasks key={name} name={name} tasks={tasks} />
        ))}
      </div>
    </>
  )
}

function Tasks({ name, tasks }: { name: string; tasks: readonly Line[] }) {
  return (
    <section className="panel stack" aria-label={name}>
      <h2 className="title-card">{name}</h2>
      <ul className="stack gap-1">
        {tasks.map(({ href, label }) => (
          <li key={href}>
            <Link to={href} className="link-alone">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
