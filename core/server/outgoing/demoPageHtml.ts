// HTML of a page without any script.

import { asHtml } from './emailMessage.ts'
import type { DeliveryChannel } from './triggerSend.ts'

export type Shown = { id: string; channel: DeliveryChannel; to: string; at: string; title: string; words: string }

const names: Record<DeliveryChannel, string> = { mail: 'Email', text: 'Text message', push: 'Push' }

export function demoPageOf(shown: Shown[], openId: string | undefined, nonce: string): string {
  const open = shown.find(({ id, channel }) => channel === 'mail' && id === openId) ?? shown.find(isMail)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Demo email · Pursuit</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<header>
<h1>Demo email</h1>
<p>This server has no email provider, so messages to the demo firms show up here. <a href="/demo/mail">Refresh</a></p>
</header>
<main>
<section aria-labelledby="sent"><h2 id="sent">Sent</h2>${listOf(shown, open?.id)}</section>
<section aria-labelledby="opened"><h2 id="opened">Opened</h2>${open ? frameOf(open) : '<p class="none">Choose an email to read it.</p>'}</section>
</main>
</body>
</html>`
}

const isMail = ({ channel }: Shown) => channel === 'mail'

function listOf(shown: Shown[], openId: string | undefined): string {
  if (shown.length === 0) return '<p class="none">Nothing sent yet. Request a new password, or invite someone.</p>'
  return `<ol>${shown.map((one) => `<li>${entryOf(one, one.id === openId)}</li>`).join('')}</ol>`
}

function entryOf(one: Shown, isOpen: boolean): string {
  const { id, channel, to, at, title, words } = one
  const lines = `<span class="kind">${names[channel]}</span> <time datetime="${asHtml(at)}">${asHtml(at.slice(0, 16).replace('T', ' '))} UTC</time>
<strong>${asHtml(title)}</strong>${words ? `<span>${asHtml(words)}</span>` : ''}<span class="to">to ${asHtml(to)}</span>`
  return isMail(one)
    ? `<a class="entry" href="/demo/mail?open=${id}"${isOpen ? ' aria-current="true"' : ''}>${lines}</a>`
    : `<div class="entry">${lines}</div>`
}

const frameOf = ({ id, title }: Shown) =>
  `<iframe src="/demo/mail/${id}" sandbox="allow-popups allow-popups-to-escape-sandbox" title="${asHtml(title)}"></iframe>`

/** Color roles of `core/ui/theme.ts`. */
const styles = `
:root { color-scheme: light dark; --page: #f6f8fb; --surface: #fff; --hair: #e0e6ee; --text: #172030; --dimmed: #566378; --brand: #15397e; --soft: #e4ebf8; }
@media (prefers-color-scheme: dark) { :root { --page: #10161f; --surface: #19212c; --hair: #293342; --text: #e7ebf2; --dimmed: #9eaabc; --brand: #94b0e4; --soft: #1d2c4a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/20px Inter, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
header, main { max-width: 1280px; margin: 0 auto; padding: 16px; }
h1 { margin: 8px 0 0; font-size: 28px; line-height: 36px; letter-spacing: -0.022em; }
h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px; }
header p, .to, time, .kind, .none { color: var(--dimmed); }
a { color: var(--brand); }
main { display: grid; gap: 24px; grid-template-columns: minmax(0, 1fr); }
ol { margin: 0; padding: 0; list-style: none; border: 1px solid var(--hair); border-radius: 8px; background: var(--surface); overflow: hidden; }
li + li { border-top: 1px solid var(--hair); }
.entry { display: grid; grid-template-columns: 1fr auto; gap: 2px 8px; padding: 10px 16px; color: inherit; text-decoration: none; font-size: 12px; line-height: 16px; }
.entry strong, .entry > span:not(.kind) { grid-column: 1 / -1; font-size: 14px; line-height: 20px; overflow-wrap: anywhere; }
.entry .to { font-size: 12px !important; }
a.entry:hover, a.entry[aria-current] { background: var(--soft); }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
a.entry:focus-visible { outline-offset: -2px; }
iframe { width: 100%; height: 640px; border: 1px solid var(--hair); border-radius: 8px; background: var(--surface); }
@media (min-width: 900px) {
  main { grid-template-columns: 384px minmax(0, 1fr); }
  iframe { height: calc(100vh - 176px); min-height: 480px; }
}
`
