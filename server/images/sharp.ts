import sharp from "sharp"

// Each picture is prepared on one thread, and only two at a time (see turns.ts): pages keep the rest of the machine.
sharp.concurrency(1)
// Every upload is another picture: a cache would only hold memory.
sharp.cache(false)
// Decoders for whatever else somebody may send (PDF, TIFF, Magick's hundred formats) cannot be reached at all.
// SVG stays for our own drawings; uploads are kept from it by their first bytes.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
    "VipsForeignLoadSvg",
  ],
})

export { sharp }
