// Before everything else: what this page's policy forbids is not tried. See public/beforePaint.js, which is the app's.
const house = globalThis as { __webpack_nonce__?: string; __zod_globalConfig?: { jitless: boolean } }
house.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
house.__zod_globalConfig = { jitless: true }
