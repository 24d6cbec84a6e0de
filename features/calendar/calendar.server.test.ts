import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { isFull } from '#tests/scope.ts'
import { run, runMeanwhile } from '#tools/programs.ts'
import { type CalendarLink, routes } from './contract.ts'
import { feedLimits } from './server/limit.ts'

let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const create = async (person: Client, given: Parameters<typeof aTarget>[0] = {}) =>
  (await person.call<TargetTile>(targets.create, { body: aTarget(given) })).body
const linkOf = async (person: Client) => (await person.call<CalendarLink>(routes.read)).body.webcal!
/** Fetches like a calendar client: no session, and http in place of webcal. */
const fetchFeed = (link: string, headers: Record<string, string> = {}) =>
  api.http.inject({
    url: new URL(link.replace(/^webcal/, 'http')).pathname,
    headers: { ...noHeaders, host: 'app.example', ...headers },
  })
const unfold = (text: string) => text.replaceAll('\r\n ', '')
const eventsIn = (text: string) => unfold(text).split('BEGIN:VEVENT').slice(1)

async function withoutFeature(): Promise<string> {
  const bare = await api.aFirm()
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,features,ical,on}', '"no"') where id = ${bare}`,
  )
  return bare
}

test('returns the same personal link from the calendar, GET user, and a fresh sign-in', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const link = await linkOf(dana)
  expect(link).toMatch(/^webcal:\/\/[^/]+\/api\/ical\/[\w-]{64}\.ics$/)
  const me = await dana.call<{ Subscriptions: FirmSubscriptions }>(account.me)
  expect(me.body.Subscriptions.targets?.features?.ical).toEqual({ on: 'yes', data: { webcal: link } })
  expect(await linkOf(lee)).not.toBe(link)
})

test('lists open steps as all-day events whose IDs survive a changed date', async () => {
  const dana = await api.aPerson(firm)
  const target = await create(dana, {
    company: 'Halden, Shipping; "A\\B"',
    tasks: [{ description: 'Zoë’s 🎉 call\nthen mail', due: '2026-11-27', help: '' }],
  })
  const link = await linkOf(dana)
  const first = await fetchFeed(link)
  expect(first.statusCode).toBe(200)
  expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const text = unfold(first.body)
  expect(text).toContain('X-WR-CALNAME:Pursuit\r\n')
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  expect(text).toContain('DTSTART;VALUE=DATE:20261127\r\n')
  expect(text).toContain('TRANSP:TRANSPARENT\r\n')
  expect(text).toContain('X-MICROSOFT-CDO-BUSYSTATUS:FREE\r\n')
  expect(text).toContain('SUMMARY:Zoë’s 🎉 call\\nthen mail – Halden\\, Shipping\\; "A\\\\B"\r\n')
  expect(text).toContain(`/target/${target.id}\r\n`)
  expect(text).toMatch(/\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/)
  expect(text).toMatch(/\r\nLAST-MODIFIED:\d{8}T\d{6}Z\r\n/)
  const uid = /UID:(.*)\r\n/.exec(text)![1]
  await dana.call(targets.edit, { params: { id: target.id }, body: { due: '2026-12-01' } })
  const moved = unfold((await fetchFeed(link)).body)
  expect(moved).toContain('DTSTART;VALUE=DATE:20261201\r\n')
  expect(moved).toContain(`UID:${uid}\r\n`)
})

test('folds lines at 75 octets, and unfolding restores the text', async () => {
  const dana = await api.aPerson(firm)
  const description = '日本語のとても長い説明 🎉 '.repeat(8).trim()
  await create(dana, { company: 'Å'.repeat(100), tasks: [{ description, due: '2026-11-27', help: '' }] })
  const { body } = await fetchFeed(await linkOf(dana))
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(unfold(body)).toContain(`SUMMARY:${description} – ${'Å'.repeat(100)}\r\n`)
})

test('excludes targets on hold, won, lost, or in the trash, and colleagues’ steps', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const [held, won, lost, trashed] = [await create(dana), await create(dana), await create(dana), await create(dana)]
  await create(dana, { company: 'Mine alone', private: true })
  await create(lee, { company: 'Of Lee' })
  await dana.call(targets.archive, { params: { id: held.id } })
  await dana.call(targets.complete, { params: { id: won.id }, body: { revenue: 1 } })
  await dana.call(targets.lose, { params: { id: lost.id }, body: {} })
  await dana.call(targets.trash, { params: { id: trashed.id } })
  const events = eventsIn((await fetchFeed(await linkOf(dana))).body)
  expect(events).toHaveLength(1)
  expect(events[0]).toContain('Mine alone')
})

