import type { ReactNode } from "react"
import { Link } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import { Icon } from "../../../ui/icon.tsx"

export function BookingSheet({
  title,
  number,
  back,
  children,
}: {
  title: string
  number: number
  back: string
  children: ReactNode
}) {
  return (
    <div className="page wizard-page">
      <div className="booking-sheet stack gap-5">
        <p>
          <Link to={back} className="link-alone cluster gap-2">
            <Icon icon={ChevronLeft} size="small" />
            Réservation n°&nbsp;{number}
          </Link>
        </p>
        <h1 className="title-page">{title}</h1>
        {children}
      </div>
    </div>
  )
}
