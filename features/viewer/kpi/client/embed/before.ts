// Runs before anything else, so that nothing violates the page's policy. See public/beforePaint.js for the app's
// version.
const house = globalThis as { __webpack_nonce__?: string; __zod_globalConfig?: { jitless: boolean } }
house.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
house.__zod_globalConfig = { jitless: true }
