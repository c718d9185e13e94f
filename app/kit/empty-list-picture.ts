import type { Picture } from "../ui/photo.tsx"

const sizes = [416, 832] as const
const srcSet = (type: string) =>
  sizes.map((width) => `/illustrations/rien-pour-le-moment-${width}.${type} ${width}w`).join(", ")

export const emptyListPicture: Picture = {
  sources: [
    { type: "image/avif", srcSet: srcSet("avif") },
    { type: "image/webp", srcSet: srcSet("webp") },
  ],
  src: "/illustrations/rien-pour-le-moment-832.webp",
  width: 832,
  height: 624,
  placeholder:
    "data:image/webp;base64,UklGRqAAAABXRUJQVlA4WAoAAAAQAAAADwAACwAAQUxQSCwAAAABX6CmbQOGP+GeuyAiIgUdJUIxAKBRSimcCqdIJgmkut8AIvqf8N0g2W07PFZQOCBOAAAAMAIAnQEqEAAMAAOAWiWIAnQBENLZpeIlQAAA/vEMIunjc5eqBe4yrs+WWwL+ts5BIwXPgZawhfTuxWOiTksHV71urIRVE3OkulxaAAAA",
  alt: "",
}
