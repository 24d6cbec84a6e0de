// Digest emails after delivery: clicks, bounces, and unsubscribes.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { areaPath } from '#core/contract/area.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import type { MadeMail } from '#core/server/outgoing/madeMail.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { insightsFlag } from '../flagsContract.ts'
import { type Bounce, mailRoutes } from './mailContract.ts'
import { recordBouncedDigests } from './server/mail/bounces.ts'
import { clicksOf } from './server/mail/clicks.ts'
import { mailKeyOf, mailTokenOf } from './server/mail/mailToken.ts'
import { mailPictureOf } from './server/mail/pictures.ts'
import { digestMails, digestOccasion, notMailed, queueDigestMails } from './server/mail/sending.ts'
import { aDigestMail, anItem } from './testing/aDigestMail.ts'

const KEY = 'the-key-of-whoever-reports-bounces'
const SITE = 'https://pursuit.hartwell.example'
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

let api: Api
let admin: Client
let lee: Client
beforeAll(async () => {
  api = await openApi({ means: { bounceKey: KEY, siteUrl: () => SITE } })
  const orgId = await api.aFirm()
  admin = await api.aPerson(orgId, { role: 'admin' })
  lee = await api.aPerson(orgId)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.now = new Date('2026-11-23T16:00:00.000Z')
  await counting(true)
})

const settings = { sender_name: '', reply_name: '', reply_address: '', counts_clicks: false, place: '' }
const counting = (counts_clicks: boolean) =>
  admin.call(mailRoutes.changeSettings, { body: { ...settings, counts_clicks } })
const WHY = 'You’re getting this because you’re on the list “Tax group.”'
const person = ({ actor, email }: Client) => ({ userId: actor.id, email, name: 'Lee Park', why: WHY })

/** Creates a run for these people and returns each one's email. */
async function aRun(people: Client[], mail = aDigestMail({ items: sixItems })) {
  const runId = randomUUID()
  const { orgId } = people[0]!
  await withOrg(api.database, orgId, (tx) => queueDigestMails(tx, { orgId, runId, mail, people: people.map(person) }))
  const mails = await withOrg(api.database, orgId, async (tx) => {
    const made: (MadeMail | null)[] = []
    for (const one of people)
      made.push(
        await digestMails.make(tx, {
          orgId,
          recipient: one.email,
          about: { runId, userId: one.actor.id, why: WHY },
          origin: SITE,
        }),
      )
    return made
  })
  return { runId, mails, linksOf: (at: number) => [...new Set(mails[at]!.text.match(/https:\S+\/api\/d\/[\w-]{86}/g))] }
}
const sixItems = Array.from({ length: 6 }, (_, i) => anItem({ url: `https://vimeo.com/${i}`, title: `Item ${i}` }))

const open = (link: string, { method = 'GET', agent = CHROME }: { method?: 'GET' | 'HEAD'; agent?: string } = {}) =>
  api.http.inject({ method, url: link.replace(SITE, ''), headers: { 'user-agent': agent } })
const clicks = (runId: string) =>
  withOrg(api.database, admin.orgId, async (tx) => (await clicksOf(tx, [runId])).get(runId))
const later = (seconds: number) => (api.clock.now = new Date(api.clock.now!.getTime() + seconds * 1000))

test('redirects a link to its item and counts it once per person and item', async () => {
  const { runId, linksOf } = await aRun([lee, admin])
  expect(linksOf(0)).toHaveLength(6)
  expect(new Set(linksOf(0).map((link) => link.length)).size).toBe(1)
  expect(await clicks(runId)).toEqual({ people: 0, links: 0, items: [] })
  for (const link of [linksOf(0)[2]!, linksOf(0)[2]!, linksOf(1)[2]!]) {
    const answer = await open(link)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('https://vimeo.com/2')
    later(60)
  }
  await open(linksOf(0)[4]!)
  expect(await clicks(runId)).toEqual({
    people: 2,
    links: 3,
    items: [
      { item: 2, people: 2 },
      { item: 4, people: 1 },
    ],
  })
})

