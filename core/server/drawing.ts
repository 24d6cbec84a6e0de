// Draws an image within bounds and propagates the library's errors.

/** Larger images are rejected before decoding. */
const MOST_PIXELS = 40_000_000
const SECONDS = 10

/** `side` limits both sides in pixels, or the width if there is a `height`. */
export type Sides = {
  side: number
  height?: number
  as: 'png' | 'webp' | 'jpeg'
  /** Crops to exactly these sides, at the top. */
  isFilled?: boolean
}
export type Drawn = { data: Uint8Array; width: number; height: number }

/** `mayGrow` scales vector images up. A JPEG gets a white background. */
export async function draw(
  content: Buffer,
  { side, height = side, as, isFilled = false, mayGrow = false }: Sides & { mayGrow?: boolean },
): Promise<Drawn> {
  // Imported on first use, because every start would wait for it.
  const { default: sharp } = await import('sharp')
  // In memory, an SVG has no location and can't load other files.
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
