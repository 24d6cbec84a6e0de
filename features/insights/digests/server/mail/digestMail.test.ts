// The digest email: its appearance in all email clients, at any length, and with any input.
import { simpleParser } from 'mailparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { aDigestMail, anItem, aReader } from '../../testing/aDigestMail.ts'
import { emailFeatures } from '../../testing/emailFeatures.ts'
import { inkOn, MOST_BYTES, prepareDigestMail, renderDigestMail } from './digestMail.ts'

const rendered = (digest = aDigestMail(), reader = aReader(digest)) => renderDigestMail(digest, reader)

test('contains all its content in both parts, with the sender, the reason, and the unsubscribe link', async () => {
  const digest = aDigestMail()
  const { subject, html, text } = await rendered(digest)
  expect(subject).toBe('Before the year ends: 2026')
  for (const part of [html.replaceAll('&amp;', '&'), text]) {
    for (const words of ['Curated by Dana Reyes', 'Video, 10:24', 'Video, 06:48, vimeo.com', 'Sent Nov 23, 2026.'])
      expect(part).toContain(words)
    for (const { title, url } of digest.items) {
      expect(part).toContain(title)
      expect(part).toContain(url)
    }
    for (const link of Object.values(aReader(digest)).flat()) expect(part).toContain(link)
    expect(part).toContain('Hartwell & Stone LLP, 220 Harbor Street, Portland')
    expect(part).toContain('Reply to this email and it reaches Dana Reyes.')
  }
})

