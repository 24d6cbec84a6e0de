// What comes before the first paint. A file of its own, because inline scripts are forbidden.
// Light or dark: the person's choice, or the device's.
try {
  const chosen = localStorage.getItem('scheme')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  // The bars around an installed app follow the choice too.
  if (chosen === 'dark' || chosen === 'light')
    for (const meta of document.querySelectorAll('meta[name=theme-color]'))
      meta.content = isDark ? '#10161f' : '#f6f8fb'
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}

// Style elements are let through by this page's own nonce: the name is where the parts of the app that make them look for it.
globalThis.__webpack_nonce__ = document.querySelector('meta[property=csp-nonce]')?.nonce

// zod would try whether it may make code out of text, which the page's policy forbids. It looks here before its first schema.
globalThis.__zod_globalConfig = { jitless: true }

// The login stands in the page itself, and is shown where it is what will come; so is the opening of those who are signed in, where the app has to be fetched.
try {
  const isSignedIn = localStorage.getItem('session') !== null
  const isKept = !globalThis.isSecureContext || !navigator.serviceWorker || navigator.serviceWorker.controller !== null
  if (!isSignedIn && /^\/(login)?$/.test(location.pathname)) document.documentElement.dataset.opens = 'login'
  else if (isSignedIn && !isKept && !/^\/(login|switch)(\/|$)/.test(location.pathname))
    document.documentElement.dataset.opens = 'inside'
  if (!globalThis.isSecureContext || !('PublicKeyCredential' in globalThis))
    document.documentElement.dataset.passkeys = 'no'
} catch {
  // It is shown when the app draws it.
}

// The files of the screen that will come, all at once: the build has written their names into the page.
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
  // They are loaded when the app asks for them.
}
