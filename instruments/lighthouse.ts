// `npm run bench -- lighthouse` installs it here, beside the project's own packages.
export { default as lighthouse, type Result } from "lighthouse"
