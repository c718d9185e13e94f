import type { ReactNode } from "react"
import Camera from "lucide-react/icons/camera"
import { href } from "react-router"
import { defaultHomeTexts } from "../../../domain/content/default-home-texts.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { TableclothDivider } from "../../ui/tablecloth-divider.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"
import { type EventContext, catalogHref } from "../kit/links.ts"
import { heroIllustration } from "../../kit/illustrations.ts"
import { Icon, type LucideIcon } from "../../ui/icon.tsx"

type HomeHeroProps = {
  title: string | null
  description: string | null
  picture: Picture | null
  context: EventContext
  hasProducts: boolean
  children: ReactNode
}

export function HomeHero({ title, description, picture, context, hasProducts, children }: HomeHeroProps) {
  return (
    <div className={classes("home-opening", (context.days ?? []).length > 0 && "home-opening-answered")}>
      <section className="on-night">
        <div className="hero">
          <div className="hero-copy">
            <h1 className="title-hero">{title ?? defaultHomeTexts.heroTitle}</h1>
            <p className="lead">{description ?? defaultHomeTexts.heroDescription}</p>
            <div className="cluster">
              {hasProducts && <ButtonLink to={catalogHref(context)}>Découvrir nos photobooths</ButtonLink>}
              <ButtonLink variant={hasProducts ? "secondary" : "primary"} to={href("/contact")}>
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
              // The search card covers the picture's foot.
              className="lg:[&>figcaption]:bottom-16"
            />
            <Ticket icon={Camera} title="Réservations faciles">
              En quelques clics
            </Ticket>
          </div>
        </div>
      </section>
      <TableclothDivider />
      {children}
    </div>
  )
}

function Ticket({ icon, title, children }: { icon: LucideIcon; title: string; children: string }) {
  return (
    <p className="ticket">
      <Icon icon={icon} />
      <b>{title}</b> <span>{children}</span>
    </p>
  )
}
