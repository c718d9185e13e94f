import {
  Fragment,
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useLocation, useMatches, useNavigate, useNavigation } from "react-router"
import { type OpenDrafts, openDrafts } from "./open-drafts.ts"

type DraftsOfPage = {
  drafts: OpenDrafts
  /** The screen's message that something was saved: another object after each save; null for any other message. */
  saved: object | null
  /** Shows the page as it is stored; other forms get their drafts back. */
  startOver: () => void
  /** Counts one part of the page as unsaved until the answered function is called. */
  addUnsaved: () => () => void
}

const nobody: DraftsOfPage = {
  drafts: openDrafts({ owner: null, path: "", search: "" }),
  saved: null,
  startOver: () => {},
  addUnsaved: () => () => {},
}

const DraftsContext = createContext(nobody)
const UnsavedContext = createContext(0)

/** What is typed and not sent, for all pages. Each form says its own name: see `FormDraft`. */
export function Drafts({ userId, children }: { userId: string | null; children: ReactNode }) {
  const { pathname: path, search, key: visit } = useLocation()
  const { state } = useNavigation()
  const navigate = useNavigate()
  const saved = useSaved()
  const [drafts] = useState(() => openDrafts({ owner: userId, path, search }))
  const [unsaved, setUnsaved] = useState(0)
  const [times, setTimes] = useState(0)

  // These run after the effects of the forms on the page, which say there who came and who left.
  useEffect(() => drafts.moved({ owner: userId, path, search }), [drafts, userId, path, search])
  useEffect(() => {
    if (saved !== null) drafts.saved()
  }, [drafts, saved])
  useEffect(() => {
    if (state === "idle") drafts.answered()
  }, [drafts, state])

  const startingOver = useRef(false)
  const startOver = useCallback(() => {
    // Asked for again, the page also loses the refusal that holds what was sent.
    startingOver.current = true
    void navigate(path + search, { replace: true, preventScrollReset: true })
  }, [navigate, path, search])
  useEffect(() => {
    // The page has arrived as it is stored.
    if (startingOver.current) setTimes((before) => before + 1)
    startingOver.current = false
  }, [visit])
  const addUnsaved = useCallback(() => {
    setUnsaved((count) => count + 1)
    return () => setUnsaved((count) => count - 1)
  }, [])
  const ofPage = useMemo(() => ({ drafts, saved, startOver, addUnsaved }), [drafts, saved, startOver, addUnsaved])
  return (
    <DraftsContext value={ofPage}>
      <UnsavedContext value={unsaved}>
        <Fragment key={times}>{children}</Fragment>
      </UnsavedContext>
    </DraftsContext>
  )
}

export function useDrafts(): DraftsOfPage {
  return useContext(DraftsContext)
}

/** Counts this part of the page among the unsaved ones while it is `dirty`. */
export function useUnsaved(dirty: boolean): void {
  const { addUnsaved } = useDrafts()
  useEffect(() => (dirty ? addUnsaved() : undefined), [dirty, addUnsaved])
}

/** How many parts of the page are not saved. */
export function useUnsavedCount(): number {
  return useContext(UnsavedContext)
}

/** A screen of the back office says what was done in `flash`. */
function useSaved(): object | null {
  const data: unknown = useMatches().at(-1)?.loaderData
  const flash = typeof data === "object" && data !== null && "flash" in data ? data.flash : null
  return typeof flash === "object" && flash !== null && "kind" in flash && flash.kind === "success" ? flash : null
}
