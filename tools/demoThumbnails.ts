// `npm run demo:thumbnails` creates images of page 1 of the demo's PDFs. They are committed, so that no first start renders
// them. Run it again after changing one of the texts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { print } from '#core/server/demo/print.ts'
import { sanitizePdf } from '#core/server/pdf/sanitizePdf.ts'
import { demoPdfs } from '#features/assets/demo/demoPdfs.ts'
import { assetImagePath as placeOfAsset } from '#features/assets/demo/server/picture.ts'
import { sections } from '#features/insights/library/demo/contents.ts'
import type { DemoSection } from '#features/insights/library/demo/demoContent.ts'
import { itemImagePath as placeOfContent } from '#features/insights/library/demo/server/picture.ts'
import { vendorSections } from '#features/insights/library/demo/vendor.ts'

/** `by` appears at the foot of each page. */
type Paper = { name: string; text: string; by?: string }

async function draw(all: readonly Paper[], placeOf: (name: string) => URL): Promise<void> {
  rmSync(new URL('.', placeOf('')), { recursive: true, force: true })
  mkdirSync(new URL('.', placeOf('')), { recursive: true })
  let bytes = 0
  for (const { name, text, by } of all) {
    const { pdf } = await print(name, text, new Date(0).toISOString(), by)
    const { thumbnail } = await sanitizePdf(pdf)
    if (!thumbnail) throw new Error(`There’s no image of “${name}”.`)
    writeFileSync(placeOf(name), thumbnail)
    bytes += thumbnail.length
  }
  console.log(`${all.length} images, ${Math.round(bytes / 1024)} kB`)
}

const demoPdfsOf = (from: readonly DemoSection[]) =>
  from.flatMap(({ contents }) => contents).filter((content) => 'text' in content)
await draw(demoPdfs, placeOfAsset)
await draw(
  [...demoPdfsOf(sections), ...demoPdfsOf(vendorSections).map((one) => ({ ...one, by: 'Pursuit' }))],
  placeOfContent,
)
