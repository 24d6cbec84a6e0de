// A picture that somebody sent -> one that is drawn anew, so that nothing of the file that came is kept. An SVG is drawn too.
import { Refusal } from '#core/contract/errors.ts'
import type { MadeHere } from './files/store.ts'
import type { FileType } from './files/types.ts'

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const satisfies FileType[]
export const notAPicture = 'This is not a picture. Please choose a PNG, JPEG, WEBP or SVG file.'

/** A picture that unpacks to more is refused before it is unpacked. */
const MOST_PIXELS = 40_000_000
const SECONDS = 10

const refuse = (sentence: string) => new Refusal('unsupported_type', sentence, 415)

type Given = { content: Buffer; type: FileType; name: string }
/** `side`: the most pixels of either, or of the width where there is a `height`; `purpose` stands in the sentence for a picture that is too large: 'a logo'. */
export type Wanted = {
  side: number
  height?: number
  as: 'png' | 'webp' | 'jpeg'
  purpose: string
  /** Cut to exactly these sides; of a page, its top. */
  isFilled?: boolean
}

/** Decodes a picture of any of `pictureTypes` and draws it within bounds; answers its pixels too. A JPEG is on white. Throws 415 with a sentence for what can't be drawn. */
export async function drawnAnew(
  { content, type, name }: Given,
  { side, height = side, as, purpose, isFilled = false }: Wanted,
): Promise<MadeHere & { width: number; height: number }> {
  if (type === 'image/svg+xml') refuseTricks(content.toString('utf8'))
  // Imported on first use, because most calls don't need it and every start would wait for it.
  const { default: sharp } = await import('sharp')
  try {
    // From memory an SVG has no place of its own, so that it can load nothing from beside it, nor from elsewhere.
    const drawing = sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize(side, height, {
        ...(isFilled ? { fit: 'cover', position: 'top' } : { fit: 'inside' }),
        withoutEnlargement: !isFilled && type !== 'image/svg+xml',
      })
      .timeout({ seconds: SECONDS })
    const written = {
      png: () => drawing.png({ compressionLevel: 9 }),
      webp: () => drawing.webp({ quality: 82 }),
      jpeg: () => drawing.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }),
    }[as]()
    const { data, info } = await written.toBuffer({ resolveWithObject: true })
    const drawn = { content: data, name: `${name.replace(/\.\w{1,5}$/, '')}.${as}`, type: `image/${as}` as const }
    return { ...drawn, width: info.width, height: info.height }
  } catch (error) {
    const { message } = error as Error
    if (/pixel limit/i.test(message))
      throw refuse(`This picture has too many pixels for ${purpose}. Please choose a smaller one.`)
    if (/timeout/i.test(message))
      throw refuse('This picture takes too long to draw. Please choose a simpler one, or save it as PNG.')
    throw refuse('This picture is damaged, or not what it says it is. Please save it again as PNG and try that.')
  }
}

/** Names that stand for more text can grow without end; scripts have no place in a picture, though none would run. */
function refuseTricks(svg: string): void {
  if (/<!ENTITY/i.test(svg))
    throw refuse('This SVG contains definitions that Pursuit does not read. Please save it as plain SVG or as PNG.')
  if (/<(?:\w+:)?script[\s>/]/i.test(svg))
    throw refuse('This SVG contains a script. Please save it as plain SVG or as PNG.')
}