test('redirects scanners without counting them: HEAD requests, known user agents, and bursts', async () => {
  const { runId, linksOf } = await aRun([lee, admin])
  const [first] = linksOf(0)
  for (const how of [
    { method: 'HEAD' as const },
    { agent: '' },
    { agent: 'Barracuda Sentinel (EE)' },
    { agent: 'Googlebot/2.1' },
  ])
    expect((await open(first!, how)).statusCode).toBe(302)
  expect((await clicks(runId))!.links).toBe(0)
  for (const link of linksOf(0)) {
    await open(link)
    later(1)
  }
  expect((await clicks(runId))!.links).toBe(0)
  later(3600)
  await open(first!)
  await open(linksOf(1)[0]!)
  expect(await clicks(runId)).toEqual({ people: 2, links: 2, items: [{ item: 0, people: 2 }] })
})

test('returns 404 for forged links, links of another firm, and missing items', async () => {
  const { runId, linksOf } = await aRun([lee])
  const token = linksOf(0)[0]!.split('/').at(-1)!
  const stranger = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }), { role: 'admin' })
  const forged = await withOrg(api.database, stranger.orgId, async (tx) =>
    mailTokenOf(mailKeyOf(tx, stranger.orgId), { orgId: lee.orgId, runId, userId: lee.actor.id, item: 0 }),
  )
  const none = await withOrg(api.database, lee.orgId, async (tx) =>
    mailTokenOf(mailKeyOf(tx, lee.orgId), { orgId: lee.orgId, runId, userId: lee.actor.id, item: 6 }),
  )
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
  const pages = new Set<string>()
  for (const one of [
    forged,
    none,
    changed,
    `${token.slice(0, -4)}AAAA`,
    'A'.repeat(86),
    'A'.repeat(85),
    `${token}%20.`,
  ])
    for (const path of ['d', 'digestmail']) {
      const answer = await open(`${SITE}/api/${path}/${one}`)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      pages.add(answer.body)
    }
  // All of them show the same page, which links to the Library.
  expect(pages.size).toBe(1)
  expect([...pages][0]).toContain('This link is no longer valid')
  expect([...pages][0]).toContain('href="/insights/library"')
  expect((await clicks(runId))!.links).toBe(0)
})

test("contains no recipient's address, and plain links if the firm doesn't count clicks", async () => {
  const { mails } = await aRun([lee])
  const links = mails[0]!.html.match(/href="[^"]*"/g)!
  expect(links.length).toBeGreaterThan(10)
  expect(links.some((link) => link.includes(lee.email) || link.includes(encodeURIComponent(lee.email)))).toBe(false)
  await counting(false)
  const plain = await aRun([lee])
  expect(plain.linksOf(0)).toEqual([])
  expect(plain.mails[0]!.text).toContain('https://vimeo.com/3')
  expect(await clicks(plain.runId)).toBeUndefined()
})

test('stops counting clicks of earlier emails when the firm turns counting off, but still redirects', async () => {
  const { runId, linksOf } = await aRun([lee])
  await counting(false)
  expect((await open(linksOf(0)[0]!)).statusCode).toBe(302)
  expect((await clicks(runId))!.links).toBe(0)
})

test('shows an email in the browser without scripts, only to people who have its link', async () => {
  const { mails } = await aRun([lee])
  const view = /https:\S+\/api\/digestmail\/[\w-]{86}/.exec(mails[0]!.text)![0]
  const answer = await open(view)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.body).toContain('Item 5')
  expect((await open(view.slice(0, -6).padEnd(view.length, 'A'))).statusCode).toBe(404)
})

