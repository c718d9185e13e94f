import { useLocation, useNavigation } from "react-router"

/** True while the answer to another search of the same page is on its way. */
export function useSearching(): boolean {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  return state === "loading" && location.pathname === pathname && location.search !== search
}
