// A run of a digest: its recipients, their items, and the outcome of each email.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { switchName } from '#core/contract/notice.ts'
import type { Client } from '#tests/api.ts'
import { mailsOf } from '#tests/emails.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { type Digest, routes } from './contract.ts'
import { skippedItems } from './items.ts'
import { digestNotice } from './mailContract.ts'
import { type DigestsReport, digestsReport } from './reportContract.ts'
import { type DigestHouse, NOW, openDigestHouse } from './testing/digestHouse.ts'

let server: MailServer
let house: DigestHouse
beforeAll(async () => {
  server = await startMailServer()
  house = await openDigestHouse({ smtpUrl: server.url })
})
afterAll(async () => {
  await house.close()
  await server.close()
})
beforeEach(() => {
  house.api.clock.now = new Date(NOW)
  server.behave(() => 'take')
})

const WEEK = '2027-01-11T17:00:00.000Z'
const isDone = ({ status }: Digest) => status !== 'sending'
const takenBy = ({ email }: Client) => server.taken.filter(({ to }) => to[0] === email)
const reasonsOf = async (digest: Digest) =>
  Object.fromEntries((await house.recipients(digest)).map(({ user_id, state, reason }) => [user_id, [state, reason]]))
const anyone = (first_name: string) => house.api.aPerson(house.orgId, { first_name })

