import { useRef, type ButtonHTMLAttributes, type KeyboardEvent, type ReactNode } from "react"
import { NavLink, type NavLinkProps } from "react-router"
import ChevronDown from "lucide-react/icons/chevron-down"
import { classes } from "./classes.ts"
import { Icon, type LucideIcon } from "./icon.tsx"
import { useDismiss } from "./use-dismiss.ts"

type MenuProps = {
  label: ReactNode
  icon?: LucideIcon
  buttonClassName?: string
  className?: string
  align?: "start" | "end"
  children: ReactNode
}

/** A disclosure, so that it opens without JavaScript. */
export function Menu({
  label,
  icon,
  buttonClassName = "button button-secondary button-small",
  className,
  align = "end",
  children,
}: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  useDismiss(ref)

  const move = (event: KeyboardEvent) => {
    const details = ref.current
    const step = { ArrowDown: 1, ArrowUp: -1, Home: "first", End: "last" }[event.key]
    if (!details || step === undefined) return
    const items = [...details.querySelectorAll<HTMLElement>("ul a, ul button:not(:disabled)")]
    const at = items.findIndex((item) => item === document.activeElement)
    if (at < 0 && typeof step === "string") return
    event.preventDefault()
    details.open = true
    const to =
      step === "first" ? 0 : step === "last" ? -1 : at < 0 && step === -1 ? -1 : (at + Number(step)) % items.length
    items.at(to)?.focus()
  }

  return (
    <details ref={ref} className={classes("menu", className)} onKeyDown={move}>
      <summary className={buttonClassName}>
        {icon && <Icon icon={icon} size="small" />}
        <span>{label}</span>
        <Icon icon={ChevronDown} size="small" className="menu-arrow" />
      </summary>
      <ul
        className={classes("menu-panel", align === "start" && "menu-panel-start")}
        onClick={(event) => {
          const pressed = event.target instanceof Element && event.target.closest("a, button")
          if (pressed && ref.current) ref.current.open = false
        }}
      >
        {children}
      </ul>
    </details>
  )
}

export function MenuLink({
  icon,
  children,
  ...link
}: Omit<NavLinkProps, "className" | "children"> & { icon?: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <NavLink {...link} className="menu-item">
        {icon && <Icon icon={icon} />}
        {children}
      </NavLink>
    </li>
  )
}

export function MenuButton({
  icon,
  children,
  type = "submit",
  ...button
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className"> & { icon?: LucideIcon }) {
  return (
    <li>
      <button {...button} type={type} className="menu-item">
        {icon && <Icon icon={icon} />}
        {children}
      </button>
    </li>
  )
}
