import { data, isRouteErrorResponse } from "react-router"
import { requireStaff } from "../../../http/visitor.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { helpPath, findHelpTask } from "../../kit/help/tasks.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import pictures from "./pictures.json" with { type: "json" }
import type { Route } from "./+types/route"
import { TaskScreen } from "./screen.tsx"

type Picture = { width: number; height: number }
const picturesByTask = new Map<string, Picture>(Object.entries(pictures))

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const task = findHelpTask(params.task)
  if (!task) throw data(null, { status: 404 })
  const { id, title, theme, steps, start, pictureAlt: alt } = task
  const size = picturesByTask.get(id)
  return data({
    title,
    theme,
    steps,
    start,
    help: helpPath,
    picture: size && alt !== null ? { url: `/aide/${id}.webp`, alt, ...size } : null,
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.title ?? screens.help.title, canonical: null })

export default function HelpTask({ loaderData }: Route.ComponentProps) {
  return <TaskScreen {...loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { title, to } = screens.help
  if (isRouteErrorResponse(error) && error.status === 404)
    return <ScreenGone title={title} message="Cette page d’aide n’existe pas" to={to} label="Voir l’aide" />
  return <ScreenUnreadable title={title} message="L’aide n’a pas pu être chargée" />
}
