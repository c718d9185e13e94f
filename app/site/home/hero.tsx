import type { ReactNode } from "react"
import Camera from "lucide-react/icons/camera"
import { href } from "react-router"
import { houseTexts } from "../../../domain/content/house-texts.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { Cloth } from "../../ui/cloth.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"
import { type Known, catalogHref } from "../kit/links.ts"
import { heroIllustration } from "../../kit/illustrations.ts"
import { Icon, type LucideIcon } from "../../ui/icon.tsx"

type HomeHeroProps = {
  title: string | null
  description: string | null
  picture: Picture | null
  /** What was asked for already. */
  known: Known
  /** There is something to discover. */
  open: boolean
  /** The search by date, hung over the cloth; on a phone it comes before the picture. */
  children: ReactNode
}

/** The evening, the promise, the date, and two ways in. The words stand on night, never on the picture. */
export function HomeHero({ title, description, picture, known, open, children }: HomeHeroProps) {
  return (
    <div className={classes("home-opening", (known.days ?? []).length > 0 && "home-opening-answered")}>
      <section className="on-night">
        <div className="hero">
          <div className="hero-copy">
            <h1 className="title-hero">{title ?? houseTexts.heroTitle}</h1>
            <p className="lead">{description ?? houseTexts.heroDescription}</p>
            <div className="cluster">
              {open && <ButtonLink to={catalogHref(known)}>Découvrir nos photobooths</ButtonLink>}
              <ButtonLink variant={open ? "secondary" : "primary"} to={href("/contact")}>
                Nous contacter
              </ButtonLink>
            </div>
          </div>
          <div className="hero-picture">
            <Photo
              image={picture ?? heroIllustration}
              ratio="fill"
              first
              sizes="(min-width: 60rem) 57vw, 100vw"
              caption="Photo non contractuelle"
              // The search card lies over the foot of the picture.
              className="lg:[&>figcaption]:bottom-16"
            />
            <Ticket icon={Camera} title="Réservations faciles">
              En quelques clics
            </Ticket>
          </div>
        </div>
      </section>
      <Cloth />
      {children}
    </div>
  )
}

/** A paper ticket: two short lines, notched at both ends. */
function Ticket({ icon, title, children }: { icon: LucideIcon; title: string; children: string }) {
  return (
    <p className="ticket">
      <Icon of={icon} />
      <b>{title}</b> <span>{children}</span>
    </p>
  )
}
