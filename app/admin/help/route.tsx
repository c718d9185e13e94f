import { data } from "react-router"
import { requireStaff } from "../../http/visitor.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { helpThemes } from "../kit/help/task.ts"
import { helpHref, helpTasks, tasksForScreen } from "../kit/help/tasks.server.ts"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { HelpScreen } from "./screen.tsx"

const { title } = screens.help

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const toLink = ({ id, title: label }: (typeof helpTasks)[number]) => ({ href: helpHref(id), label })
  const screenTasks = tasksForScreen((url.searchParams.get("ecran") ?? "").slice(0, 200))
  return data({
    screenTasks: screenTasks.map(toLink),
    themes: helpThemes.map((name) => ({ name, tasks: helpTasks.filter(({ theme }) => theme === name).map(toLink) })),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Help({ loaderData }: Route.ComponentProps) {
  return <HelpScreen title={title} {...loaderData} />
}
