declare module "saxonjs-he" {
  const saxon: {
    transform(
      what: { stylesheetInternal: unknown; sourceText: string; destination: "serialized" },
      how: "sync",
    ): { principalResult: string }
  }
  export default saxon
}
