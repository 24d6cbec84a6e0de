// Page for people who follow an email link. It needs no scripts and loads nothing.
import { hash } from 'node:crypto'
import { escapeHtml } from './escapeHtml.ts'
import { Text } from './routes.ts'

const style = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; background: #f5f6f8; color: #1c2333; }
main { max-width: 26rem; margin: 16px; padding: 32px; background: #fff; border: 1px solid #dfe3ea; border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; } p { margin: 0 0 24px; }
button, a { display: inline-block; box-sizing: border-box; min-height: 44px; padding: 10px 20px; border: 0; border-radius: 8px; background: #15397e; color: #fff; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
@media (prefers-color-scheme: dark) { body { background: #11151d; color: #e6e9f0; } main { background: #1a202b; border-color: #2c3442; } button, a { background: #3f6fd0; } }
`
const headersFor = (framedBy: "'none'" | "'self'") => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; frame-ancestors ${framedBy}; base-uri 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
})

type PageTexts = {
  /** Plain text, as is `said`. */
  title: string
  said: string
  /** HTML of a form or a link. */
  act: string
  status?: number
  /** Safe to frame, because nothing on it makes changes. */
  isFramed?: boolean
}

export const plainPage = ({ title, said, act, status = 200, isFramed = false }: PageTexts): Text =>
  new Text(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Pursuit</title>
<style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p role="status">${escapeHtml(said)}</p>
${act}
</main></body></html>`,
    headersFor(isFramed ? "'self'" : "'none'"),
    status,
  )
