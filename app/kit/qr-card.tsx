import Download from "lucide-react/icons/download"
import { href } from "react-router"
import { buttonClass } from "../ui/button-class.ts"
import { Icon } from "../ui/icon.tsx"

type QrCardProps = {
  productId: string
  name: string
  address: string
  use: "stick" | "share"
}

const uses: Record<QrCardProps["use"], string> = {
  stick: "À coller sur le photobooth\u00a0: vos invités ouvrent cette page avec leur téléphone.",
  share: "Pour ouvrir cette notice sur un autre téléphone.",
}

export function QrCard({ productId, name, address, use }: QrCardProps) {
  const image = href("/manual/:id/qr.png", { id: productId })
  return (
    <section className="panel qr-card" aria-labelledby="qr">
      <img
        className="qr-code"
        src={image}
        srcSet={`${image} 1x, ${image}?taille=400 2x, ${image}?taille=600 3x`}
        width={200}
        height={200}
        alt={`QR code de la notice\u00a0: ${name}`}
      />
      <div className="stack gap-3">
        <h2 id="qr" className="title-card">
          QR code de cette notice
        </h2>
        <p className="small soft">{uses[use]}</p>
        <p className="fine soft qr-address">{address}</p>
        <a
          className={buttonClass({
            variant: "secondary",
            size: "small",
            className: "self-start justify-self-start no-print",
          })}
          href={image}
          download={`${productId}.png`}
        >
          <Icon icon={Download} size="small" />
          Télécharger le QR code
        </a>
      </div>
    </section>
  )
}
