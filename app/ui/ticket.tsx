import { Icon, type LucideIcon } from "./icon.tsx"

/** A paper ticket: two short lines, notched at both ends. */
export function Ticket({ icon, title, children }: { icon: LucideIcon; title: string; children: string }) {
  return (
    <p className="ticket">
      <Icon of={icon} />
      <b>{title}</b> <span>{children}</span>
    </p>
  )
}
