import Printer from "lucide-react/icons/printer"
import { Button } from "../../ui/button.tsx"

/** Opens the browser's own printing; without a script the browser's menu does. */
export function PrintButton({ children = "Imprimer" }: { children?: string }) {
  return (
    <span className="needs-script">
      <Button type="button" icon={Printer} onClick={() => window.print()}>
        {children}
      </Button>
    </span>
  )
}
