import Printer from "lucide-react/icons/printer"
import { Button } from "../../ui/button.tsx"

export function PrintButton({ children = "Imprimer" }: { children?: string }) {
  return (
    <span className="needs-script">
      <Button type="button" variant="secondary" icon={Printer} onClick={() => window.print()}>
        {children}
      </Button>
    </span>
  )
}
