import { href } from "react-router"
import { bookingTasks } from "./booking-tasks.server.ts"
import { moneyTasks } from "./money-tasks.server.ts"
import { shopTasks } from "./shop-tasks.server.ts"
import type { HelpTask } from "./task.ts"

export const helpTasks: readonly HelpTask[] = [...bookingTasks, ...moneyTasks, ...shopTasks]

export const helpPath = href("/admin/aide")
export const helpHref = (id: string) => href("/admin/aide/:task", { task: id })

export function findHelpTask(id: string): HelpTask | null {
  return helpTasks.find((task) => task.id === id) ?? null
}

/** Tasks starting at that screen first, then by the longest matching prefix. */
export function tasksForScreen(path: string): HelpTask[] {
  const matchLength = ({ screens }: HelpTask) =>
    Math.max(
      0,
      ...screens.filter((screen) => path === screen || path.startsWith(`${screen}/`)).map(({ length }) => length),
    )
  const matching = helpTasks.filter((task) => matchLength(task) > 0)
  return matching.toSorted(
    (one, other) =>
      Number(other.start.to === path) - Number(one.start.to === path) || matchLength(other) - matchLength(one),
  )
}