test('excludes an unanswered invitation and lists only the person’s own step once accepted', async () => {
  const [dana, lee] = [await api.aPerson(firm), await api.aPerson(firm)]
  const target = await create(dana, { tasks: [{ description: 'The owner’s step', due: '2026-11-27', help: '' }] })
  const shared = await dana.call<TargetTile>(targets.share, { params: { id: target.id, userId: lee.actor.id } })
  const link = await linkOf(lee)
  expect(eventsIn((await fetchFeed(link)).body)).toEqual([])
  const share = shared.body.collaborators.find(({ user_id }) => user_id === lee.actor.id)!
  await lee.call(targets.acceptShare, { params: { id: share.share_id } })
  const [event, ...others] = eventsIn((await fetchFeed(link)).body)
  expect(others).toEqual([])
  expect(event).not.toContain('The owner’s step')
})

test('returns 304 without a body for an unchanged calendar with its ETag', async () => {
  const dana = await api.aPerson(firm)
  const target = await create(dana)
  const link = await linkOf(dana)
  const { headers } = await fetchFeed(link)
  const again = await fetchFeed(link, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await dana.call(targets.edit, { params: { id: target.id }, body: { due: '2026-12-24' } })
  const changed = await fetchFeed(link, { 'if-none-match': String(headers.etag) })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(headers.etag)
})

test('returns the same 404 for any invalid secret, and accepts a new link', async () => {
  const dana = await api.aPerson(firm)
  await create(dana)
  const first = await linkOf(dana)
  const { webcal: second } = (await dana.call<CalendarLink>(routes.rotate)).body
  expect(second).not.toBe(first)
  expect((await fetchFeed(second!)).statusCode).toBe(200)
  await dana.call(routes.revoke)
  expect((await dana.call<CalendarLink>(routes.read)).body.webcal).toBeNull()
  const me = await dana.call<{ Subscriptions: FirmSubscriptions }>(account.me)
  expect(me.body.Subscriptions.targets?.features?.ical).toEqual({ on: 'yes' })
  const other = await linkOf(await api.aPerson(await api.aFirm()))
  const [ours, theirs] = [first, other].map((link) => Buffer.from(/([\w-]{64})\.ics/.exec(link)![1]!, 'base64url'))
  const mixed = Buffer.concat([ours!.subarray(0, 16), theirs!.subarray(16)]).toString('base64url')
  const wrong = [
    first,
    second!,
    `webcal://x/api/ical/${mixed}.ics`,
    'webcal://x/api/ical/nonsense.ics',
    `webcal://x/api/ical/${'A'.repeat(64)}.ics`,
  ]
  for (const link of wrong) {
    const reply = await fetchFeed(link)
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'We couldn’t find this.', code: 'not_found' }])
  }
  const { webcal: third } = (await dana.call<CalendarLink>(routes.rotate)).body
  expect((await fetchFeed(third!)).statusCode).toBe(200)
})

/**
 * Returns the response to one request beyond the limit. Starts over with another link if the 15-minute window ends in
 * between.
 */
async function askTooOften(anyLink: () => Promise<string>) {
  const quarter = () => Math.floor(Date.now() / (15 * 60_000))
  for (;;) {
    const [link, begun, statuses] = [await anyLink(), quarter(), new Set<number>()]
    for (let i = 0; i < feedLimits.ical; i++) statuses.add((await fetchFeed(link)).statusCode)
    const last = await fetchFeed(link)
    if (quarter() === begun) return { statuses: [...statuses], last }
  }
}

test('rate-limits an overused calendar, valid or not, without affecting others', async () => {
  const lee = await api.aPerson(firm)
  const right = async () => linkOf(await api.aPerson(firm))
  const wrong = async () => `webcal://x/api/ical/${randomBytes(48).toString('base64url')}.ics`
  for (const [link, found] of [
    [right, 200],
    [wrong, 404],
  ] as const) {
    const { statuses, last } = await askTooOften(link)
    expect(statuses).toEqual([found])
    expect([last.statusCode, last.json().code]).toEqual([429, 'too_many'])
    const wait = Number(last.headers['retry-after'])
    expect(wait > 0 && wait <= 15 * 60, String(wait)).toBe(true)
  }
  expect((await fetchFeed(await linkOf(lee))).statusCode).toBe(200)
})

test('rate-limits an IP address that tries very many secrets', async () => {
  const at = '198.51.100.7'
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`
    insert into rate_limits (scope, subject, window_start, tries)
    values ('ical_address', ${at}, date_bin('15 minutes', now(), timestamptz '2020-01-01'), ${feedLimits.ical_address})`,
  )
  const link = await linkOf(await api.aPerson(firm))
  const { pathname } = new URL(link.replace(/^webcal/, 'http'))
  const reply = await api.http.inject({ url: pathname, remoteAddress: at })
  expect([reply.statusCode, reply.headers['retry-after'] !== undefined]).toEqual([429, true])
  expect((await fetchFeed(link)).statusCode).toBe(200)
})

