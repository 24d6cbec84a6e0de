// `npm run demo:thumbnails`: pictures of page 1 of the demo's PDFs, as the reader of uploads makes them. They are kept in the repository, so that no first
// start has to draw them. Run this again after the text of one of them has changed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { print } from '#core/server/demo/print.ts'
import { makeHarmless } from '#core/server/pdf/makeHarmless.ts'
import { papers } from '#features/assets/demo/papers.ts'
import { picturePlace as placeOfAsset } from '#features/assets/demo/server/picture.ts'
import { sections } from '#features/insights/library/demo/contents.ts'
import type { DemoSection } from '#features/insights/library/demo/demoContent.ts'
import { picturePlace as placeOfContent } from '#features/insights/library/demo/server/picture.ts'
import { vendorSections } from '#features/insights/library/demo/vendor.ts'

/** `by` stands at the foot of each page. */
type Paper = { name: string; text: string; by?: string }

async function draw(all: readonly Paper[], placeOf: (name: string) => URL): Promise<void> {
  rmSync(new URL('.', placeOf('')), { recursive: true, force: true })
  mkdirSync(new URL('.', placeOf('')), { recursive: true })
  let bytes = 0
  for (const { name, text, by } of all) {
    const { pdf } = await print(name, text, new Date(0).toISOString(), by)
    const { thumbnail } = await makeHarmless(pdf)
    if (!thumbnail) throw new Error(`There is no picture of “${name}”.`)
    writeFileSync(placeOf(name), thumbnail)
    bytes += thumbnail.length
  }
  console.log(`${all.length} pictures, ${Math.round(bytes / 1024)} kB`)
}

const papersOf = (from: readonly DemoSection[]) =>
  from.flatMap(({ contents }) => contents).filter((content) => 'text' in content)
await draw(papers, placeOfAsset)
await draw(
  [...papersOf(sections), ...papersOf(vendorSections).map((one) => ({ ...one, by: 'Pursuit' }))],
  placeOfContent,
)
