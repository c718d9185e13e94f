import { useState } from "react"

/**
 * What goes along with a form that anybody may send: when it was shown, and a field that only a program fills, out of
 * reach of eyes, keyboard and screen readers.
 */
export function FormGuard({ stamp }: { stamp: string }) {
  // The page's data come anew after each answer; the form has been there since it was first shown.
  const [shown] = useState(stamp)
  return (
    <>
      <input type="hidden" name="affichage" value={shown} />
      <div className="sr-only" aria-hidden="true">
        <label>
          Laissez ce champ vide
          <input type="text" name="remarque" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}
