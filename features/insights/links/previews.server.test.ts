// Previews of external links, against test servers in place of the providers: they respond, fail, delay, lie, and
// redirect to internal addresses.
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type LinkPreviewData, linkMessages, linkRoutes } from './contract.ts'
import { LIMITS } from './server/asking.ts'
import { attachPreviews, picturesOfLinks, sweepLeft } from './server/previews.ts'
import { away, bytes, endless, json, type StandIns, startStandIns } from './testing/standIns.ts'

let api: Api
let standIns: StandIns
let morgan: Client
let picture: Buffer
beforeAll(async () => {
  standIns = await startStandIns()
  api = await openApi({
    means: {
      limits: { allowed: [standIns.origin], milliseconds: 1000, bytes: 100_000 },
      linkServices: standIns.services,
    },
  })
  picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#15397e' } })
    .png()
    .toBuffer()
  const orgId = await api.aFirm()
  morgan = await api.aPerson(orgId, { settings: { 'key-org_report': 1 } })
})
afterAll(async () => {
  await api.close()
  standIns.close()
})
beforeEach(async () => {
  api.clock.now = new Date('2026-11-23T16:00:00.000Z')
  for (const path of Object.keys(standIns.answers)) delete standIns.answers[path]
  standIns.asked.length = 0
  await withoutRls(api.database, async (tx) => {
    await tx.sql`delete from service_tokens`
    await tx.sql`update link_previews set made_at = now() - interval '1 hour'`
    await tx.sql`delete from rate_limits where scope = 'link_preview'`
  })
})

const ask = (url: string, who = morgan) => who.call<LinkPreviewData>(linkRoutes.preview, { body: { url } })
const refused = { status: 400, body: { message: linkMessages.noPreview, errors: { url: linkMessages.noPreview } } }
const VIMEO = 'https://vimeo.com/412008175'
const vimeo = (more: object = {}) =>
  json({
    title: 'Interest rates and your credit line',
    description: 'What to ask your bank.',
    duration: 408,
    thumbnail_url: 'https://i.vimeocdn.com/video/1.jpg',
    ...more,
  })

test('shows the title, description, duration, and our copy of the image for a Vimeo video', async () => {
  standIns.answers['/api/oembed.json'] = vimeo()
  standIns.answers['/video/1.jpg'] = bytes('image/png', picture)
  const { status, body } = await ask(`${VIMEO}?share=copy`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    provider: 'Vimeo',
    title: 'Interest rates and your credit line',
    description: 'What to ask your bank.',
    duration: '06:48',
    seconds: 408,
    width: 800,
    height: 450,
    url: VIMEO,
  })
  const shown = await api.http.inject({ method: 'GET', url: body.thumbnail })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await sharp(shown.rawPayload).metadata()).format).toBe('jpeg')
})