describe('A due digest', () => {
  test('reaches each person once across names, lists, and current groups', async () => {
    const [dana, lee, max, late] = (await Promise.all(['Dana', 'Lee', 'Max', 'Late'].map(anyone))) as [
      Client,
      Client,
      Client,
      Client,
    ]
    const group = await house.aGroup('Tax people', [lee, max])
    const list = await house.aList({ name: 'Tax', user_ids: [dana.actor.id, lee.actor.id], group_ids: [group] })
    const guide = await house.aContent('Year-end planning guide')
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id], list_ids: [list.id] })
    expect(await house.at('2027-01-11T16:59:59.000Z')).toBe(0)
    await house.system((tx) => tx.sql`insert into group_members values (${house.orgId}, ${group}, ${late.actor.id})`)
    expect(await house.at(WEEK)).toBe(1)
    expect(await house.at(WEEK)).toBe(0)
    const done = await house.until(made.id, isDone)
    expect(done).toMatchObject({ status: 'sent', next_run: null })
    expect(done.runs).toMatchObject([
      { state: 'done', sent: 4, failed: 0, in_doubt: 0, opened: 0, clicked: 0, skipped: 0, waiting: 0 },
    ])
    for (const person of [dana, lee, max, late]) expect(takenBy(person)).toHaveLength(1)
    const { mail, raw } = takenBy(lee)[0]!
    expect(mail.subject).toBe('Before the year ends')
    expect(mail.html).toContain('Year-end planning guide')
    expect(mail.text).toContain('You’re getting this because you’re on the list “Tax.”')
    expect(takenBy(dana)[0]!.mail.text).toContain('because Alex Admin added you as a recipient.')
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(mail.messageId).toMatch(/^<[\w-]{86}@hartwell\.example>$/)
  })

  test("skips people who left, unsubscribed, bounced, or don't see Insights, with a reason for each", async () => {
    const [dana, gone, over, back, blind] = (await Promise.all(
      ['Dana', 'Gone', 'Ended', 'Back', 'Blind'].map(anyone),
    )) as [Client, Client, Client, Client, Client]
    const people = [dana, gone, over, back, blind].map(({ actor }) => actor.id)
    const guide = await house.aContent('Guide')
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: people })
    await house.system(async (tx) => {
      await tx.sql`update users set deactivated_at = now() where id = ${gone.actor.id}`
      await tx.sql`update users set settings = settings || '{"ping-digests-email": 0}' where id = ${over.actor.id}`
      await tx.sql`update users set settings = settings || '{"key-org_report": 0}' where id = ${blind.actor.id}`
      await tx.sql`insert into digest_bounces (org_id, address, since, last_at) values (${house.orgId}, ${back.email}, now(), now())`
    })
    await house.at(WEEK)
    const done = await house.until(made.id, isDone)
    expect(await reasonsOf(done)).toEqual({
      [dana.actor.id]: ['sent', ''],
      [gone.actor.id]: ['skipped', skippedItems.deactivated],
      [over.actor.id]: ['skipped', skippedItems.unsubscribed],
      [back.actor.id]: ['skipped', skippedItems.suppressed],
      [blind.actor.id]: ['skipped', skippedItems.noInsights],
    })
    expect(done.runs[0]).toMatchObject({ sent: 1, skipped: 4 })
    for (const person of [gone, over, back, blind]) expect(takenBy(person)).toEqual([])
  })

  test('shows each person only what they can open, without deleted or expired items', async () => {
    const [dana, lee] = (await Promise.all(['Dana', 'Lee'].map(anyone))) as [Client, Client]
    const [secret, gone, old] = [
      await house.aContent('For Dana alone', { people: [dana] }),
      await house.aContent('Deleted by then'),
      await house.aContent('Expired by then'),
    ]
    const external_content = [{ url: 'https://vimeo.com/412', title: 'Rates' }]
    const all = { videoinsight_ids: [secret, gone, old], user_ids: [dana.actor.id, lee.actor.id] }
    const made = await house.schedule({ ...all, external_content })
    const bare = await house.schedule({ ...all, videoinsight_ids: [gone, old] })
    const closed = await house.schedule({ ...all, videoinsight_ids: [secret], user_ids: [lee.actor.id] })
    await house.system(async (tx) => {
      await tx.sql`delete from contents where id = ${gone}`
      await tx.sql`update contents set expires = '2027-01-11' where id = ${old}`
    })
    expect((await house.read(made.id)).contents.map(({ is_gone }) => is_gone)).toEqual([false, true, false, false])
    expect(await house.at(WEEK)).toBe(3)
    await house.until(made.id, isDone)
    const words = (person: Client) =>
      takenBy(person)
        .map(({ mail }) => mail.text)
        .join()
    expect(words(dana)).toContain('For Dana alone')
    for (const person of [dana, lee]) {
      expect(words(person)).toContain('Rates')
      expect(words(person)).not.toMatch(/Deleted by then|Expired by then/)
    }
    expect(words(lee)).not.toContain('For Dana alone')
    const nothing = await house.read(bare.id)
    expect(nothing.runs).toMatchObject([
      { state: 'nothing_new', message: 'Nothing new, so not sent', sent: 0, skipped: 2 },
    ])
    expect(nothing.status).toBe('sent')
    expect(await reasonsOf(await house.read(closed.id))).toEqual({
      [lee.actor.id]: ['skipped', skippedItems.nothingToOpen],
    })
  })

  test('starts once despite concurrent schedulers, and not while it is paused', async () => {
    const dana = await anyone('Dana')
    const guide = await house.aContent('Guide')
    const once = await house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    const paused = await house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    await house.admin.call(routes.pause, { params: { id: paused.id } })
    const begun = await Promise.all(Array.from({ length: 4 }, () => house.at(WEEK)))
    expect(begun.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect((await house.until(once.id, isDone)).runs).toHaveLength(1)
    expect((await house.read(paused.id)).runs).toEqual([])
    expect(takenBy(dana)).toHaveLength(1)
  })

  test('ignores later changes of lists, people, and text once it is being sent', async () => {
    const [dana, lee] = (await Promise.all(['Dana', 'Lee'].map(anyone))) as [Client, Client]
    const list = await house.aList({ name: 'Moving', user_ids: [dana.actor.id, lee.actor.id] })
    const guide = await house.aContent('As it was')
    const made = await house.schedule({ videoinsight_ids: [guide], list_ids: [list.id] })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.behave(() => ({ hold: promise }))
    await house.at(WEEK)
    expect((await house.read(made.id)).status).toBe('sending')
    const edit = await house.admin.call(routes.edit, { params: { id: made.id }, body: house.input() })
    expect(edit.status).toBe(409)
    expect((await house.admin.call(routes.remove, { params: { id: made.id } })).status).toBe(409)
    await house.system(async (tx) => {
      await tx.sql`delete from distribution_list_people where list_id = ${list.id}`
      await tx.sql`update contents set name = 'Current data' where id = ${guide}`
    })
    resolve()
    expect((await house.until(made.id, isDone)).runs[0]).toMatchObject({ sent: 2 })
    expect(takenBy(lee)[0]!.mail.text).toContain('As it was')
  })
})

