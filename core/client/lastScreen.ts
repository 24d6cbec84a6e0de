// Keeps the last screen's HTML on the device. public/beforePaint.js paints it before any script of the app has run, and
// the live screen replaces it.
import { whenIdle, whenQuiet } from './onIdle.ts'
import { identityOf, LAST_SCREEN, session } from './session.ts'

/** Read by public/beforePaint.js. */
type LastScreen = {
  /** Another person's or version's screen isn't painted. */
  identity: string
  version: string
  path: string
  /** The frame around the page, with a comment `PLACE` for its content. */
  frame: string
  /** The page's content, or null for a page that isn't kept. */
  page: string | null
  /** Paths of style sheets, and the text of style elements. */
  sheets: string[]
  styles: string[]
}

/** Marks the shell, and in it a page whose content may be kept. */
export const keptFrame = { 'data-kept': 'frame' } as const
export const keptPage = { 'data-kept': 'page' } as const

const PLACE = 'page'
/** Longer pages begin with their frame only, in characters. */
const MOST = 300_000

/** Keeps the screen when the page is left or hidden, and soon after it's shown. */
export function keepLastScreen(): () => void {
  const keep = () => {
    if (document.visibilityState === 'hidden') keepNow()
  }
  const stop = whenQuiet(keepNow)
  addEventListener('pagehide', keepNow)
  document.addEventListener('visibilitychange', keep)
  return () => {
    stop()
    removeEventListener('pagehide', keepNow)
    document.removeEventListener('visibilitychange', keep)
  }
}

function keepNow(): void {
  const signedIn = session.get()
  const frame = document.querySelector('#root [data-kept="frame"]')
  const main = frame?.querySelector('main')
  if (!signedIn || session.isDead() || !frame || !main || isPainted()) return
  try {
    const page = main.querySelector('[data-kept="page"]')
    const content = page && !page.querySelector('form') ? htmlOf(page) : null
    const kept: LastScreen = {
      identity: identityOf(signedIn),
      version: versionOfPage(),
      path: location.pathname + location.search,
      frame: htmlOf(withoutPage(frame)),
      page: content && content.length <= MOST ? content : null,
      sheets: sheetsOf(frame),
      styles: [...document.querySelectorAll('style[data-mantine-styles]')].map((style) => style.textContent),
    }
    localStorage.setItem(LAST_SCREEN, JSON.stringify(kept))
  } catch {
    // Without storage, the next start shows the screen a moment later.
  }
}

function withoutPage(frame: Element): Element {
  const copy = frame.cloneNode(true) as Element
  copy.querySelector('main')!.replaceChildren(document.createComment(PLACE))
  return copy
}

const versionOfPage = () => document.querySelector('meta[name=version]')?.getAttribute('content') ?? ''

/** The page's policy forbids style attributes in HTML, and a name must not be there twice. */
const htmlOf = (element: Element): string =>
  element.outerHTML.replaceAll(/(<[^>]*?) style="/g, '$1 data-style="').replaceAll(/(<[^>]*?) id="[^"]*"/g, '$1')

let known: { count: number; sheets: string[] } = { count: 0, sheets: [] }

/** Style sheets with a rule for the frame or the page. */
function sheetsOf(frame: Element): string[] {
  if (known.count === document.styleSheets.length) return known.sheets
  const used = new Set([...frame.querySelectorAll('*')].flatMap((element) => [...element.classList]))
  const sheets = [...document.styleSheets].flatMap((sheet) => {
    const { ownerNode, href } = sheet
    if (!href || !(ownerNode instanceof HTMLLinkElement)) return []
    const isUsed = selectorsIn(sheet.cssRules).some((selector) => {
      const names = selector.match(/\.[\w-]+/g) ?? []
      return names.length > 0 && names.every((name) => used.has(name.slice(1)))
    })
    return isUsed ? [new URL(href).pathname] : []
  })
  known = { count: document.styleSheets.length, sheets }
  return sheets
}

const selectorsIn = (rules: CSSRuleList): string[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule.selectorText]
    return rule instanceof CSSGroupingRule ? selectorsIn(rule.cssRules) : []
  })

type Painted = {
  /** Whether the page's content is painted, and not only its frame. */
  isWhole: boolean
  /** The person's clicks since. */
  clicked: { tile: string | null; act: string | null; tag: string; name: string; href: string | null }[]
  /** Called on the person's next click or key. */
  hurry?: () => void
}

/** Written by public/beforePaint.js. */
const painted = (): Painted | undefined => (globalThis as { lastScreen?: Painted }).lastScreen

const isPainted = (): boolean => document.documentElement.dataset.opens === 'last'

/** Whether the page itself is still to replace what is painted. */
export const isPagePainted = (): boolean => isPainted() && painted()?.isWhole === true

/** Replaces what is painted once nothing else of the live screen is about to load, or as soon as the person acts. */
export function showLiveSoon(): void {
  const last = painted()
  if (!isPainted() || !last || last.hurry) return
  last.hurry = showLive
  if (last.clicked.length > 0) showLive()
  else whenIdle(showLive)
}

/** Replaces what is painted with the live screen, and does what the person clicked since. */
export function showLive(): void {
  if (!isPainted()) return
  delete document.documentElement.dataset.opens
  document.getElementById('last-screen')?.remove()
  // The person can have scrolled.
  dispatchEvent(new Event('scroll'))
  for (const click of painted()?.clicked ?? []) {
    const element = liveElement(click)
    element?.click()
    // A click by script doesn't move the focus to a field.
    if (element instanceof HTMLInputElement) element.focus({ preventScroll: true })
  }
}

function liveElement({ tile, act, tag, name, href }: Painted['clicked'][number]): HTMLElement | undefined {
  const root = document.getElementById('root')!
  const within = tile === null ? root : root.querySelector(`[data-tile="${CSS.escape(tile)}"]`)
  if (act !== null) return within?.querySelector<HTMLElement>(`[data-act="${CSS.escape(act)}"]`) ?? undefined
  const all = [...(within?.querySelectorAll<HTMLElement>(tag) ?? [])]
  return all.find((one) => nameOf(one) === name && one.getAttribute('href') === href)
}

const nameOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.textContent
