import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { TodayRequests } from "./requests.tsx"

test.each([
  [0, "Une réponse est promise dans les 24 h."],
  [1, "Une attend depuis plus longtemps que les 24 h promises."],
  [4, "4 attendent depuis plus longtemps que les 24 h promises."],
])("requests that wait beyond the promise are counted in a French sentence: %s", (late, said) => {
  const pending = { shown: [], count: 4, late }
  const Screen = createRoutesStub([
    { path: "/", Component: () => <TodayRequests pending={pending} answered={{}} now={new Date()} /> },
  ])
  expect(renderToStaticMarkup(<Screen />).replaceAll("\u00a0", " ")).toContain(`>${said}<`)
})