test('loads nothing but its images: no script, no tracking pixel, no font', async () => {
  const { html } = await rendered()
  expect(html).not.toMatch(/<(script|link|iframe|object|form)\b|@import|url\(/i)
  const pictures = html.match(/<img[^>]*>/g)!
  expect(pictures).toHaveLength(2)
  for (const picture of pictures) {
    expect(picture).toContain('src="https://pursuit.hartwell.example/api/files/1/2"')
    expect(picture).toMatch(/\balt="[^"]+"/)
  }
  // The first item is the lead. The others have their image beside the text.
  expect(pictures.map((one) => [/width="(\d+)"/.exec(one)![1], /height="(\d+)"/.exec(one)![1]])).toEqual([
    ['534', '300'],
    ['198', '111'],
  ])
})

test('emphasizes the first item with a button, separates the others with lines, and frames all images', async () => {
  const { html, text } = await rendered()
  const [first, ...others] = html.split('<h2').slice(1)
  expect(first).toMatch(/font-size:22px/)
  expect(first).toMatch(/<td[^>]*bgcolor="#15397e"[^>]*>\s*<a[^>]*>\s*Watch the video\s*<\/a>/)
  expect(others).toHaveLength(2)
  for (const other of others) expect(other).toMatch(/font-size:18px/)
  expect(html.match(/border-top:1px solid #d9e0ea/g)!.length).toBeGreaterThanOrEqual(2)
  for (const picture of html.match(/<img[^>]*>/g)!) expect(picture).toContain('border:1px solid #d9e0ea')
  expect(text).toContain('Open the guide: https://')
  const bare = aDigestMail({ items: [anItem({ thumbnail: null })] })
  expect((await rendered(bare)).html).toMatch(/font-size:22px/)
})

test('pads a short preview text so that email clients show nothing after it', async () => {
  const previewIn = ({ html }: { html: string }) => /<body[^>]*><div style="display:none[^>]*>([^<]*)</.exec(html)![1]!
  const short = previewIn(await rendered(aDigestMail({ preheader: 'Read this first.' })))
  expect(short.startsWith('Read this first.')).toBe(true)
  expect(short.trim().length).toBeGreaterThan(140)
  expect(short.replaceAll(/[\u034f\u200c\u00a0]/g, '')).toBe('Read this first.')
  const long = 'A preview text that is long enough. '.repeat(8).trim()
  expect(previewIn(await rendered(aDigestMail({ preheader: long })))).toBe(long)
})

test('separates a lead without an image and the line about replies from the text above', async () => {
  const rules = async (digest = aDigestMail()) =>
    (await rendered(digest)).html.match(/border-top:1px solid #d9e0ea/g)?.length ?? 0
  const one = { items: [anItem()], firm: { name: 'Hartwell & Stone LLP' } }
  const without = await rules(aDigestMail(one))
  expect(await rules(aDigestMail({ ...one, items: [anItem({ thumbnail: null })] }))).toBeGreaterThan(without)
  expect(await rules(aDigestMail({ items: [anItem()] }))).toBeGreaterThan(without)
})

test('greets each reader by first name in both parts only if the digest greets', async () => {
  const digest = aDigestMail({ greets: true })
  const { fill } = await prepareDigestMail(digest)
  for (const [firstName, greeting] of [
    ['Dana', 'Hello Dana,'],
    ['', 'Hello,'],
  ] as const) {
    const { html, text } = fill(aReader(digest, { firstName }))
    for (const part of [html, text])
      expect(part.indexOf(greeting)).toBeLessThan(part.lastIndexOf('Four things worth ten minutes'))
    expect(html).toContain(`>${greeting}<`)
    expect(text).toContain(`\n\n${greeting}\n\nFour things`)
  }
  expect(fill(aReader(digest, { firstName: '<b>' })).html).toContain('Hello &lt;b&gt;,')
  const { html, text } = await rendered()
  expect(html + text).not.toContain('Hello')
})

test('marks a test only in its subject', async () => {
  const { subject, html } = await rendered(aDigestMail({ isTest: true }))
  expect(subject).toBe('Test: Before the year ends: 2026')
  expect(html).not.toContain('Test:')
})

test('escapes input: tags, quotes, line breaks, and text that looks like a placeholder', async () => {
  const trick = '"><script>alert(1)</script>\r\n%%link%% %%unsubscribe%% \u0001why\u0001 $& \ud83d'
  const digest = aDigestMail({
    title: trick,
    curatedBy: trick,
    description: trick,
    items: [anItem({ title: trick, description: trick, kind: trick, host: trick, go: trick })],
    firm: { name: trick, place: trick, replyTo: { name: trick, address: 'dana@hartwell.example' } },
  })
  const { html, text } = await rendered(digest, aReader(digest, { why: trick }))
  expect(html).not.toContain('<script')
  expect(html.match(/&quot;&gt;&lt;script&gt;/g)!.length).toBeGreaterThanOrEqual(9)
  for (const part of [html, text]) {
    expect(part).toContain('%%unsubscribe%%')
    expect(part.split(aReader(digest).unsubscribe)).toHaveLength(2)
    expect(part).not.toContain('\u0001')
  }
})

test("stays below Gmail's size limit with any number of long items, and says how many more there are", async () => {
  const long = { title: 'A title & more '.repeat(40), description: 'Ünïcödé & "quotes" '.repeat(200) }
  const items = Array.from({ length: 60 }, (_, i) =>
    anItem({ ...long, url: `https://vimeo.com/${'9'.repeat(i * 30)}`, thumbnail: i % 3 ? anItem().thumbnail! : null }),
  )
  const digest = aDigestMail({
    items,
    description: 'y'.repeat(5000),
    firm: { name: 'z'.repeat(500), place: 'z'.repeat(500) },
  })
  const { html, text } = await rendered(digest, aReader(digest, { why: 'w'.repeat(4000) }))
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST_BYTES)
  expect(Buffer.byteLength(html)).toBeGreaterThan(MOST_BYTES * 0.8)
  const { shown } = await prepareDigestMail(digest)
  expect(shown).toBeGreaterThanOrEqual(12)
  expect(html).toContain(`>${60 - shown} more in the Library</a>`)
  expect(text).toContain(`${60 - shown} more in the Library:\nhttps://pursuit.hartwell.example/insights/documents`)
  const few = aDigestMail({ items: items.slice(0, 4) })
  expect((await rendered(few)).html).not.toContain('more in the Library')
})

test('shows as many of sixty short items as fit', async () => {
  const digest = aDigestMail({ items: Array.from({ length: 60 }, () => anItem()) })
  const { shown, fill } = await prepareDigestMail(digest)
  expect(shown).toBeGreaterThanOrEqual(20)
  expect(Buffer.byteLength(fill(aReader(digest)).html)).toBeLessThanOrEqual(MOST_BYTES)
})

test('compiles an email for ten thousand once, and fills it in under a tenth of that time', async () => {
  const digest = aDigestMail({ items: Array.from({ length: 10 }, () => anItem()) })
  const links = digest.items.map((_, i) => `https://pursuit.hartwell.example/api/d/${'a'.repeat(85)}${i}`)
  await prepareDigestMail(digest)
  let [making, filling] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Uses the fastest round of each, because a busy machine slows some rounds and speeds up none. Both are timed over
  // equally short stretches.
  for (let round = 0; round < 10; round++) {
    const began = performance.now()
    const { fill } = await prepareDigestMail(digest)
    making = Math.min(making, performance.now() - began)
    for (let part = 0; part < 100; part++) {
      const from = performance.now()
      let bytes = 0
      for (let i = 0; i < 10; i++) bytes += fill(aReader(digest, { why: `Because ${i}.`, links })).html.length
      filling = Math.min(filling, (performance.now() - from) / 10)
      expect(bytes).toBeGreaterThan(10 * 20_000)
    }
  }
  expect(filling).toBeLessThan(making / 10)
})

test('keeps the header text readable on any template color', () => {
  expect(inkOn('#15397E')).toBe('#ffffff')
  expect(inkOn('#8A5200')).toBe('#ffffff')
  expect(inkOn('#FFE680')).toBe('#172030')
})

test("shows a template's logo and image within bounds, and the default color for an invalid one", async () => {
  const logo = { url: 'https://pursuit.hartwell.example/logo.png', width: 960, height: 240 }
  const image = { url: 'https://pursuit.hartwell.example/banner.jpg', width: 1200, height: 300 }
  const { html } = await rendered(aDigestMail({ template: { logo, banner: { image, color: 'red;}' } } }))
  expect(html).toMatch(/<img[^>]*alt="Hartwell &amp; Stone LLP"[^>]*>/)
  const sized = html.match(/<img[^>]*>/g)!.map((tag) => [/width="(\d+)"/.exec(tag)![1], /height="(\d+)"/.exec(tag)![1]])
  expect(sized.slice(0, 2)).toEqual([
    ['600', '150'],
    ['192', '48'],
  ])
  expect(html).toContain('#15397E')
  expect(html).not.toContain('red;}')
})

test('lets an independent parser read both parts completely', async () => {
  const { subject, html, text } = await rendered()
  const bytes = await new MailComposer({ subject, html, text, from: 'a@a.example', to: 'b@b.example' })
    .compile()
    .build()
  const mail = await simpleParser(bytes)
  expect(mail.html.trim()).toBe(html)
  expect(mail.text.trim()).toBe(text.trim())
})

/**
 * Supported by Gmail, Outlook, Apple Mail, Yahoo, Samsung Email, and Thunderbird, by caniemail.com in November 2026. Look there
 * before you add an entry.
 */
const supported = `
  html head title meta div table tbody tr td p h1 h2 a img br
  alt= align= bgcolor= border= cellpadding= cellspacing= content= dir= height= href= http-equiv= lang= media= name= src=
  style= type= valign= width= xmlns= xmlns:o= xmlns:v=
  background: background-color: border: border-collapse: border-color: border-top: color: direction: display: font:
  font-family: font-size: font-weight: letter-spacing: line-height: margin: max-width: padding: padding-right:
  padding-top: text-align: text-decoration: text-transform: vertical-align: width: % px pt !important`
/** Without one of these features, an email client shows a plainer email with the same content. */
const plainerWithout = `
  body style class= target= role= aria-label= aria-roledescription= # > :root @media
  border-radius: border-spacing: color-scheme: supported-color-schemes: prefers-color-scheme: height: max-height:
  min-width: opacity: outline: overflow: white-space: word-break: word-spacing:
  -ms-interpolation-mode: -ms-text-size-adjust: -webkit-text-size-adjust: mso-padding-alt:
  mso-table-lspace: mso-table-rspace:`
const allowed = new Set([
  ...`${supported} ${plainerWithout}`.trim().split(/\s+/),
  ...['display: block', 'display: inline-block', 'display: none'],
])
const notAllowed = (html: string) => [...emailFeatures(html)].filter((feature) => !allowed.has(feature))

test('uses no required feature that an email client lacks', async () => {
  const image = { url: 'https://pursuit.hartwell.example/banner.jpg', width: 1200, height: 300 }
  const designs = [
    { logo: image, banner: { image } },
    { logo: null, banner: { color: '#123456' } },
  ]
  for (const template of designs)
    for (const items of [[anItem(), anItem(), anItem({ thumbnail: null })], [anItem({ thumbnail: null })]])
      expect(notAllowed((await rendered(aDigestMail({ greets: true, template, items }))).html)).toEqual([])
})

test('detects features that would break the email', () => {
  const html = `<style>@import "x"; p:hover + p { gap: 1rem } .a::before { color: red }</style>
    <picture><img src="x.webp" srcset="x 2x" style="display:flex;position:absolute;width:calc(1vw);font:system-ui"></picture>`
  expect(notAllowed(html)).toEqual(
    expect.arrayContaining(
      '@import :hover + ::before gap: rem picture .webp srcset= position: calc( vw system-ui'.split(' '),
    ),
  )
  expect(notAllowed(html)).toEqual(expect.arrayContaining(['display: flex', 'position: absolute']))
})
