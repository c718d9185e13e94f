import { data } from "react-router"
import { requireAdministrator } from "../../http/visitor.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { helpThemes } from "../kit/help/task.ts"
import { helpHref, helpTasks, tasksOfScreen } from "../kit/help/tasks.server.ts"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { HelpScreen } from "./screen.tsx"

const { title } = screens.help

/** `?ecran=/admin/bookings`: what is done on that screen stands first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const line = ({ id, title: label }: (typeof helpTasks)[number]) => ({ href: helpHref(id), label })
  const here = tasksOfScreen((url.searchParams.get("ecran") ?? "").slice(0, 200))
  return data({
    here: here.map(line),
    themes: helpThemes.map((name) => ({ name, tasks: helpTasks.filter(({ theme }) => theme === name).map(line) })),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

/** For every administrator: what is done here and how, by what one wants to do. */
export default function Help({ loaderData }: Route.ComponentProps) {
  return <HelpScreen title={title} {...loaderData} />
}
