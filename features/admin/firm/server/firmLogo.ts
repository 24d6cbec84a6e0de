// What a logo may be, and what becomes of it: a small picture that is drawn anew, so that nothing of the file that came is kept.
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { Refusal } from '#core/contract/errors.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import type { Received } from '#core/server/files/receive.ts'
import type { MadeHere } from '#core/server/files/store.ts'
import { firmLimits } from '../contract.ts'

const notAPicture = 'This is not a picture. Please choose a PNG, JPEG, WEBP or SVG file.'

export const logoKind = defineFileKind({
  name: 'logo',
  limit: firmLimits.logo,
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
  otherType: notAPicture,
  // It stands in mails and on the page where people sign in.
  mayOpen: 'whoever has its address',
})

/** A picture that unpacks to more is refused before it is unpacked. */
const MOST_PIXELS = 40_000_000
const SECONDS = 10

const refuse = (sentence: string) => new Refusal('unsupported_type', sentence, 415)

/** Decodes a picture of any allowed kind and draws it as a PNG within bounds. Throws 415 with a sentence for what can't be drawn. */
export async function logoFrom({ path, type, name }: Received): Promise<MadeHere> {
  const content = await readFile(path)
  if (type === 'image/svg+xml') refuseTricks(content.toString('utf8'))
  const side = firmLimits.logoPixels
  try {
    // From memory an SVG has no place of its own, so that it can load nothing from beside it, nor from elsewhere.
    const drawn = await sharp(content, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize(side, side, { fit: 'inside', withoutEnlargement: type !== 'image/svg+xml' })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: SECONDS })
      .toBuffer()
    return { content: drawn, name: `${name.replace(/\.\w{1,5}$/, '')}.png`, type: 'image/png' }
  } catch (error) {
    const { message } = error as Error
    if (/pixel limit/i.test(message))
      throw refuse('This picture has too many pixels for a logo. Please choose a smaller one.')
    if (/timeout/i.test(message))
      throw refuse('This picture takes too long to draw. Please choose a simpler one, or save it as PNG.')
    throw refuse('This picture is damaged, or not what it says it is. Please save it again as PNG and try that.')
  }
}

/** Names that stand for more text can grow without end; scripts have no place in a logo, though none would run. */
function refuseTricks(svg: string): void {
  if (/<!ENTITY/i.test(svg))
    throw refuse('This SVG contains definitions that Pursuit does not read. Please save it as plain SVG or as PNG.')
  if (/<(?:\w+:)?script[\s>/]/i.test(svg))
    throw refuse('This SVG contains a script. Please save it as plain SVG or as PNG.')
}
