declare module "saxonjs-he" {
  const saxon: {
    transform(
      options: { stylesheetInternal: unknown; sourceText: string; destination: "serialized" },
      execution: "sync",
    ): { principalResult: string }
  }
  export default saxon
}