test('has no link and no calendar without the feature', async () => {
  const dana = await api.aPerson(await withoutFeature())
  for (const route of [routes.read, routes.rotate, routes.revoke]) expect((await dana.call(route)).status).toBe(403)
  const me = await dana.call<{ Subscriptions: FirmSubscriptions }>(account.me)
  expect(me.body.Subscriptions.targets?.features?.ical).toEqual({ on: 'no' })
})

test.runIf(isFull)('is readable by a third-party calendar parser', async () => {
  const dana = await api.aPerson(firm)
  await create(dana, {
    company: 'Müller, Söhne & Co',
    tasks: [{ description: 'Call; then write 🎉', due: '2026-11-27', help: '' }],
  })
  await create(dana, {
    company: '',
    contact: 'Ada Okafor',
    tasks: [{ description: 'Lunch', due: '2028-02-29', help: '' }],
  })
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-calendar-'))
  try {
    const file = join(folder, 'pursuit.ics')
    writeFileSync(file, (await fetchFeed(await linkOf(dana))).body)
    const config = join(folder, 'config')
    const formats = ['date', 'longdate'].map((name) => `${name}format = %Y-%m-%d`)
    const times = ['datetime', 'longdatetime'].map((name) => `${name}format = %Y-%m-%d %H:%M`)
    writeFileSync(
      config,
      [
        '[calendars]',
        '[[pursuit]]',
        `path = ${folder}/calendar`,
        '[sqlite]',
        `path = ${folder}/db`,
        '[locale]',
        'timeformat = %H:%M',
        ...formats,
        ...times,
      ].join('\n'),
    )
    const said = run('khal', ['-c', config, 'printics', '--format', '{start-date}|{title}', file])
    expect(said.split('\n').filter((line) => line.includes('|'))).toEqual([
      '2026-11-27|Call; then write 🎉 – Müller, Söhne & Co',
      '2028-02-29|Lunch – Ada Okafor',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.runIf(isFull)('syncs with vdirsyncer from a running server and follows a change', async () => {
  const dana = await api.aPerson(firm)
  const target = await create(dana, {
    company: 'Müller, Söhne & Co',
    tasks: [{ description: 'Call; then write 🎉', due: '2026-11-27', help: '' }],
  })
  const link = await linkOf(dana)
  const running = await api.http.listen({ port: 0, host: '127.0.0.1' })
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-vdirsyncer-'))
  const config = join(folder, 'config')
  const sync = (...args: string[]) => runMeanwhile('vdirsyncer', ['-c', config, ...args])
  const kept = () => {
    const files = readdirSync(join(folder, 'calendar')).filter((name) => name.endsWith('.ics'))
    return files.map((name) => unfold(readFileSync(join(folder, 'calendar', name), 'utf8')))
  }
  try {
    mkdirSync(join(folder, 'calendar'))
    const lines = [
      '[general]',
      `status_path = "${folder}/status"`,
      '[pair pursuit]',
      'a = "local"',
      'b = "feed"',
      'collections = null',
      'conflict_resolution = "b wins"',
      '[storage local]',
      'type = "filesystem"',
      `path = "${folder}/calendar"`,
      'fileext = ".ics"',
      '[storage feed]',
      'type = "http"',
      `url = "${running}${new URL(link.replace(/^webcal/, 'http')).pathname}"`,
    ]
    writeFileSync(config, lines.join('\n'))
    await sync('discover', '--no-list')
    await sync('sync')
    const [event, ...others] = kept()
    expect(others).toEqual([])
    expect(event).toMatch(/DTSTART;VALUE=DATE:20261127\r?\n/)
    expect(event).toMatch(/SUMMARY:Call\\; then write 🎉 – Müller\\, Söhne & Co\r?\n/)

    await dana.call(targets.edit, { params: { id: target.id }, body: { due: '2026-12-24' } })
    await create(dana, { company: 'Halden', tasks: [{ description: 'Lunch', due: '2028-02-29', help: '' }] })
    await sync('sync')
    const days = kept().map((text) => /DTSTART;VALUE=DATE:(\d+)/.exec(text)?.[1])
    expect(days.sort()).toEqual(['20261224', '20280229'])
    await dana.call(targets.complete, { params: { id: target.id }, body: { revenue: 1 } })
    await sync('sync')
    expect(kept()).toHaveLength(1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
