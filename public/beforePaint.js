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

// The policy allows style elements with this nonce. Libraries look for this name.
globalThis.__webpack_nonce__ = document.querySelector('meta[property=csp-nonce]')?.nonce

// zod would test whether it can compile code, which the page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true }

// The page contains the login and the first screen of signed-in people. The first screen shows only when the app isn't
// cached.
try {
  const isSignedIn = localStorage.getItem('session') !== null
  const isKept = !globalThis.isSecureContext || !navigator.serviceWorker || navigator.serviceWorker.controller !== null
  if (!isSignedIn && /^\/(login)?$/.test(location.pathname)) document.documentElement.dataset.opens = 'login'
  else if (isSignedIn && !isKept && !/^\/(login|switch)(\/|$)/.test(location.pathname))
    document.documentElement.dataset.opens = 'inside'
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
    const link = document.createElement('link')
    const isStyle = name.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    if (!isSignedIn) link.fetchPriority = 'low'
    link.href = `/${name}`
    document.head.append(link)
  }
} catch {
  // The app loads them later.
}
