// Re-encodes uploads, so that nothing of the original file is stored.
import { join } from 'node:path'
import { Refusal } from '#core/contract/errors.ts'
import { type Drawn, draw, type Sides, whyNot } from './drawing.ts'
import type { MadeHere } from './files/store.ts'
import type { StoredFileType } from './files/types.ts'
import { limitConcurrency, runInSubprocess } from './subprocess.ts'
import { SVG_MEMORY_BYTES, SVG_SECONDS } from './svg/limits.ts'
import type { SvgReaderInput, SvgReaderResult } from './svg/reader.ts'

export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/svg+xml',
] as const satisfies StoredFileType[]
export const notAPicture = 'This isn’t an image. Choose a PNG, JPEG, WEBP, or SVG file.'

type Given = {
  /** SVGs queue per firm. */
  orgId: string
  content: Buffer
  type: StoredFileType
  name: string
}
/** `purpose` appears in the message for an oversized image: 'a logo'. */
export type ImageSize = Sides & { purpose: string }

/**
 * Accepts `pictureTypes` and returns the image with its size. A JPEG gets a white background. Throws 415 with a
 * message.
 */
export async function reencodeImage(
  { orgId, content, type, name }: Given,
  { purpose, ...sides }: ImageSize,
): Promise<MadeHere & { width: number; height: number }> {
  const answered = await (type === 'image/svg+xml' ? drawnApart(orgId, content, sides) : drawnHere(content, sides))
  if ('unfit' in answered) throw new Refusal('unsupported_type', sentences[answered.unfit](purpose), 415)
  const { data, width, height } = answered.drawn
  const plainName = `${name.replace(/\.\w{1,5}$/, '')}.${sides.as}`
  return { content: Buffer.from(data), name: plainName, type: `image/${sides.as}` as const, width, height }
}

const drawnHere = (content: Buffer, sides: Sides) =>
  draw(content, sides).then(
    (drawn: Drawn) => ({ drawn }),
    (error: unknown) => ({ unfit: whyNot(error) }),
  )

const program = join(import.meta.dirname, 'svg/reader.ts')
const inTurn = limitConcurrency()

/** The drawing time of an SVG is unpredictable. */
const drawnApart = (orgId: string, content: Buffer, sides: Sides) =>
  inTurn(orgId, () =>
    runInSubprocess({
      ...{ program, usesAddons: true, seconds: SVG_SECONDS, memoryBytes: SVG_MEMORY_BYTES },
      first: { svg: content, sides } satisfies SvgReaderInput,
      hear: (answered: SvgReaderResult) => answered,
    }),
  )

type InvalidImage = Extract<SvgReaderResult, { unfit: unknown }>['unfit'] | 'memory'
const complex = 'This image takes too long to process. Choose a simpler one, or save it as PNG.'
const sentences: Record<InvalidImage, (purpose: string) => string> = {
  definitions: () => 'This SVG contains definitions that Pursuit can’t read. Save it as plain SVG or PNG.',
  script: () => 'This SVG contains a script. Save it as plain SVG or PNG.',
  complex: () => complex,
  time: () => complex,
  memory: () => complex,
  pixels: (purpose) => `This image is too large for ${purpose}. Choose a smaller one.`,
  broken: () => 'This image is damaged or has the wrong file type. Save it as PNG and try again.',
}
