import { Link, href } from "react-router"
import Aperture from "lucide-react/icons/aperture"
import Camera from "lucide-react/icons/camera"
import ImageGlyph from "lucide-react/icons/image"
import { Icon, type LucideIcon } from "../ui/icon.tsx"
import type { SiteIdentity } from "../http/site-identity.ts"

export const companyIcons: Record<SiteIdentity["icon"], LucideIcon> = {
  camera: Camera,
  image: ImageGlyph,
  aperture: Aperture,
}

export const defaultCompanyName = "Guinguette"

export function Brand({ site }: { site: Pick<SiteIdentity, "companyName" | "logo" | "icon"> }) {
  return (
    <Link to={href("/")} className="brand" aria-label={`${site.companyName}, accueil`}>
      {site.logo ? (
        <picture>
          {site.logo.sources.map((source) => (
            <source key={source.type} type={source.type} srcSet={source.srcSet} sizes="11rem" />
          ))}
          <img src={site.logo.src} width={site.logo.width} height={site.logo.height} alt="" />
        </picture>
      ) : site.companyName === defaultCompanyName ? (
        <img className="brand-word" src="/logo/guinguette-night.svg" width={509} height={129} alt="" />
      ) : (
        <>
          <Icon icon={companyIcons[site.icon]} />
          <span className="brand-name">{site.companyName}</span>
        </>
      )}
    </Link>
  )
}
