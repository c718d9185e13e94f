import BookOpen from "lucide-react/icons/book-open"
import Box from "lucide-react/icons/box"
import CalendarDays from "lucide-react/icons/calendar-days"
import Camera from "lucide-react/icons/camera"
import ChartColumn from "lucide-react/icons/chart-column"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import Clock from "lucide-react/icons/clock"
import Euro from "lucide-react/icons/euro"
import FileText from "lucide-react/icons/file-text"
import History from "lucide-react/icons/history"
import House from "lucide-react/icons/house"
import Inbox from "lucide-react/icons/inbox"
import Mail from "lucide-react/icons/mail"
import Megaphone from "lucide-react/icons/megaphone"
import Scale from "lucide-react/icons/scale"
import SlidersVertical from "lucide-react/icons/sliders-vertical"
import Star from "lucide-react/icons/star"
import Sun from "lucide-react/icons/sun"
import Truck from "lucide-react/icons/truck"
import Users from "lucide-react/icons/users"
import type { LucideIcon } from "../../ui/icon.tsx"
import { type Screen, screens } from "../admin/screens.ts"

export type AdminEntry = Screen & { icon: LucideIcon; counts?: "requests" }

/** The back office, what is opened every day first. */
export const adminEntries: readonly AdminEntry[] = [
  { ...screens.today, icon: Sun, counts: "requests" },
  { ...screens.bookings, icon: CalendarDays },
  { ...screens.availability, icon: Clock },
  { ...screens.products, icon: Box },
  { ...screens.options, icon: SlidersVertical },
  { ...screens.manuals, icon: BookOpen },
  { ...screens.contracts, icon: FileText },
  { ...screens.users, icon: Users },
  { ...screens.finance, icon: Euro },
  { ...screens.statistics, icon: ChartColumn },
  { ...screens.about, icon: House },
  { ...screens.services, icon: Truck },
  { ...screens.siteConfig, icon: Camera },
  { ...screens.testimonials, icon: Star },
  { ...screens.faq, icon: CircleHelp },
  { ...screens.legal, icon: Scale },
  { ...screens.messages, icon: Inbox },
  { ...screens.mails, icon: Mail },
  { ...screens.newsletter, icon: Megaphone },
  { ...screens.journal, icon: History },
]
