// Runs before the first paint, in a file because inline scripts are forbidden. Sets light or dark by the person's
// choice, or the device's.
try {
  const chosen = localStorage.getItem('scheme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  // System bars around an installed app follow the choice.
  if (chosen === 'dark' || chosen === 'light')
    for (const meta of document.querySelectorAll('meta[name=theme-color]'))
      meta.content = isDark ? '#10161f' : '#f6f8fb'
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// Chromium applies the typefaces of style sheets again, and lays out all text again, when a style sheet with layers is
// added. Those of a script stay.
try {
  for (const [file, unicodeRange] of JSON.parse(document.currentScript.dataset.fonts))
    document.fonts.add(
      new FontFace('Inter Variable', `url(${file})`, { weight: '100 900', display: 'swap', unicodeRange }),
    )
} catch {
  // The page has the system's font.
}

// The policy allows style elements with this nonce. Libraries look for this name.
globalThis.__webpack_nonce__ = document.querySelector('meta[property=csp-nonce]')?.nonce

// zod would test whether it can compile code, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true }

// The page contains the login and the frame of signed-in people. The device keeps the last screen (see
// core/client/lastScreen.ts), which is painted as soon as its style sheets are there.
try {
  const session = JSON.parse(localStorage.getItem('session'))
  const { pathname, search } = location
  const isKept = !globalThis.isSecureContext || !navigator.serviceWorker || navigator.serviceWorker.controller !== null
  if (!session && /^\/(login)?$/.test(pathname)) document.documentElement.dataset.opens = 'login'
  else if (session && !/^\/(login|switch)(\/|$)/.test(pathname)) {
    const last = lastScreenOf(session)
    document.documentElement.dataset.opens = last ? 'last' : 'inside'
    if (!isKept) document.documentElement.dataset.first = ''
    if (last) paintLast(last, last.path === pathname + search)
  }
  if (!globalThis.isSecureContext || !('PublicKeyCredential' in globalThis))
    document.documentElement.dataset.passkeys = 'no'
} catch {
  // The app renders it later.
}

// Preloads all files of the next screen in parallel. The build writes their names into the page.
try {
  const openings = JSON.parse(document.currentScript.dataset.openings)
  const isSignedIn = localStorage.getItem('session') !== null
  const opening = openings.find(({ at }) => (isSignedIn ? at && new RegExp(at).test(location.pathname) : !at))
  for (const name of opening?.files ?? []) {
    if (name.endsWith('.css')) {
      preload(`/${name}`)
      continue
    }
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    if (!isSignedIn) link.fetchPriority = 'low'
    link.href = `/${name}`
    document.head.append(link)
  }
} catch {
  // The app loads them later.
}

/** Milliseconds that the last screen waits for its font. */
const MOST_FONT_MS = 60

function lastScreenOf({ user, Switch }) {
  const last = JSON.parse(localStorage.getItem('last-screen'))
  const identity = Switch ? `${user.id}:as:${Switch.user_id}` : user.id
  const version = document.querySelector('meta[name=version]').content
  return last?.identity === identity && last.version === version ? last : null
}

function paintLast({ frame, page, sheets, styles }, isSamePath) {
  const isWhole = isSamePath && page !== null
  globalThis.lastScreen = { isWhole, clicked: [] }
  for (const path of sheets) preload(path)
  document.addEventListener(
    'readystatechange',
    async () => {
      for (const text of styles) {
        const style = document.createElement('style')
        style.nonce = globalThis.__webpack_nonce__
        style.textContent = text
        document.head.append(style)
      }
      const place = document.createElement('div')
      place.id = 'last-screen'
      place.ariaHidden = 'true'
      const skeleton = `<div class="skeleton">${'<i></i>'.repeat(6)}</div>`
      place.innerHTML = frame.replace('<!--page-->', () => (isWhole ? page : skeleton))
      for (const element of place.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style
      for (const field of place.querySelectorAll('input')) field.readOnly = true
      if (!isWhole) markArea(place)
      place.addEventListener('click', noteClick, true)
      addEventListener('keydown', () => globalThis.lastScreen.hurry?.(), { capture: true, once: true })
      // Text that is painted in another font first would be laid out twice.
      const font = document.fonts.load('1em "Inter Variable"', place.textContent)
      // The page's own style sheets come first, as in the live app.
      await Promise.all([...sheets.map(applied), Promise.race([font, wait(MOST_FONT_MS)])])
      if (document.documentElement.dataset.opens !== 'last') return
      document.querySelector('[data-ahead]')?.remove()
      document.body.prepend(place)
      const scrolled = new Map(JSON.parse(sessionStorage.getItem('scroll') ?? '[]')).get(history.state?.key)
      if (isWhole && scrolled) scrollTo(0, scrolled)
    },
    { once: true },
  )
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves when the style sheet is loaded, or can't be. */
function applied(path) {
  const there = document.querySelector(`link[rel=stylesheet][href="${path}"]`)
  if (there?.sheet) return
  return new Promise((resolve) => {
    const link = there ?? document.createElement('link')
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
    if (there) return
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = path
    document.head.append(link)
  })
}

function preload(path) {
  if (document.querySelector(`link[rel=preload][href="${path}"]`)) return
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'style'
  link.crossOrigin = ''
  link.href = path
  document.head.append(link)
}

/** Another page than the last one has its own line in the navigation. */
function markArea(place) {
  for (const element of place.querySelectorAll('[aria-current]')) element.removeAttribute('aria-current')
  const first = (path) => path.split('/')[1]
  for (const link of place.querySelectorAll('nav a[href]'))
    if (first(link.getAttribute('href')) === first(location.pathname)) link.setAttribute('aria-current', 'page')
}

/** The live screen does it once it's there. */
function noteClick(event) {
  event.preventDefault()
  const element = event.target.closest('[data-act], a, button, label, input')
  if (!element) return
  const { dataset, tagName } = element
  globalThis.lastScreen.clicked.push({
    tile: element.closest('[data-tile]')?.dataset.tile ?? null,
    act: dataset.act ?? null,
    tag: tagName,
    name: element.getAttribute('aria-label') ?? element.textContent,
    href: element.getAttribute('href'),
  })
  globalThis.lastScreen.hurry?.()
}
