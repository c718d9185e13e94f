import { href } from "react-router"
import { bookingTasks } from "./booking-tasks.server.ts"
import { moneyTasks } from "./money-tasks.server.ts"
import { shopTasks } from "./shop-tasks.server.ts"
import type { HelpTask } from "./task.ts"

export const helpTasks: readonly HelpTask[] = [...bookingTasks, ...moneyTasks, ...shopTasks]

export const helpPath = href("/admin/aide")
export const helpHref = (id: string) => href("/admin/aide/:task", { task: id })

export function helpTask(id: string): HelpTask | null {
  return helpTasks.find((task) => task.id === id) ?? null
}

/** The tasks of the screen at that address: those that begin there first, then those of the most particular screen. */
export function tasksOfScreen(path: string): HelpTask[] {
  const reach = ({ screens }: HelpTask) =>
    Math.max(
      0,
      ...screens.filter((screen) => path === screen || path.startsWith(`${screen}/`)).map(({ length }) => length),
    )
  const here = helpTasks.filter((task) => reach(task) > 0)
  return here.toSorted(
    (one, other) => Number(other.start.to === path) - Number(one.start.to === path) || reach(other) - reach(one),
  )
}
