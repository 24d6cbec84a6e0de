// Decodes a picture and draws it within bounds. Throws what the library throws.

/** A picture that unpacks to more is refused before it is unpacked. */
const MOST_PIXELS = 40_000_000
const SECONDS = 10

/** `side`: the most pixels of either, or of the width where there is a `height`. */
export type Sides = {
  side: number
  height?: number
  as: 'png' | 'webp' | 'jpeg'
  /** Cut to exactly these sides; of a page, its top. */
  isFilled?: boolean
}
export type Drawn = { data: Uint8Array; width: number; height: number }

/** `mayGrow`: what has no pixels of its own fills its bounds. A JPEG is on white. */
export async function draw(
  content: Buffer,
  { side, height = side, as, isFilled = false, mayGrow = false }: Sides & { mayGrow?: boolean },
): Promise<Drawn> {
  // Imported on first use, because most calls don't need it and every start would wait for it.
  const { default: sharp } = await import('sharp')
  // From memory an SVG has no place of its own, so that it can load nothing from beside it, nor from elsewhere.
  const drawing = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .resize(side, height, {
      ...(isFilled ? { fit: 'cover', position: 'top' } : { fit: 'inside' }),
      withoutEnlargement: !isFilled && !mayGrow,
    })
    .timeout({ seconds: SECONDS })
  const written = {
    png: () => drawing.png({ compressionLevel: 9 }),
    webp: () => drawing.webp({ quality: 82 }),
    jpeg: () => drawing.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
  }[as]()
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export function whyNot(error: unknown): 'pixels' | 'time' | 'broken' {
  const { message } = error as Error
  if (/pixel limit/i.test(message)) return 'pixels'
  return /timeout/i.test(message) ? 'time' : 'broken'
}
