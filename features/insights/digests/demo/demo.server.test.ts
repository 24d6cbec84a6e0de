// The demo's digests: like those of a firm that has used them for a while, created once, and emailed to no one.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#core/contract/dates.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { DEMO_PASSWORD, makeDemo } from '#core/server/demo/demo.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { type Api, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'
import { demoLibrary } from '../../library/demo/server/demo.ts'
import type { Digest, DigestRecipient } from '../contract.ts'
import type { DistributionList } from '../lists.ts'
import type { StyleTemplate } from '../templates.ts'
import { lists, digests as told, unsubscribed } from './digests.ts'
import { placeDigests } from './server/demo.ts'

const ORIGIN = 'https://pursuit.hartwell.example'
const directory = mkdtempSync(join(tmpdir(), 'pursuit-digests-'))
let api: Api
let token = ''
beforeAll(async () => {
  api = await openApi({ means: { mail: { origin: () => ORIGIN, directory }, siteUrl: () => ORIGIN } })
  await makeDemo(api.database, product)
  await demoLibrary.place!(api.database)
  await Promise.all([placeDigests(api.database, ORIGIN), placeDigests(api.database, ORIGIN)])
  const answer = await api.http.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: clientHeaders(),
    payload: { email: 'admin@hartwell.example', password: DEMO_PASSWORD },
  })
  token = (answer.json() as { token: string }).token
})
afterAll(async () => {
  await api.close()
  rmSync(directory, { recursive: true })
})

const read = async <T>(path: string) =>
  (await api.http.inject({ url: `/api/${path}`, headers: clientHeaders(token) })).json() as T
const digestsNow = async () => (await read<{ digests: Digest[] }>('digest')).digests
const named = async (title: string) => (await digestsNow()).find((digest) => digest.title === title)!
const recipientsOf = async ({ id, runs }: Digest, at = 0) =>
  (await read<{ recipients: DigestRecipient[] }>(`digest/${id}/runs/${runs[at]!.id}/recipients`)).recipients

test('creates three sent, one recurring, and one draft digest, only once despite restarts and concurrent starts', async () => {
  const statuses = async () => (await digestsNow()).map(({ status }) => status).toSorted()
  expect(await statuses()).toEqual(['draft', 'scheduled', 'sent', 'sent', 'sent'])
  await placeDigests(api.database, ORIGIN)
  expect(await statuses()).toHaveLength(5)
})

test('creates two templates, one with a logo and a color, the other with an image', async () => {
  const { styletemplates } = await read<{ styletemplates: StyleTemplate[] }>('styletemplate')
  const looks = styletemplates.map(({ logo_image, image, image_selected }) => [!!logo_image, !!image, image_selected])
  expect(looks).toEqual([
    [true, false, 0],
    [false, true, 1],
  ])
  for (const { logo_image, image } of styletemplates)
    expect((await api.http.inject(logo_image || image)).statusCode).toBe(200)
})

test('creates three lists, one of them with a group', async () => {
  const { distributionlists } = await read<{ distributionlists: DistributionList[] }>('distributionlist')
  expect(distributionlists.map(({ name }) => name).toSorted()).toEqual(
    Object.values(lists)
      .map(({ name }) => name)
      .toSorted(),
  )
  const [ofGroup, ...others] = distributionlists.filter(({ groups }) => groups.length > 0)
  expect(others).toEqual([])
  expect(ofGroup!.reach).toBeGreaterThan(ofGroup!.users!.length)
})

test('delivers most emails, with one failed, one unconfirmed, and one unsubscribed, each with a reason', async () => {
  const runs = (await digestsNow()).flatMap((digest) => digest.runs)
  const sum = (of: 'sent' | 'failed' | 'in_doubt' | 'waiting') => runs.reduce((all, run) => all + run[of], 0)
  expect([sum('failed'), sum('in_doubt'), sum('waiting')]).toEqual([1, 1, 0])
  expect(sum('sent')).toBeGreaterThan(40)
  for (const { title, troubles } of told.filter((one) => one.troubles)) {
    const recipients = await recipientsOf(await named(title))
    for (const [mailbox, { problem }] of Object.entries(troubles!))
      expect(recipients.find(({ email }) => email.startsWith(`${mailbox}@`))!.reason).toBe(problem)
    const quiet = recipients.find(({ email }) => email.startsWith(`${unsubscribed}@`))!
    expect([quiet.state, quiet.reason]).toEqual(['skipped', 'Has unsubscribed.'])
  }
})

test('counts clicks in one of the digests', async () => {
  const clicked = (await digestsNow()).filter(({ runs }) => runs.some((run) => run.clicked > 0))
  const [counted] = told.filter(({ clicks }) => clicks)
  expect(clicked.map(({ title }) => title)).toEqual([counted!.title])
  expect(clicked[0]!.runs[0]!.clicked).toBe(Object.keys(counted!.clicks!).length)
})

test('sends the weekly digest twice, skips its third run, and has items for the next', async () => {
  const weekly = await named('Litigation, week by week')
  expect(weekly.runs.map(({ state }) => state)).toEqual(['nothing_new', 'done', 'done'])
  expect(weekly.runs[0]!.message).toBe('Nothing new, so not sent')
  expect((await recipientsOf(weekly)).some(({ reason }) => reason === 'Nothing new for them.')).toBe(true)
  expect(weekly.contents.map(({ title }) => title)).toEqual(told.find(({ title }) => title === weekly.title)!.runs[3])
})

test('dates everything before today, with items that existed then, and the next run after today', async () => {
  const digests = await digestsNow()
  const today = dayIn(digests[0]!.zone, new Date())
  const days = digests.flatMap((digest) => digest.runs.map(({ at }) => at.slice(0, 10)))
  expect(days.toSorted().at(-1)! < today).toBe(true)
  expect(days.toSorted().at(-1)! > addDays(today, -10)).toBe(true)
  expect(digests.find(({ status }) => status === 'scheduled')!.next_run!.slice(0, 10) > today).toBe(true)
  const early = await withoutRls(
    api.database,
    (tx) =>
      tx.sql`
      select from (select distinct unnest(keys) as key, at from digest_runs) r join (select id, made_at from contents) c on 'content:' || c.id = r.key
      where c.made_at > r.at`,
  )
  expect(early.rows).toEqual([])
})

test('sends and queues no emails', async () => {
  const waiting = await withoutRls(
    api.database,
    (tx) =>
      tx.sql`
      select 1 from outgoing where occasion like 'digest:%' union all select 1 from digest_recipients where state in ('waiting', 'sending')`,
  )
  expect(waiting.rows).toEqual([])
  expect(readdirSync(directory)).toEqual([])
})

test('creates no digests again after someone deletes them all', async () => {
  await withoutRls(api.database, (tx) => tx.sql`delete from digests`)
  await placeDigests(api.database, ORIGIN)
  expect(await digestsNow()).toEqual([])
})

test('creates no digests if someone deleted what they depend on', async () => {
  await withoutRls(api.database, async (tx) => {
    for (const table of ['digests', 'distribution_lists', 'style_templates'])
      await tx.sql`delete from ${sql.table(table)}`
    await tx.sql`update users set deactivated_at = now() where email = 'kofi.asante@hartwell.example'`
  })
  await placeDigests(api.database, ORIGIN)
  expect(await digestsNow()).toEqual([])
})
