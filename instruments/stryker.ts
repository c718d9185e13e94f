// `npm run mutate` installs it here, beside the project's own packages.
export { Stryker } from "@stryker-mutator/core"