test("shows the duration and text of a YouTube video's page in any language and encoding", async () => {
  standIns.answers['/oembed'] = json({
    title: '移転価格 &amp; 税務 <b>',
    thumbnail_url: 'https://i.ytimg.com/vi/x/hq.jpg',
  })
  const page = Buffer.from('<html><head><meta charset="shift_jis"><meta property="og:description" content="', 'latin1')
  // 日本語 in Shift JIS
  const words = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
  const rest = Buffer.from(' &lt;script&gt;"><meta itemprop="duration" content="PT1H10M24S"></head>', 'latin1')
  standIns.answers['/watch'] = bytes('text/html', Buffer.concat([page, words, rest]))
  const { body } = await ask('https://youtu.be/dQw4w9WgXcQ')
  expect(body).toMatchObject({
    provider: 'YouTube',
    title: '移転価格 & 税務 <b>',
    description: '日本語 <script>',
    duration: '70:24',
    thumbnail: '',
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
  standIns.answers['/watch'] = bytes('application/zip', 'PK')
  expect((await ask('https://youtu.be/dQw4w9WgXcQ')).body).toMatchObject({
    description: '',
    duration: '',
    seconds: null,
  })
})

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ012345'
const DRIVE = `https://drive.google.com/file/d/${FILE}/view`

test('requests a Drive file with a token stored encrypted for an hour, renewed on expiry or rejection', async () => {
  let given = 0
  standIns.answers['/drive/token'] = (_, response) => json({ access_token: `secret-token-${++given}` })(_, response)
  standIns.answers[`/drive/v3/files/${FILE}`] = json({
    name: 'Deal video.mp4',
    thumbnailLink: 'https://lh3.googleusercontent.com/abc=s220',
    videoMediaMetadata: { durationMillis: '61500' },
  })
  standIns.answers['/abc=s800'] = bytes('image/png', picture)
  expect((await ask(`${DRIVE}?usp=sharing`)).body).toMatchObject({
    provider: 'Google Drive',
    title: 'Deal video.mp4',
    description: '',
    duration: '01:02',
    width: 800,
  })
  expect(standIns.asked.find((one) => one.includes('/abc=s800'))).toContain('Bearer secret-token-1')
  await ask(DRIVE)
  expect(given).toBe(1)
  const kept = await withoutRls(api.database, (tx) => tx.sql<{ sealed: Buffer }>`select sealed from service_tokens`)
  expect(kept.rows[0]!.sealed.toString('latin1')).not.toContain('secret-token')
  const asApp = withOrg(api.database, morgan.orgId, (tx) => tx.sql`select * from service_tokens`)
  await expect(asApp).rejects.toThrow(/permission denied/)

  api.clock.now = new Date('2026-11-23T17:00:00.000Z')
  await ask(DRIVE)
  expect(given).toBe(2)
  const files = standIns.answers[`/drive/v3/files/${FILE}`]!
  standIns.answers[`/drive/v3/files/${FILE}`] = (request, response) =>
    request.headers.authorization === 'Bearer secret-token-3'
      ? files(request, response)
      : json({}, 401)(request, response)
  expect((await ask(DRIVE)).status).toBe(200)
  expect(given).toBe(3)
})

test("uses the link's page if the Drive API has no data, unless the page belongs to no file", async () => {
  standIns.answers[`/file/d/${FILE}/view`] = bytes(
    'text/html; charset=utf-8',
    '<title>Fr&uuml;hjahrs&shy;bericht.pdf - Google Drive</title><meta property="og:image" content="file:///etc/passwd">',
  )
  expect((await ask(DRIVE)).body).toMatchObject({
    title: 'Früh\u00adjahrs\u00adbericht.pdf'.replace('h\u00adj', 'hj'),
    thumbnail: '',
  })
  standIns.answers[`/file/d/${FILE}/view`] = bytes('text/html', '<title>Google Drive</title>')
  expect(await ask(DRIVE)).toMatchObject(refused)
  standIns.answers[`/file/d/${FILE}/view`] = away('https://accounts.google.com/signin')
  expect(await ask(DRIVE)).toMatchObject(refused)
})

test('requests a OneDrive file by its link', async () => {
  const link = 'https://1drv.ms/v/s!AkQ1?e=abc'
  standIns.answers['/onedrive/token'] = json({ access_token: 'one' })
  standIns.answers[`/v1.0/shares/u!${Buffer.from(link).toString('base64url')}/driveItem`] = json({
    name: 'Panel.mp4',
    description: 'Our panel',
    video: { duration: 125_000 },
    thumbnails: [{ large: { url: 'https://onedrive.live.com/thumb.png' } }],
  })
  standIns.answers['/thumb.png'] = bytes('image/png', picture)
  expect((await ask(link)).body).toMatchObject({
    provider: 'OneDrive',
    title: 'Panel.mp4',
    description: 'Our panel',
    duration: '02:05',
    height: 450,
    url: link,
  })
})

test("rejects empty and unknown links with the specification's messages, without a request", async () => {
  expect((await ask('  ')).body).toMatchObject({ errors: { url: linkMessages.required } })
  for (const url of [
    'https://elsewhere.example/video',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'http://0.0.0.0/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://vimeo.com@169.254.169.254/1',
    'https://user:secret@vimeo.com/412008175',
    'https://vimeo.com.elsewhere.example/412008175',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'javascript:alert(1)//https://vimeo.com/412008175',
    `${standIns.origin}/api/oembed.json`,
    'nonsense',
  ])
    expect(await ask(url), url).toMatchObject(refused)
  expect(standIns.asked).toEqual([])
})

test.each([
  ['an error', json({ title: 'No' }, 500)],
  ['404', json({}, 404)],
  ['broken JSON', bytes('application/json', '{"title": "Half')],
  ['JSON of another shape', json({ titel: 'No' })],
  ['a list', json(['No'])],
  ['no title', json({ title: ' \n\u0000 ' })],
  ['a page', bytes('text/html', '<title>Sign in</title>')],
  ['100 MB', endless('application/json', 100 * 1024 * 1024)],
  ['a way inwards', away('http://169.254.169.254/latest/meta-data')],
  ['a way to this machine', away('https://localhost/')],
  ['a way elsewhere', away('https://elsewhere.example/oembed.json')],
  ['a way that never ends', away('https://vimeo.com/api/oembed.json')],
  ['a way to a file', away('file:///etc/passwd')],
  ['nothing', (_: unknown, response: { destroy: () => void }) => response.destroy()],
])('returns no preview if the provider responds with %s', async (_, answering) => {
  standIns.answers['/oembed.json'] = vimeo()
  standIns.answers['/api/oembed.json'] = answering as StandIns['answers'][string]
  expect(await ask(VIMEO)).toMatchObject(refused)
})

test('returns no preview after repeated redirects that end at an internal address', async () => {
  const [next, last] = ['/api/next.json', '/api/last.json']
  standIns.answers['/api/oembed.json'] = away(`https://vimeo.com${next}`)
  standIns.answers[next] = away(`https://vimeo.com${last}`)
  standIns.answers[last] = away('http://[::ffff:169.254.169.254]/latest/meta-data')
  expect(await ask(VIMEO)).toMatchObject(refused)
  expect(standIns.asked.map((one) => one.split(' ')[1]!.split('?')[0])).toEqual(['/api/oembed.json', next, last])
})

test('returns no preview if the provider takes too long, without waiting for it', async () => {
  const usual = LIMITS.json.milliseconds
  vi.spyOn(LIMITS.json, 'milliseconds', 'get').mockReturnValue(300)
  standIns.answers['/api/oembed.json'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(drip))
  }
  const began = performance.now()
  expect(await ask(VIMEO)).toMatchObject(refused)
  expect(performance.now() - began).toBeLessThan(usual / 2)
  vi.restoreAllMocks()
})

test.each([
  ['1 GB', endless('image/png', 1024 ** 3)],
  ['a page', bytes('text/html', '<script>alert(1)</script>')],
  ['a page that says it is a picture', bytes('image/png', '<script>alert(1)</script>')],
  [
    'an SVG',
    bytes('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>'),
  ],
  [
    'an SVG with a script',
    bytes(
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ),
  ],
  [
    'half a picture',
    (_: unknown, response: never) => bytes('image/png', picture.subarray(0, 60))(_ as never, response),
  ],
  ['a way inwards', away('http://169.254.169.254/1.jpg')],
  ['nothing', json({}, 404)],
])('leaves out an image that is %s and shows the rest', async (_, answering) => {
  standIns.answers['/api/oembed.json'] = vimeo()
  standIns.answers['/video/1.jpg'] = answering as StandIns['answers'][string]
  expect(await ask(VIMEO)).toMatchObject({
    status: 200,
    body: { title: 'Interest rates and your credit line', thumbnail: '', width: null },
  })
})

test("doesn't decode an image that claims 40,000 × 40,000 pixels", async () => {
  const content = Buffer.from(picture)
  content.writeUInt32BE(40_000, 16)
  content.writeUInt32BE(40_000, 20)
  content.writeUInt32BE(crc32(content.subarray(12, 29)), 29)
  standIns.answers['/api/oembed.json'] = vimeo()
  standIns.answers['/video/1.jpg'] = bytes('image/png', content)
  expect(await ask(VIMEO)).toMatchObject({ status: 200, body: { thumbnail: '' } })
})

test("doesn't decode an image with more pixels than memory allows", async () => {
  const huge = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  standIns.answers['/api/oembed.json'] = vimeo()
  standIns.answers['/video/1.jpg'] = bytes('image/png', huge)
  expect((await ask(VIMEO)).body.thumbnail).toBe('')
})

test("loads images only from the providers' hosts, whatever a response names", async () => {
  standIns.answers['/api/oembed.json'] = vimeo({ thumbnail_url: `${standIns.origin}/video/1.jpg` })
  standIns.answers['/video/1.jpg'] = bytes('image/png', picture)
  expect((await ask(VIMEO)).body.thumbnail).toBe('')
  standIns.answers['/api/oembed.json'] = vimeo({ thumbnail_url: 'https://elsewhere.example/video/1.jpg' })
  expect((await ask(VIMEO)).body.thumbnail).toBe('')
  expect(standIns.asked.some((one) => one.includes('1.jpg'))).toBe(false)
})

test('counts failed previews toward the rate limit', async () => {
  const busy = await api.aPerson(morgan.orgId, { role: 'admin' })
  for (let i = 0; i < 40; i++) expect((await ask(VIMEO, busy)).status).toBe(400)
  standIns.asked.length = 0
  expect((await ask(VIMEO, busy)).status).toBe(429)
  expect(standIns.asked).toEqual([])
})

test('allows previews only for content managers, up to the rate limit', async () => {
  const lee = await api.aPerson(morgan.orgId)
  expect((await ask(VIMEO, lee)).status).toBe(403)
  standIns.answers['/api/oembed.json'] = vimeo({ thumbnail_url: null })
  const busy = await api.aPerson(morgan.orgId, { role: 'admin' })
  for (let i = 0; i < 40; i++) expect((await ask(VIMEO, busy)).status).toBe(200)
  expect((await ask(VIMEO, busy)).status).toBe(429)
  expect((await ask(VIMEO)).status).toBe(200)
})

test('removes unused previews with their images, keeps used ones, and hides both from other firms', async () => {
  standIns.answers['/api/oembed.json'] = vimeo()
  standIns.answers['/video/1.jpg'] = bytes('image/png', picture)
  const [left, taken] = [(await ask(VIMEO)).body, (await ask(VIMEO)).body]
  const stranger = await api.aFirm({ name: 'Brook & Vale' })
  await withOrg(api.database, stranger, (tx) => attachPreviews(tx, [left.id]))
  const pictures = (orgId: string) => withOrg(api.database, orgId, (tx) => picturesOfLinks(tx, [left.id, taken.id]))
  expect((await pictures(stranger)).size).toBe(0)
  await withOrg(api.database, morgan.orgId, (tx) => attachPreviews(tx, [taken.id]))
  const picture_id = (await pictures(morgan.orgId)).get(taken.id)
  const soon = '2026-11-23T16:00:01.000Z'
  await sweepLeft(api.database, { left: soon, shown: '2020-01-01T00:00:00.000Z' })
  const opened = async (url: string) => (await api.http.inject({ method: 'GET', url })).statusCode
  expect([await opened(left.thumbnail), await opened(taken.thumbnail)]).toEqual([404, 200])
  expect(await filesOf(api.database).read(morgan.orgId, picture_id!)).not.toBeNull()
  await sweepLeft(api.database, { left: soon, shown: soon })
  expect(await opened(taken.thumbnail)).toBe(404)
})