test('hides emails while the firm is suspended or has no Insights, and their images while it is suspended', async () => {
  const { mails } = await aRun([lee])
  const view = /https:\S+\/api\/digestmail\/[\w-]{86}/.exec(mails[0]!.text)![0]
  const content = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#15397e' } })
    .webp()
    .toBuffer()
  const files = filesOf(api.database)
  const kind = files.kinds.get('contentThumbnail')!
  const placed = await files.place(admin.orgId, kind, { content, name: 'page.webp', type: 'image/webp' })
  await files.change(admin.orgId, [placed], ({ keep }) => keep(placed, null))
  const { url } = await withOrg(api.database, admin.orgId, async (tx) =>
    mailPictureOf(tx, SITE, { orgId: admin.orgId, id: placed.id }),
  )
  const statuses = async () => [(await open(view)).statusCode, (await open(url)).statusCode]
  const change = (what: ReturnType<typeof sql>) =>
    withoutRls(api.database, (tx) => tx.sql`update orgs set ${what} where id = ${admin.orgId}`)
  const flagPath = sql`${areaPath(insightsFlag)}::text[]`
  expect(await statuses()).toEqual([200, 200])
  await change(sql`suspended_at = now()`)
  expect(await statuses()).toEqual([404, 404])
  await change(sql`suspended_at = null, subscriptions = jsonb_set(subscriptions, ${flagPath}, '"no"')`)
  expect(await statuses()).toEqual([404, 200])
  await change(sql`subscriptions = jsonb_set(subscriptions, ${flagPath}, '"yes"')`)
  expect(await statuses()).toEqual([200, 200])
})

