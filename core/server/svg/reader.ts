// The process can read the program and nothing else, gets one file, and ends.
import { type Drawn, draw, type Sides, whyNot } from '../drawing.ts'
import { costOf } from './cost.ts'
import { type InvalidSvg, MOST_COST } from './limits.ts'
import { plainSvg } from './plainSvg.ts'

export type SvgReaderInput = { svg: Uint8Array; sides: Sides }
export type SvgReaderResult = { drawn: Drawn } | { unfit: InvalidSvg | 'pixels' | 'time' }

async function answer({ svg, sides }: SvgReaderInput): Promise<SvgReaderResult> {
  try {
    const plain = plainSvg(Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength))
    if (costOf(plain) > MOST_COST) return { unfit: 'complex' }
    return { drawn: await draw(Buffer.from(plain), { ...sides, mayGrow: true }) }
  } catch (error) {
    return { unfit: (error as { unfit?: InvalidSvg }).unfit ?? whyNot(error) }
  }
}

process.once('message', async (asked: SvgReaderInput) => {
  const answered = await answer(asked)
  process.send?.(answered, () => process.disconnect?.())
})
