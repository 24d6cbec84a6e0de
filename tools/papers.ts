// `npm run papers`: pictures of page 1 of the demo's papers, as the reader of uploads makes them. They are kept in the repository, so that no first
// start has to draw them; whoever changes the text of a paper runs this again.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { print } from '#core/server/demo/print.ts'
import { makeHarmless } from '#core/server/pdf/makeHarmless.ts'
import { papers } from '#features/assets/demo/papers.ts'
import { picturePlace } from '#features/assets/demo/server/picture.ts'

rmSync(new URL('.', picturePlace('')), { recursive: true, force: true })
mkdirSync(new URL('.', picturePlace('')), { recursive: true })
let bytes = 0
for (const { name, text } of papers) {
  const { pdf } = await print(name, text, new Date(0).toISOString())
  const { thumbnail } = await makeHarmless(pdf)
  if (!thumbnail) throw new Error(`There is no picture of “${name}”.`)
  writeFileSync(picturePlace(name), thumbnail)
  bytes += thumbnail.length
}
console.log(`${papers.length} pictures, ${Math.round(bytes / 1024)} kB`)
