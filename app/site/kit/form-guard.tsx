import { useState } from "react"

/** Spam checks: the time of display, and a honeypot hidden from eyes, keyboard and screen readers. */
export function FormGuard({ stamp }: { stamp: string }) {
  // Loader data is renewed after each answer; the form dates from its first display.
  const [firstStamp] = useState(stamp)
  return (
    <>
      <input type="hidden" name="affichage" value={firstStamp} />
      <div className="sr-only" aria-hidden="true">
        <label>
          Laissez ce champ vide
          <input type="text" name="remarque" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
