import { data } from "react-router"
import { accessTo } from "../../../domain/journal/staff-access.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { helpThemes } from "../kit/help/task.ts"
import { helpHref, helpTasks, tasksForScreen } from "../kit/help/tasks.server.ts"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { HelpScreen } from "./screen.tsx"

const { title } = screens.help

export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = requireStaff(context)
  const mayStart = ({ start }: (typeof helpTasks)[number]) => role !== null && accessTo(role, start.to) !== "none"
  const tasks = helpTasks.filter(mayStart)
  const toLink = ({ id, title: label }: (typeof helpTasks)[number]) => ({ href: helpHref(id), label })
  const screenTasks = tasksForScreen((url.searchParams.get("ecran") ?? "").slice(0, 200)).filter(mayStart)
  return data({
    screenTasks: screenTasks.map(toLink),
    themes: helpThemes
      .map((name) => ({ name, tasks: tasks.filter(({ theme }) => theme === name).map(toLink) }))
      .filter(({ tasks: ofTheme }) => ofTheme.length > 0),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Help({ loaderData }: Route.ComponentProps) {
  return <HelpScreen title={title} {...loaderData} />
}
