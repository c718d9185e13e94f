import type { LucideIcon } from "lucide-react"
import { renderToStaticMarkup } from "react-dom/server"
import type { SiteIdentity } from "../http/site-identity.ts"
import { companyIcons, defaultCompanyName } from "../kit/brand.tsx"

/** "full" fills the square, for systems that crop it to their own shape. */
export type IconShape = "rounded" | "full"

const night = "#002a32"
const bulb = "#fddb7c"
const SIDE = 64

export function companyIconSvg(
  { companyName, icon }: Pick<SiteIdentity, "companyName" | "icon">,
  shape: IconShape,
): string {
  const tile = <rect width={SIDE} height={SIDE} rx={shape === "rounded" ? 14 : 0} fill={night} />
  // Systems crop all but the middle four fifths.
  const scale = shape === "rounded" ? undefined : "translate(8 8) scale(0.75)"
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" width={SIDE} height={SIDE} viewBox={`0 0 ${SIDE} ${SIDE}`}>
      {tile}
      <g transform={scale}>
        {companyName === defaultCompanyName ? <DefaultMark /> : <Glyph icon={companyIcons[icon]} />}
      </g>
    </svg>,
  )
}

function Glyph({ icon: Chosen }: { icon: LucideIcon }) {
  return <Chosen x={12} y={12} width={40} height={40} color={bulb} strokeWidth={1.75} />
}

function DefaultMark() {
  return (
    <>
      <path d="M0 15 Q32 27 64 13" fill="none" stroke="#70898f" strokeWidth={1.6} />
      <g transform="rotate(-5 32 40)">
        <rect x={20} y={20} width={24} height={38} rx={1.5} fill="#faf6ee" />
        <rect x={23} y={23} width={18} height={14.5} fill="#fb7357" />
        <rect x={23} y={39.5} width={18} height={14.5} fill="#15424c" />
        <circle cx={32} cy={46.7} r={4.6} fill={bulb} />
      </g>
    </>
  )
}