test('unsubscribes with one click without signing in, confirms on the page, and lets the person return', async () => {
  const { mails } = await aRun([lee])
  const path = mails[0]!.unsubscribePath!
  const page = await api.http.inject({ method: 'GET', url: path })
  expect(page.body).toContain('Turn off “Digests”?')
  expect(page.body).toContain('Their content is still in the Library.')
  const wants = () =>
    withOrg(api.database, lee.orgId, async (tx) => (await notMailed(tx, [lee.actor.id])).get(lee.actor.id))
  expect(await wants()).toBeUndefined()
  const form = (payload: string) =>
    api.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  expect((await form('List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect(await wants()).toBe('unsubscribed')
  expect((await aRun([lee])).mails).toEqual([null])
  expect((await form('turn=on')).body).toContain('back on')
  expect(await wants()).toBeUndefined()
})

const report = (mark: string, { action = 'failed', status = '5.1.1', said = '550 5.1.1 User unknown' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.elsewhere.example',
    'To: pursuit@hartwell.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Die E-Mail konnte nicht zugestellt werden.',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.elsewhere.example',
    '',
    'Final-Recipient: rfc822; somebody@elsewhere.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp;',
    `    ${said}`,
    '',
    '--cut',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Hartwell & Stone LLP <pursuit@hartwell.example>',
    `Message-ID:`,
    ` <${mark}@hartwell.example>`,
    'Subject: Before the year ends: 2026',
    '',
    '--cut--',
    '',
  ].join('\r\n')
const post = async (message: string, key = KEY) => {
  later(1)
  return api.http.inject({
    method: 'POST',
    url: '/api/digestmail/bounced',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ message }),
  })
}
const bounces = async () =>
  (
    await admin.call<{ bounces: Pick<Bounce, 'address' | 'since' | 'soft' | 'soft_since' | 'reason'>[] }>(
      mailRoutes.bounces,
    )
  ).body.bounces

test('stops digests to a nonexistent address until an admin allows them', async () => {
  const kim = await api.aPerson(admin.orgId)
  const { mails } = await aRun([kim])
  const hard = report(mails[0]!.mark!)
  expect((await post(hard)).json()).toEqual({ taken: true })
  expect(await bounces()).toEqual([
    expect.objectContaining({
      address: kim.email,
      since: expect.stringMatching(/^2026-11-23/),
      reason: 'The mail server said: 550 5.1.1 User unknown',
    }),
  ])
  expect((await aRun([kim])).mails).toEqual([null])
  expect((await kim.call(mailRoutes.lift, { body: { address: kim.email } })).status).toBe(403)
  expect((await admin.call(mailRoutes.lift, { body: { address: kim.email.toUpperCase() } })).status).toBe(200)
  expect(await bounces()).toEqual([])
  expect((await aRun([kim])).mails[0]).not.toBeNull()
})

test('counts a full mailbox once per email, and ignores filters, delays, and delivery reports', async () => {
  const pat = await api.aPerson(admin.orgId)
  const { mails } = await aRun([pat])
  const mark = mails[0]!.mark!
  const passing = { status: '5.7.1', said: '550 5.7.1 Message rejected as spam' }
  await post(report(mark, passing))
  expect(await bounces()).toContainEqual(expect.objectContaining({ address: pat.email, since: null, soft: 0 }))
  for (const _ of [1, 2]) await post(report(mark, full))
  await post(report(mark, passing))
  await post(report(mark, { action: 'delayed', status: '4.4.1', said: 'connection timed out' }))
  await post(report(mark, { action: 'relayed', status: '2.0.0', said: '250 ok' }))
  expect(await bounces()).toContainEqual(expect.objectContaining({ address: pat.email, since: null, soft: 1 }))
  expect((await aRun([pat])).mails[0]).not.toBeNull()
})

const full = { status: '5.2.2', said: '552 5.2.2 Mailbox full' }
/** Sends emails to this person at this interval in days, all of which bounce the same way. */
async function comesBack(who: Client, times: number, days: number, how = full) {
  for (let time = 0; time < times; time++) {
    if (time > 0) later(days * 86_400)
    const [mail] = (await aRun([who])).mails
    expect(mail).not.toBeNull()
    expect((await post(report(mail!.mark!, how))).json()).toEqual({ taken: true })
  }
}
const stateOf = async (who: Client) => (await bounces()).find(({ address }) => address === who.email)

test('stops digests after five full-mailbox failures over two weeks, until an admin allows them', async () => {
  const jo = await api.aPerson(admin.orgId)
  await comesBack(jo, 4, 7)
  expect(await stateOf(jo)).toMatchObject({ since: null, soft: 4, soft_since: expect.stringMatching(/^2026-11-23/) })
  later(7 * 86_400)
  await comesBack(jo, 1, 0)
  expect(await stateOf(jo)).toMatchObject({
    since: expect.stringMatching(/^2026-12-21/),
    reason: '5 emails bounced within 28 days. The mail server said: 552 5.2.2 Mailbox full',
  })
  expect((await aRun([jo])).mails).toEqual([null])
  expect((await admin.call(mailRoutes.lift, { body: { address: jo.email } })).status).toBe(200)
  expect(await stateOf(jo)).toBeUndefined()
  await comesBack(jo, 1, 0)
  expect(await stateOf(jo)).toMatchObject({ since: null, soft: 1 })
})

test("doesn't stop digests after five failures within days, over half a year, or from filters", async () => {
  const [quick, slow, filtered] = [
    await api.aPerson(admin.orgId),
    await api.aPerson(admin.orgId),
    await api.aPerson(admin.orgId),
  ]
  await comesBack(quick, 6, 1)
  await comesBack(slow, 6, 60)
  await comesBack(filtered, 6, 7, { status: '5.7.1', said: '550 5.7.1 blocked using a list' })
  for (const one of [quick, slow, filtered]) expect(await stateOf(one)).toMatchObject({ since: null })
})

test('accepts only reports about our own emails from a caller with the key', async () => {
  const ray = await api.aPerson(admin.orgId)
  const { mails, linksOf } = await aRun([ray])
  const before = await bounces()
  const mark = mails[0]!.mark!
  expect((await post(report(mark), 'another-key')).statusCode).toBe(401)
  for (const one of [linksOf(0)[0]!.split('/').at(-1)!, 'f'.repeat(86), `${mark.slice(0, -4)}AAAA`, 'short'])
    expect((await post(report(one))).json()).toEqual({ taken: false })
  for (const words of ['Hello', 'Content-Type: multipart/report; boundary="x"\r\n\r\n--x', '\u0000'.repeat(5000)])
    expect((await post(words)).json()).toEqual({ taken: false })
  expect(await bounces()).toEqual(before)
})

test('treats an immediate rejection by a mail server like a bounce', async () => {
  const sky = await api.aPerson(admin.orgId)
  const { runId } = await aRun([sky])
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update outgoing set state = 'failed', problem = 'Can''t send mail: 550 5.1.1 No such user here', moved_at = now()
      where occasion = ${digestOccasion(runId, sky.actor.id)}`,
  )
  await recordBouncedDigests.run(api.database)
  await recordBouncedDigests.run(api.database)
  // A failure of our own mail server says nothing about the address.
  const max = await api.aPerson(admin.orgId)
  const { runId: second } = await aRun([max])
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update outgoing set state = 'failed', problem = 'connect ECONNREFUSED 192.0.2.1:25', moved_at = now()
      where occasion = ${digestOccasion(second, max.actor.id)}`,
  )
  await recordBouncedDigests.run(api.database)
  expect(await stateOf(max)).toMatchObject({ since: null, soft: 0 })
  expect(await bounces()).toContainEqual(
    expect.objectContaining({ address: sky.email, since: expect.any(String), soft: 0 }),
  )
})

test('lets content managers read the mail settings, only admins change them, and others see nothing', async () => {
  const morgan = await api.aPerson(admin.orgId, { settings: { 'key-org_report': 1 } })
  const off = await api.aPerson(admin.orgId, { settings: { 'key-org_report': 0 } })
  const body = { ...settings, sender_name: 'Hartwell insights', reply_address: 'news@hartwell.example' }
  expect((await morgan.call(mailRoutes.settings)).status).toBe(200)
  expect((await morgan.call(mailRoutes.changeSettings, { body })).status).toBe(403)
  expect((await off.call(mailRoutes.settings)).status).toBe(403)
  expect((await admin.call(mailRoutes.changeSettings, { body })).body).toEqual(body)
  expect((await admin.call(mailRoutes.settings)).body).toEqual(body)
  const wrong = await admin.call(mailRoutes.changeSettings, { body: { ...body, reply_address: 'a\r\nb@c.example' } })
  expect(wrong.status).toBe(400)
})

test('A picture of an item is shown to anyone with its URL, as a JPEG of one size; what is no picture of ours is 404', async () => {
  const content = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#0a625f' } })
    .webp()
    .toBuffer()
  const files = filesOf(api.database)
  const kind = files.kinds.get('contentThumbnail')!
  const placed = await files.place(admin.orgId, kind, { content, name: 'page.webp', type: 'image/webp' })
  await files.change(admin.orgId, [placed], ({ keep }) => keep(placed, null))
  const { url, width, height } = await withOrg(api.database, admin.orgId, async (tx) =>
    mailPictureOf(tx, SITE, { orgId: admin.orgId, id: placed.id }),
  )
  expect([width, height]).toEqual([400, 225])
  for (const _ of [1, 2]) {
    const shown = await open(url)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(shown.headers['cross-origin-resource-policy']).toBe('cross-origin')
    const { format, ...sides } = await sharp(shown.rawPayload).metadata()
    expect([format, sides.width, sides.height]).toEqual(['jpeg', 800, 450])
  }
  const stranger = await api.aFirm({ name: 'Brook & Vale' })
  const foreign = await withOrg(api.database, stranger, async (tx) =>
    mailPictureOf(tx, SITE, { orgId: stranger, id: placed.id }),
  )
  for (const wrong of [
    foreign.url,
    url.slice(0, -5).padEnd(url.length, 'A'),
    url.replace(/[\w-]{62}$/, 'A'.repeat(62)),
  ])
    expect((await open(wrong)).statusCode).toBe(404)
  await files.change(admin.orgId, [], ({ drop }) => drop(placed.id))
  expect((await open(url)).statusCode).toBe(404)
})
