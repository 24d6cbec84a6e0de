// `npm run demo:videos` creates the videos of the demo's curriculum with captions and thumbnails from the texts in
// features/trainer/demo/, and the videos of the Library's demo. The results are committed. Arguments select some: `npm
// run demo:videos 03 firm1`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { films, recordings } from '#features/insights/library/demo/films.ts'
import { scripts as lessons } from '#features/trainer/demo/curriculum.ts'
import { chromiumFlags } from '../chromium.ts'
import { pathOf } from '../programs.ts'
import { captionsOf, lengthOf, writeFilm, writeRecording } from './film.ts'
import { pagesOf, size } from './slides.ts'
import { speakText } from './speech.ts'

const demo = join(import.meta.dirname, '../../features/trainer/demo')
const videos = join(demo, 'videos')
const library = join(import.meta.dirname, '../../features/insights/library/demo')
const libraryFilms = join(library, 'films')
const poster = { type: 'jpeg', quality: 72, scale: 'css' } as const

const missing = ['flite', 'ffmpeg', 'ffprobe'].filter((name) => spawnSync(name, ['--help']).error)
if (missing.length > 0) {
  console.error(
    `Not on this machine: ${missing.join(', ')}. Run 'sudo apt-get install flite ffmpeg' and then the command again.`,
  )
  process.exit(1)
}
const scripts = [
  ...lessons.map((one) => ({ ...one, folder: videos })),
  ...films.map(({ file, ...text }) => ({ file, over: 'Hartwell & Stone LLP', text, folder: libraryFilms })),
]
const asked = process.argv.slice(2)
const all = [...scripts, ...recordings]
const unknown = asked.filter((word) => !all.some(({ file }) => file === word))
if (unknown.length > 0) {
  console.error(`There’s no video ${unknown.join(', ')}. The videos are ${all.map(({ file }) => file).join(', ')}.`)
  process.exit(1)
}

for (const one of [videos, libraryFilms]) mkdirSync(one, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'pursuit-lessons-'))
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: chromiumFlags })
try {
  const page = await browser.newPage({ viewport: size })
  for (const script of scripts) if (asked.length === 0 || asked.includes(script.file)) await make(page, script)
} finally {
  await browser.close()
}
for (const { file, paragraphs } of recordings)
  if (asked.length === 0 || asked.includes(file))
    writeRecording(folder, speakText(paragraphs), join(libraryFilms, `${file}.m4a`))
rmSync(folder, { recursive: true, force: true })
writeLengths(
  demo,
  lessons.map(({ file }) => [file, join(videos, `${file}.mp4`)]),
)
writeLengths(library, [
  ...films.map(({ file }): Named => [file, join(libraryFilms, `${file}.mp4`)]),
  ...recordings.map(({ file }): Named => [file, join(libraryFilms, `${file}.m4a`)]),
])

async function make(page: Page, { file, over, text, folder: place }: (typeof scripts)[number]): Promise<void> {
  const to = (ending: string) => join(place, `${file}.${ending}`)
  const pictures: string[] = []
  for (const [at, html] of pagesOf({ over, title: text.title, slides: text.slides }).entries()) {
    await page.setContent(html)
    await page.evaluate('document.fonts.ready.then(() => true)')
    const words = await page.locator('.body, .words h1').boundingBox()
    if (!words || words.y + words.height > size.height - 90)
      throw new Error(`${file}: what stands on picture ${at} does not fit.`)
    const picture = join(folder, `${file}-${at}.png`)
    await page.screenshot({ path: picture })
    if (at === 0) await extractThumbnail(page, to('jpg'))
    pictures.push(picture)
  }
  const speech = speakText(text.slides.map(({ say }) => say))
  writeFilm(folder, pictures, speech, to('mp4'))
  // Only lessons have captions.
  if (place === videos) writeFileSync(to('vtt'), captionsOf(speech.sentences))
  console.log(`${file}: ${speech.seconds.toFixed(1)} s, ${text.title}`)
}

/** Half the title's size. */
async function extractThumbnail(page: Page, path: string): Promise<void> {
  await page.addStyleTag({ content: 'body { zoom: 0.5 }' })
  await page.screenshot({ ...poster, path, clip: { x: 0, y: 0, width: size.width / 2, height: size.height / 2 } })
}

type Named = [name: string, path: string]

function writeLengths(place: string, made: readonly Named[]): void {
  const lines = made.map(([file, path]) => {
    const name = /^[a-z]\w*$/.test(file) ? file : `'${file}'`
    return `  ${name}: ${lengthOf(path)
      .toFixed(2)
      .replace(/\.?0+$/, '')},\n`
  })
  writeFileSync(
    join(place, 'seconds.ts'),
    `// Lengths of the videos in seconds, written by \`npm run demo:videos\`.\nexport const seconds: Readonly<Record<string, number>> = {\n${lines.join('')}}\n`,
  )
}
