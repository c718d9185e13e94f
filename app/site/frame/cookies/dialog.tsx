import { Dialog } from "../../../ui/dialog.tsx"
import { CookiePanel } from "./panel.tsx"

export function CookieDialog({ onClose, onStored, back }: { onClose: () => void; onStored: () => void; back: string }) {
  return (
    <Dialog open onClose={onClose} title="Préférences cookies" shape="card" className="cookie-dialog">
      <CookiePanel analytics={false} marketing={false} back={back} onStored={onStored} />
    </Dialog>
  )
}
