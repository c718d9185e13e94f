import BookOpen from "lucide-react/icons/book-open"
import Box from "lucide-react/icons/box"
import CalendarDays from "lucide-react/icons/calendar-days"
import Camera from "lucide-react/icons/camera"
import ChartColumn from "lucide-react/icons/chart-column"
import Clock from "lucide-react/icons/clock"
import Euro from "lucide-react/icons/euro"
import FileText from "lucide-react/icons/file-text"
import House from "lucide-react/icons/house"
import Inbox from "lucide-react/icons/inbox"
import Quote from "lucide-react/icons/quote"
import Route from "lucide-react/icons/route"
import Settings from "lucide-react/icons/settings"
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal"
import Sun from "lucide-react/icons/sun"
import Truck from "lucide-react/icons/truck"
import UsersRound from "lucide-react/icons/users-round"
import Users from "lucide-react/icons/users"
import type { BackOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import { accessTo } from "../../../domain/journal/staff-access.ts"
import type { LucideIcon } from "../../ui/icon.tsx"
import { type Screen, screens } from "../kit/screens.ts"
import { isToolPath } from "./tool-groups.ts"

export type AdminCounts = { requests: number; messages: number }
export type AdminEntry = Screen & { icon: LucideIcon; counts?: keyof AdminCounts }

export const adminGroups: readonly (readonly AdminEntry[])[] = [
  [{ ...screens.today, icon: Sun, counts: "requests" }],
  [
    { ...screens.bookings, icon: CalendarDays },
    { ...screens.availability, icon: Clock },
    { ...screens.bookingDay, icon: Route },
    { ...screens.quotes, icon: Quote },
    { ...screens.messages, icon: Inbox, counts: "messages" },
    { ...screens.users, icon: Users },
  ],
  [
    { ...screens.products, icon: Box },
    { ...screens.options, icon: SlidersHorizontal },
    { ...screens.manuals, icon: BookOpen },
  ],
  [
    { ...screens.siteConfig, icon: Camera },
    { ...screens.about, icon: House },
    { ...screens.services, icon: Truck },
  ],
  [
    { ...screens.contracts, icon: FileText },
    { ...screens.finance, icon: Euro },
    { ...screens.tools, icon: Settings },
  ],
]

/** Some of their screens are tools for everybody else. */
const groupsOfFewScreens = {
  crew: [
    [
      { ...screens.bookingDay, icon: Route },
      { ...screens.shifts, icon: UsersRound },
    ],
  ],
  accountant: [
    [
      { ...screens.revenue, icon: ChartColumn },
      { ...screens.invoices, icon: FileText },
      { ...screens.takings, icon: Euro },
    ],
  ],
}

export function entryGroups(role: BackOfficeRole): readonly (readonly AdminEntry[])[] {
  if (role === "crew" || role === "accountant") return groupsOfFewScreens[role]
  return adminGroups
    .map((entries) => entries.filter(({ to }) => accessTo(role, to) !== "none"))
    .filter((entries) => entries.length > 0)
}

const entryPaths = adminGroups.flat().map(({ to }) => to)

/** The longest path that holds this one: "Départs et retours" stands below the bookings' path. */
function findEntryPath(pathname: string): string {
  if (/^\/admin\/?$/.test(pathname)) return screens.siteConfig.to
  if (isToolPath(pathname)) return screens.tools.to
  const matches = entryPaths.filter((path) => pathname === path || pathname.startsWith(`${path}/`))
  return matches.toSorted((one, other) => other.length - one.length)[0] ?? ""
}

export const isCurrentEntry = ({ to }: Screen, pathname: string) => pathname === to || findEntryPath(pathname) === to
