// `npm run lessons`: the videos of the demo's curriculum with their captions and posters, from the texts in features/trainer/demo/. What it makes is kept
// in the repository, so that nobody needs it but whoever changes a text. Words after the command choose some: `npm run lessons 03 firm1`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { scripts } from '#features/trainer/demo/curriculum.ts'
import { chromiumFlags } from '../chromium.ts'
import { pathOf } from '../programs.ts'
import { captionsOf, lengthOf, writeFilm } from './film.ts'
import { pagesOf, size } from './slides.ts'
import { speak } from './speech.ts'

const demo = join(import.meta.dirname, '../../features/trainer/demo')
const videos = join(demo, 'videos')
const poster = { type: 'jpeg', quality: 72, scale: 'css' } as const

const missing = ['flite', 'ffmpeg', 'ffprobe'].filter((name) => spawnSync(name, ['--help']).error)
if (missing.length > 0) {
  console.error(
    `Not on this machine: ${missing.join(', ')}. Run 'sudo apt-get install flite ffmpeg' and then the command again.`,
  )
  process.exit(1)
}
const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !scripts.some(({ file }) => file === word))
if (unknown.length > 0) {
  console.error(`There is no video ${unknown.join(', ')}. There are ${scripts.map(({ file }) => file).join(', ')}.`)
  process.exit(1)
}

mkdirSync(videos, { recursive: true })
const folder = mkdtempSync(join(tmpdir(), 'pursuit-lessons-'))
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: chromiumFlags })
try {
  const page = await browser.newPage({ viewport: size })
  for (const script of scripts) if (asked.length === 0 || asked.includes(script.file)) await make(page, script)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}
writeLengths()

async function make(page: Page, { file, over, text }: (typeof scripts)[number]): Promise<void> {
  const to = (ending: string) => join(videos, `${file}.${ending}`)
  const pictures: string[] = []
  for (const [at, html] of pagesOf({ over, title: text.title, slides: text.slides }).entries()) {
    await page.setContent(html)
    await page.evaluate('document.fonts.ready.then(() => true)')
    const words = await page.locator('.body, .words h1').boundingBox()
    if (!words || words.y + words.height > size.height - 90)
      throw new Error(`${file}: what stands on picture ${at} does not fit.`)
    const picture = join(folder, `${file}-${at}.png`)
    await page.screenshot({ path: picture })
    if (at === 0) await takePoster(page, to('jpg'))
    pictures.push(picture)
  }
  const speech = speak(text.slides.map(({ say }) => say))
  writeFilm(folder, pictures, speech, to('mp4'))
  writeFileSync(to('vtt'), captionsOf(speech.sentences))
  console.log(`${file}: ${speech.seconds.toFixed(1)} s, ${text.title}`)
}

/** The title at half its size. */
async function takePoster(page: Page, path: string): Promise<void> {
  await page.addStyleTag({ content: 'body { zoom: 0.5 }' })
  await page.screenshot({ ...poster, path, clip: { x: 0, y: 0, width: size.width / 2, height: size.height / 2 } })
}

function writeLengths(): void {
  const lines = scripts.map(({ file }) => {
    const name = /^[a-z]/.test(file) ? file : `'${file}'`
    return `  ${name}: ${lengthOf(join(videos, `${file}.mp4`))
      .toFixed(2)
      .replace(/\.?0+$/, '')},\n`
  })
  writeFileSync(
    join(demo, 'seconds.ts'),
    `// Lengths of the videos in seconds, written by \`npm run lessons\`.\nexport const seconds: Readonly<Record<string, number>> = {\n${lines.join('')}}\n`,
  )
}