describe('A recurring digest', () => {
  test("sends no one the same item twice, and new people what they haven't had", async () => {
    const [dana, lee] = (await Promise.all(['Dana', 'Lee'].map(anyone))) as [Client, Client]
    const list = await house.aList({ name: 'Weekly', user_ids: [dana.actor.id] })
    const [first, second] = [await house.aContent('First item'), await house.aContent('Second item')]
    const body = { frequency: 2, videoinsight_ids: [first], list_ids: [list.id] }
    const made = await house.schedule(body)
    await house.at(WEEK)
    const once = await house.until(made.id, isDone)
    expect(once).toMatchObject({ status: 'scheduled', next_run: '2027-01-18 09:00:00' })
    await house.at('2027-01-18T17:00:00.000Z')
    const idle = await house.until(made.id, ({ runs }) => runs.length === 2)
    expect(idle).toMatchObject({ status: 'scheduled', next_run: '2027-01-25 09:00:00' })
    expect(idle.runs[0]).toMatchObject({ state: 'nothing_new', message: 'Nothing new, so not sent', skipped: 1 })
    await house.system(
      (tx) => tx.sql`insert into distribution_list_people values (${house.orgId}, ${list.id}, ${lee.actor.id})`,
    )
    const edited = await house.admin.call<Digest>(routes.edit, {
      params: { id: made.id },
      body: house.input({ ...body, videoinsight_ids: [first, second] }),
    })
    expect(edited.body.next_run).toBe('2027-01-25 09:00:00')
    await house.at('2027-01-25T17:00:00.000Z')
    await house.until(made.id, (digest) => digest.runs.length === 3 && isDone(digest))
    const words = (person: Client) => takenBy(person).map(({ mail }) => mail.text ?? '')
    expect(words(dana).map((text) => [text.includes('First item'), text.includes('Second item')])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(words(lee).map((text) => [text.includes('First item'), text.includes('Second item')])).toEqual([
      [true, true],
    ])
    const marks = takenBy(dana).map(({ mail }) => mail.messageId)
    expect(new Set(marks).size).toBe(2)
  })

  test("picks the author's favorites again, unsent ones first, and makes up for only one missed run", async () => {
    const author = await house.api.aPerson(house.orgId, { role: 'admin', first_name: 'Author' })
    const dana = await anyone('Dana')
    const favourites: string[] = []
    for (let n = 0; n < 6; n++) favourites.push(await house.aContent(`Heart ${n}`))
    for (const id of favourites) await house.heart(author, id)
    const body = house.input({ frequency: 3, auto_populate: true, user_ids: [dana.actor.id] })
    const { id } = (await author.call<Digest>(routes.add, { body })).body
    await house.at(WEEK)
    await house.until(id, isDone)
    await house.at('2027-03-01T17:00:00.000Z')
    const later = await house.until(id, (digest) => digest.runs.length === 2 && isDone(digest))
    expect(later.next_run).toBe('2027-03-08 09:00:00')
    const hearts = takenBy(dana).map(({ mail }) => new Set(mail.text!.match(/Heart \d/g)).size)
    expect(hearts).toEqual([4, 2])
  })

  test('continues after its author has left', async () => {
    const author = await house.api.aPerson(house.orgId, { role: 'admin', first_name: 'Leaving' })
    const dana = await anyone('Dana')
    const guide = await house.aContent('Guide')
    const body = house.input({ videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    const { id } = (await author.call<Digest>(routes.add, { body })).body
    await house.system((tx) => tx.sql`update users set deactivated_at = now() where id = ${author.actor.id}`)
    await house.at(WEEK)
    const done = await house.until(id, isDone)
    expect(done.author).toMatchObject({ is_here: false })
    expect(takenBy(dana)).toHaveLength(1)
  })
})

describe('Emails of a run', () => {
  test('are retried after temporary failures, can be sent again after permanent ones, and can be unconfirmed', async () => {
    const [dana, lee, max] = (await Promise.all(['Dana', 'Lee', 'Max'].map(anyone))) as [Client, Client, Client]
    const guide = await house.aContent('Guide')
    const people = [dana, lee, max]
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: people.map(({ actor }) => actor.id) })
    let isFirst = true
    server.behave((to) => {
      if (to === dana.email) return { recipient: 550 }
      if (to === lee.email) return { hangUp: 'late' }
      const how = isFirst ? ({ message: 451 } as const) : 'take'
      isFirst = false
      return how
    })
    await house.at(WEEK)
    await house.until(made.id, ({ runs }) => runs[0]!.failed === 1 && runs[0]!.in_doubt === 1)
    await house.system((tx) => tx.sql`update digest_recipients set next_try_at = now() where state = 'waiting'`)
    const done = await house.until(made.id, isDone)
    expect(done.runs[0]).toMatchObject({ sent: 1, failed: 1, in_doubt: 1 })
    const reasons = await reasonsOf(done)
    expect(reasons[dana.actor.id]).toEqual(['failed', expect.stringContaining('550')])
    expect(reasons[lee.actor.id]![0]).toBe('in_doubt')
    server.behave(() => 'take')
    const params = { id: made.id, run: done.runs[0]!.id }
    await house.admin.call(routes.retry, { params, body: {} })
    const again = await house.until(made.id, ({ runs }) => runs[0]!.state === 'done')
    expect(again.runs[0]).toMatchObject({ sent: 2, failed: 0, in_doubt: 1 })
    expect((await house.admin.call(routes.retry, { params, body: {} })).status).toBe(409)
    for (const person of people) expect(takenBy(person)).toHaveLength(1)
  })

  test('wait for an unreachable mail server without using up their attempts', async () => {
    const dana = await anyone('Dana')
    const away = await openDigestHouse({ smtpUrl: 'smtp://127.0.0.1:9' })
    const there = await away.api.aPerson(away.orgId)
    const guide = await away.aContent('Guide')
    const made = await away.schedule({ videoinsight_ids: [guide], user_ids: [there.actor.id] })
    await away.at(WEEK)
    const waits = await away.until(made.id, ({ runs }) => runs[0]!.message !== '')
    expect(waits.runs[0]).toMatchObject({ waiting: 1, failed: 0, state: 'sending' })
    expect((await away.recipients(waits))[0]).toMatchObject({ state: 'waiting', tries: 0 })
    await away.close()
    expect(takenBy(dana)).toEqual([])
  })
})

describe('Manual sending', () => {
  test('sends a test only to the caller, and records it in no history', async () => {
    const dana = await anyone('Dana')
    const guide = await house.aContent('Guide')
    const made = await house.schedule({ videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    const tested = await house.admin.call<Digest>(routes.test, { params: { id: made.id } })
    expect(tested.body).toMatchObject({ status: 'scheduled', runs: [] })
    const queued = await house.api.database.pool.query<{ recipient: string }>(
      `select recipient from outgoing where org_id = $1 and channel = 'mail' and occasion like 'digest:%'`,
      [house.orgId],
    )
    expect(queued.rows).toEqual([{ recipient: house.admin.email }])
    expect(await mailsOf(house.api, house.orgId, dana.email)).toEqual([])
  })

  test("rejects a test that wouldn't arrive, with the reason", async () => {
    const keeper = await house.api.aPerson(house.orgId, { role: 'admin' })
    const made = await house.schedule({
      videoinsight_ids: [await house.aContent('Guide')],
      user_ids: [house.admin.actor.id],
    })
    await house.system(
      (tx) =>
        tx.sql`update users set settings = settings || jsonb_build_object(${switchName(digestNotice.kind, 'email')}::text, 0) where id = ${keeper.actor.id}`,
    )
    const refused = await keeper.call<{ message: string }>(routes.test, { params: { id: made.id } })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('You’ve turned off these emails.')
    expect(await mailsOf(house.api, house.orgId, keeper.email)).toEqual([])
  })

  test('sends a one-time digest now instead of later, and a weekly one in addition to its runs', async () => {
    const dana = await anyone('Dana')
    const guide = await house.aContent('Guide')
    const content = { videoinsight_ids: [guide], user_ids: [dana.actor.id] }
    const once = await house.schedule(content)
    const sent = await house.admin.call<Digest>(routes.sendNow, { params: { id: once.id } })
    expect(sent.body).toMatchObject({ status: 'sending', next_run: null })
    expect(await house.until(once.id, isDone)).toMatchObject({ status: 'sent' })
    expect((await house.admin.call(routes.sendNow, { params: { id: once.id } })).status).toBe(409)
    const asked = { params: { key: 'org', id: house.orgId } }
    const report = await house.admin.call<DigestsReport>(digestsReport.routes.read, asked)
    expect(report.body.rows[0]).toMatchObject({
      title: 'Before the year ends',
      frequency: 1,
      status: 'sent',
      runs: [{ state: 'done', sent: 1 }],
    })
    expect((await dana.call(digestsReport.routes.read, asked)).status).toBe(403)
    const weekly = await house.schedule({ ...content, frequency: 2 })
    await house.admin.call(routes.sendNow, { params: { id: weekly.id } })
    expect(await house.until(weekly.id, isDone)).toMatchObject({ status: 'scheduled', next_run: '2027-01-11 09:00:00' })
    expect(takenBy(dana)).toHaveLength(2)
  })
})
