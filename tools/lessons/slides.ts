// Uses the product's font, colors, and logo.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { roles, theme } from '#core/ui/theme.ts'
import type { Slide } from '#features/trainer/demo/lessonText.ts'
import { iconShapes } from '#tools/iconSprite.ts'

export const size = { width: 1280, height: 720 }

export type Deck = { over: string; title: string; slides: readonly Slide[] }

/** Any category not listed is the firm's own. */
const icons: Readonly<Record<string, string>> = {
  'Choosing whom to pursue': 'target',
  'Starting conversations': 'messages',
  'Following up': 'calendar-repeat',
  'Referrals and colleagues': 'users-group',
  'Growing the clients you have': 'trending-up',
  'Proposals, price and the answer': 'file-dollar',
}

/** The title first, then the slides. */
export const pagesOf = (deck: Deck): string[] => [
  page(titleOf(deck), 'title'),
  ...deck.slides.map((slide, at) => page(slideOf(deck, slide, at), 'slide')),
]

function titleOf({ over, title }: Deck): string {
  const icon = icons[over.split(' · ')[0]!] ?? 'building'
  const drawn = `<svg width="196" height="196" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.1" stroke-linecap="round" stroke-linejoin="round">${iconShapes(icon)}</svg>`
  return `<div class="words"><p class="over">${escaped(over)}</p><h1>${escaped(title)}</h1></div><div class="round">${drawn}</div>${foot('')}`
}

function slideOf({ over, title, slides }: Deck, slide: Slide, at: number): string {
  const steps = slides.map((_, place) => `<i${place <= at ? ' class="on"' : ''}></i>`).join('')
  const example = slide.example ? `<p class="example">${escaped(slide.example)}</p>` : ''
  return `<p class="over">${escaped(over)} · ${escaped(title)}</p><h2>${escaped(slide.heading)}</h2><div class="body">${bodyOf(slide)}${example}</div>${foot(steps)}`
}

function bodyOf(slide: Slide): string {
  if ('points' in slide)
    return `<ul class="card">${slide.points.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`
  if ('steps' in slide)
    return `<ol class="card">${slide.steps.map((line, at) => `<li><b>${at + 1}</b>${escaped(line)}</li>`).join('')}</ol>`
  if ('quote' in slide) return `<p class="quote">“${escaped(slide.quote)}”</p>`
  if ('figure' in slide)
    return `<div class="card figure"><b>${escaped(slide.figure)}</b><span>${escaped(slide.label)}</span></div>`
  return `<div class="pair"><div class="not"><span>Instead of</span><p>${escaped(slide.instead)}</p></div><div class="but"><span>Better</span><p>${escaped(slide.better)}</p></div></div>`
}

const foot = (steps: string) =>
  `<footer><span class="steps">${steps}</span><span class="logo">${mark}Pursuit</span></footer>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '’')

const read = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path))
const font = read('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2').toString('base64')
const mark = readFileSync(join(import.meta.dirname, '../../public/favicon.svg'), 'utf8').replace(/<\?xml[^>]*>/, '')

const colors = Object.entries(roles(theme as Parameters<typeof roles>[0]).light)
  .map(([name, value]) => `${name}:${value};`)
  .join('')

const page = (body: string, kind: string) =>
  `<!doctype html><meta charset="utf-8"><style>${style}</style><body class="${kind}">${body}`

// Captions cover the lowest part of an image, so only the foot is there.
const style = `
@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) format('woff2') }
:root { ${colors} }
* { box-sizing: border-box; margin: 0; padding: 0 }
body { position: relative; width: ${size.width}px; height: ${size.height}px; overflow: hidden; background: var(--pu-page); color: var(--mantine-color-text);
  font: 500 38px/50px ${theme.fontFamily}; font-feature-settings: "cv11"; padding: 56px 80px }
.over { font-size: 22px; line-height: 30px; color: var(--pu-accent-text); font-weight: 600 }
h1, h2 { font-weight: 680; letter-spacing: -.022em; text-wrap: balance; color: var(--pu-brand) }
h1 { font-size: 72px; line-height: 82px; margin-top: 20px }
h2 { font-size: 58px; line-height: 68px; margin-top: 10px; color: var(--mantine-color-text) }
.body { margin-top: 36px }
.card, .quote, .pair > div { background: var(--pu-surface); border: 2px solid var(--pu-hair); border-radius: 16px }
.card { list-style: none; padding: 14px 40px }
.card li { display: flex; gap: 28px; align-items: center; padding: 22px 0; border-top: 2px solid var(--pu-hair) }
.card li:first-child { border-top: 0 }
ul.card li::before { content: ''; flex: none; width: 14px; height: 14px; border-radius: 50%; background: var(--pu-accent) }
.card li b { flex: none; width: 48px; height: 48px; border-radius: 50%; background: var(--pu-brand-mid); color: var(--pu-brand); font-size: 26px; line-height: 48px; text-align: center; font-weight: 650 }
.quote { padding: 38px 48px; border-left: 12px solid var(--pu-accent); font-size: 46px; line-height: 62px; text-wrap: pretty }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 28px }
.pair > div { padding: 28px 36px 34px; min-height: 250px }
.pair span { font-size: 22px; line-height: 30px; font-weight: 650 }
.pair p { margin-top: 10px; font-size: 40px; line-height: 52px; text-wrap: pretty }
.not { color: var(--mantine-color-dimmed) }
.not span { color: var(--pu-over) }
.but { border-color: var(--pu-accent) !important; background: var(--pu-accent-soft) !important }
.but span { color: var(--pu-accent-text) }
.figure { display: flex; align-items: center; gap: 48px; padding: 44px 48px }
.figure b { flex: none; font-size: 128px; line-height: 140px; letter-spacing: -.04em; font-weight: 680; color: var(--pu-brand) }
.figure span { font-size: 44px; line-height: 58px; text-wrap: balance }
.example { margin-top: 24px; font-size: 32px; line-height: 42px; color: var(--mantine-color-dimmed); padding-left: 4px }
footer { position: absolute; left: 80px; right: 80px; bottom: 32px; display: flex; justify-content: space-between; align-items: center }
.steps { display: flex; gap: 10px }
.steps i { width: 44px; height: 8px; border-radius: 4px; background: var(--pu-brand-mid) }
.steps .on { background: var(--pu-brand) }
.logo { display: flex; align-items: center; gap: 12px; font-size: 26px; font-weight: 680; letter-spacing: -.02em; color: var(--pu-brand) }
.logo svg { width: 34px; height: 34px }
.title { background: var(--pu-brand-soft); padding: 0 80px }
.title .words { position: absolute; left: 80px; top: 0; bottom: 60px; width: 690px; display: flex; flex-direction: column; justify-content: center }
.round { position: absolute; right: 80px; top: 150px; width: 360px; height: 360px; border-radius: 50%; background: var(--pu-surface); color: var(--pu-accent); display: grid; place-items: center }
`
