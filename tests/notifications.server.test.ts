// Covers inboxes, emails, and pushes, through their causes and the sending job.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { stampIn } from '#core/contract/dates.ts'
import { noticeLevel, switchesOf } from '#core/contract/notice.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { deliverDue } from '#core/server/notices/deliver.ts'
import { purgeNotifications } from '#core/server/notices/jobs.ts'
import type { EmailMessage, Push } from '#core/server/outgoing/outgoing.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { routes as account } from '#features/account/contract.ts'
import { addFirmPeople } from '#features/admin/operator/server/firms.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import { type Inbox, type Notification, routes } from '#features/notifications/contract.ts'
import { routes as delivery } from '#features/notifications/deliveryContract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { targetNotices } from '#features/targets/notices/contract.ts'
import { notifyDue } from '#features/targets/notices/server/jobs.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from './api.ts'

const LA = 'America/Los_Angeles'
const pings = switchesOf(targetNotices).map(({ name }) => name)
const everything = Object.fromEntries(pings.map((name) => [name, 1]))
/** People of the first firm have no alerts. Those are tested in firms of their own. */
const noAlerts = Object.fromEntries(pings.map((name) => [name, /alerts|nudges/.test(name) ? 0 : 1]))

let api: Api
let firm: string
let [dana, lee, kim, morgan]: Client[] = []
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  const person = (first_name: string, last_name: string) =>
    api.aPerson(firm, { first_name, last_name, settings: noAlerts })
  dana = await person('Dana', 'Whitfield')
  lee = await person('Lee', 'Park')
  kim = await person('Kim', 'Osei')
  morgan = await person('Morgan', 'Bell')
  await aGroup('Litigation', [lee], [morgan])
})
afterAll(() => api.close())

/** Converts the firm's local time to an instant in 2040, without other data. */
const clock = (stamp: string) => {
  const wall = Date.parse(`2040-${stamp.replace(' ', 'T')}:00Z`)
  const offset = Date.parse(`${stampIn(LA, new Date(wall)).replace(' ', 'T')}Z`) - wall
  api.clock.now = new Date(wall - offset)
  return api.clock.now.toISOString()
}
const jobs = async (now = api.clock.now!.toISOString()) => {
  await notifyDue(api.database, now, async () => 62)
  await deliverDue(api.database, now)
}

async function aGroup(name: string, members: Client[], managers: Client[]) {
  await withoutRls(api.database, async (tx) => {
    const { rows } = await tx.sql<{
      id: string
    }>`insert into groups (org_id, id, name) values (${firm}, gen_random_uuid(), ${name}) returning id`
    for (const { actor } of members)
      await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${rows[0]!.id}, ${actor.id})`
    for (const { actor } of managers)
      await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${rows[0]!.id}, ${actor.id})`
  })
}

const made = async (by: Client, given = {}) =>
  (await by.call<TargetTile>(targets.create, { body: aTarget(given) })).body
const share = (by: Client, id: string, to: Client) =>
  by.call<TargetTile>(targets.share, { params: { id, userId: to.actor.id } })
const shareOf = async (by: Client, id: string) =>
  (await by.call<TargetTile>(targets.read, { params: { id } })).body.collaborators.find(
    ({ user_id }) => user_id === by.actor.id,
  )!.share_id
const answer = async (by: Client, id: string, way: 'acceptShare' | 'rejectShare') =>
  by.call<TargetTile>(targets[way], { params: { id: await shareOf(by, id) } })
async function shared(company: string): Promise<string> {
  const { id } = await made(dana!, { company })
  await share(dana!, id, lee!)
  await answer(lee!, id, 'acceptShare')
  await step(lee!, id, 'Read their file')
  return id
}
const step = (by: Client, id: string, description: string) =>
  by.call<TargetTile>(targets.takeStep, { body: { tile_id: id, description, due: '2040-12-30', help: '' } })
const inbox = async (by: Client) => (await by.call<Inbox>(routes.list)).body
const texts = async (by: Client, targetId: string) =>
  (await inbox(by)).notifications.filter(({ target_id }) => target_id === targetId).map(({ text }) => text)

type Left = { channel: 'mail' | 'push'; recipient: string; content: { letter?: EmailMessage; push?: Push } }
/** Returns and deletes everything queued for sending since the last call. */
async function left(): Promise<Left[]> {
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<Left>`with gone as (delete from outgoing returning channel, recipient, device, content, queued_at)
      select channel, recipient, content from gone where device is null order by queued_at`,
  )
  return rows
}
const mailsTo = (all: Left[], person: Client) =>
  all.filter(({ channel, recipient }) => channel === 'mail' && recipient === person.email)
const pushesTo = (all: Left[], person: Client) =>
  all.filter(({ channel, recipient }) => channel === 'push' && recipient === person.actor.id)

describe('invitations', () => {
  test('appear for the invited person and their managers, and are sent right away by day', async () => {
    clock('05-08 10:00')
    await left()
    const { id } = await made(dana!, { company: 'Quillon Harbor' })
    await share(dana!, id, lee!)
    expect(await texts(lee!, id)).toEqual(['Dana Whitfield invited you to pursue Quillon Harbor.'])
    expect(await texts(morgan!, id)).toEqual(['Dana Whitfield invited Lee Park to pursue Quillon Harbor.'])
    expect([await texts(dana!, id), await texts(kim!, id)]).toEqual([[], []])
    const all = await left()
    expect(mailsTo(all, lee!).map(({ content }) => content.letter)).toMatchObject([
      {
        subject: 'Dana Whitfield invited you to pursue Quillon Harbor',
        button: { label: 'Answer the invitation', path: `/target/${id}` },
        unsubscribePath: expect.stringMatching(/^\/api\/unsubscribe\/[\w-]{64}$/),
      },
    ])
    expect(pushesTo(all, lee!)).toHaveLength(1)
    expect([mailsTo(all, morgan!).length, mailsTo(all, dana!).length, mailsTo(all, kim!).length]).toEqual([1, 0, 0])
    // The manager's link opens the manager's view.
    expect(mailsTo(all, morgan!)[0]!.content.letter!.button!.path).toBe(
      `/viewer/pipeline/people/${lee!.actor.id}/target/${id}`,
    )
  })

  test('show their answer in the inbox, whatever the channel, and notify the sender', async () => {
    clock('05-08 11:00')
    for (const [way, said, told] of [
      ['acceptShare', 'accepted', 'accepted your invitation to'],
      ['rejectShare', 'rejected', 'declined your invitation to'],
    ] as const) {
      const { id } = await made(dana!, { company: `Answered ${said}` })
      await share(dana!, id, lee!)
      await answer(lee!, id, way)
      const [line] = (await inbox(lee!)).notifications.filter(({ target_id }) => target_id === id)
      expect([line!.answered, line!.read]).toEqual([said, true])
      expect(await texts(dana!, id)).toEqual([`Lee Park ${told} Answered ${said}.`])
    }
    const { id } = await made(dana!, { company: 'Taken back' })
    const invited = await share(dana!, id, lee!)
    const taken = invited.body.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!.share_id
    await dana!.call(targets.revokeShare, { params: { id: taken } })
    expect((await inbox(lee!)).notifications.find(({ target_id }) => target_id === id)).toMatchObject({
      answered: 'revoked',
      read: true,
    })
  })

  test('notify twice when repeated and once for a repeated idempotency key', async () => {
    const { id } = await made(dana!, { company: 'Again Ltd' })
    const key = crypto.randomUUID()
    const ask = () => dana!.call(targets.share, { params: { id, userId: kim!.actor.id }, key })
    await Promise.all([ask(), ask(), ask()])
    expect(await texts(kim!, id)).toHaveLength(1)
    await answer(kim!, id, 'rejectShare')
    await share(dana!, id, kim!)
    expect(await texts(kim!, id)).toHaveLength(2)
  })

  test('wait for the end of quiet hours, and aren’t sent if answered by then', async () => {
    clock('05-08 21:30')
    const { id } = await made(dana!, { company: 'Night Harbor' })
    const { id: other } = await made(dana!, { company: 'Answered by night' })
    await left()
    await share(dana!, id, lee!)
    await share(dana!, other, lee!)
    await answer(lee!, other, 'acceptShare')
    expect(await left()).toEqual([])
    await jobs(clock('05-09 06:59'))
    expect(mailsTo(await left(), lee!)).toEqual([])
    await jobs(clock('05-09 07:00'))
    expect(mailsTo(await left(), lee!).map(({ content }) => content.letter!.subject)).toEqual([
      'Dana Whitfield invited you to pursue Night Harbor',
    ])
    await jobs(clock('05-09 07:05'))
    expect(mailsTo(await left(), lee!)).toEqual([])
  })
})

describe('updates of shared targets', () => {
  test('notify others, not the author, of a step, note, or status, one line per action', async () => {
    clock('05-10 10:00')
    const id = await shared('Updates & Co')
    await step(lee!, id, 'Ask their counsel')
    await lee!.call(targets.addNote, { body: { target_id: id, note: 'Confidential thoughts' } })
    await dana!.call(targets.complete, { params: { id }, body: { revenue: 40_000 } })
    expect(await texts(dana!, id)).toEqual([
      'Lee Park wrote a note on Updates & Co.',
      'Lee Park completed the step “Read their file” on Updates & Co.',
      'Lee Park set the step “Read their file” on Updates & Co.',
      'Lee Park accepted your invitation to Updates & Co.',
    ])
    expect((await texts(lee!, id))[0]).toBe('Dana Whitfield won Updates & Co.')
    expect(JSON.stringify(await inbox(dana!))).not.toContain('Confidential')
    // A target without collaborators notifies no one.
    const { id: alone } = await made(dana!, { company: 'Alone' })
    await dana!.call(targets.archive, { params: { id: alone } })
    expect(await texts(lee!, alone)).toEqual([])
  })

  test('exclude undone changes', async () => {
    clock('05-10 10:30')
    const id = await shared('Undone, Inc.')
    const key = crypto.randomUUID()
    await lee!.call(targets.lose, { params: { id }, body: { lost_reason: '' }, key })
    expect((await texts(dana!, id))[0]).toBe('Lee Park moved Undone, Inc. to Lost.')
    await lee!.call(targets.undo, { params: { id }, body: { key } })
    expect(await texts(dana!, id)).toEqual([
      'Lee Park set the step “Read their file” on Undone, Inc.',
      'Lee Park accepted your invitation to Undone, Inc.',
    ])
  })

  test('combine twenty of a day into one email and one push, at five', async () => {
    clock('05-11 09:00')
    await jobs()
    const id = await shared('Busy Mills')
    for (const person of [dana!, lee!, kim!, morgan!]) await person.call(routes.readAll)
    await jobs()
    await left()
    for (let i = 0; i < 20; i++) await step(lee!, id, `Step ${i}`)
    await jobs(clock('05-11 16:59'))
    expect(await left()).toEqual([])
    await jobs(clock('05-11 17:00'))
    const all = await left()
    expect(mailsTo(all, dana!).map(({ content }) => content.letter!.subject)).toEqual([
      '20 updates to Targets you share',
    ])
    expect(mailsTo(all, dana!)[0]!.content.letter!.lines[19]).toBe(
      'Lee Park completed the step “Step 18” on Busy Mills.',
    )
    expect(pushesTo(all, dana!).map(({ content }) => content.push!.title)).toEqual(['20 updates to Targets you share'])
    await jobs(clock('05-11 18:00'))
    expect(await left()).toEqual([])
  })

  test('skip disabled channels, people who left, and targets the person no longer has', async () => {
    clock('05-14 09:00')
    const id = await shared('Silent Mills')
    const other = await shared('Left Mills')
    const off = ['ping-shared_target_updates-email', 'ping-shared_target_updates-push']
    for (const name of off) await lee!.call(account.setting, { body: { name, value: '0' } })
    await dana!.call(routes.readAll)
    await step(dana!, id, 'Quiet step')
    await step(lee!, other, 'Last step')
    expect((await texts(lee!, id))[0]).toBe(
      'Dana Whitfield completed the step “Send the draft engagement letter” on Silent Mills.',
    )
    await dana!.call(targets.handOver, { params: { id: other }, body: { user_id: lee!.actor.id } })
    await left()
    await jobs(clock('05-14 17:00'))
    const all = await left()
    expect([mailsTo(all, lee!), pushesTo(all, lee!), mailsTo(all, dana!)]).toEqual([[], [], []])
    for (const name of off) await lee!.call(account.setting, { body: { name, value: '1' } })
  })

  test('are sent by only one of two processes', async () => {
    clock('05-15 09:00')
    const id = await shared('Race Mills')
    for (const person of [dana!, lee!]) await person.call(routes.readAll)
    await step(lee!, id, 'Once')
    await left()
    const now = clock('05-15 17:00')
    await Promise.all([jobs(now), jobs(now), jobs(now)])
    const all = await left()
    expect([mailsTo(all, dana!).length, pushesTo(all, dana!).length]).toEqual([1, 1])
  })
})

describe('alerts', () => {
  test('summarize the week once on Monday at seven, even with three concurrent jobs', async () => {
    const org = await api.aFirm({ time_zone: 'America/New_York' })
    const robin = await api.aPerson(org, { first_name: 'Robin', settings: everything })
    const idle = await api.aPerson(org, { settings: everything })
    const task = (description: string, due: string) => ({ tasks: [{ description, due, help: '' }] })
    await made(robin, { company: 'Late', ...task('Call', '2040-05-11') })
    await made(robin, { company: 'Soon', ...task('Send', '2040-05-18') })
    await made(robin, { company: 'Later', ...task('Meet', '2040-05-28') })
    await left()
    // 07:00 in New York.
    await jobs('2040-05-14T10:59:00.000Z')
    expect(await inbox(robin)).toMatchObject({ notifications: [] })
    const monday = '2040-05-14T11:00:00.000Z'
    await Promise.all([jobs(monday), jobs(monday), jobs(monday)])
    await jobs('2040-05-14T11:01:00.000Z')
    const { notifications } = await inbox(robin)
    expect(notifications).toMatchObject([
      {
        kind: 'weekly_alerts',
        text: expect.stringMatching(/^Your week: 1 due this week, 1 overdue, score 62\.$/),
        details: ['Soon: Send (due Friday)', 'Late: Call (3 days overdue, since May 11)'],
        path: '/targets/active',
      },
    ])
    expect(await inbox(idle)).toMatchObject({ notifications: [] })
    const all = await left()
    // It has no push.
    expect([mailsTo(all, robin).length, pushesTo(all, robin).length, mailsTo(all, idle).length]).toEqual([1, 0, 0])
  })

  test('catch up the same day after an outage, and skip weeks before a firm existed', async () => {
    const org = await api.aFirm()
    const robin = await api.aPerson(org, { settings: everything })
    await made(robin, { tasks: [{ description: 'Call', due: '2040-05-15', help: '' }] })
    await withoutRls(
      api.database,
      (tx) => tx.sql`update orgs set created_at = '2040-05-15T19:00:00Z' where id = ${org}`,
    )
    await jobs('2040-05-15T22:00:00.000Z')
    expect((await inbox(robin)).notifications).toEqual([])
    await withoutRls(
      api.database,
      (tx) => tx.sql`update orgs set created_at = '2040-05-01T19:00:00Z' where id = ${org}`,
    )
    await jobs('2040-05-15T22:00:00.000Z')
    expect((await inbox(robin)).notifications.map(({ text }) => text)).toEqual(['Your day: 1 step for today.'])
    await jobs('2040-05-16T09:00:00.000Z')
    expect((await inbox(robin)).notifications).toHaveLength(1)
  })
})

describe('reminders', () => {
  const remind = (by: Client, id: string, at: string | null) =>
    by.call<TargetTile>(targets.remind, { params: { id }, body: { at } })

  test('arrive once on time by inbox and push, or by email without a push device', async () => {
    clock('05-17 09:00')
    const { id } = await made(kim!, { company: 'Minute Mills' })
    const at = clock('05-17 21:15')
    clock('05-17 09:00')
    const set = await remind(kim!, id, at)
    expect(set.body.reminder).toEqual({ task_id: set.body.tasks[0]!.id, at })
    await jobs(clock('05-17 21:14'))
    expect(await texts(kim!, id)).toEqual([])
    await left()
    const now = clock('05-17 21:15')
    await Promise.all([jobs(now), jobs(now)])
    expect(await texts(kim!, id)).toEqual(['Reminder: Send the draft engagement letter'])
    expect(mailsTo(await left(), kim!)).toEqual([])
    await jobs(clock('05-17 21:20'))
    expect(mailsTo(await left(), kim!).map(({ content }) => content.letter)).toMatchObject([
      { subject: 'Reminder: Send the draft engagement letter', lines: ['Minute Mills, Ingrid Halden'] },
    ])
    await jobs(clock('05-17 21:30'))
    expect(await texts(kim!, id)).toHaveLength(1)
  })

  test('are emailed without a push if the only device is of an unsupported kind', async () => {
    clock('05-17 09:00')
    const robin = await api.aPerson(kim!.orgId)
    const { id } = await made(robin, { company: 'Kept Mills' })
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`insert into push_registrations (org_id, user_id, device, platform, endpoint)
        values (${robin.orgId}, ${robin.actor.id}, ${robin.actor.id}, 'fcm', 'a token')`,
    )
    const at = clock('05-17 21:15')
    clock('05-17 09:00')
    await remind(robin, id, at)
    await left()
    await jobs(clock('05-17 21:15'))
    await jobs(clock('05-17 21:20'))
    const sent = await left()
    expect(mailsTo(sent, robin).map(({ content }) => content.letter)).toMatchObject([
      { subject: 'Reminder: Send the draft engagement letter' },
    ])
    expect(sent.filter(({ channel }) => channel === 'push')).toEqual([])
    await withoutRls(api.database, (tx) => tx.sql`delete from push_registrations where user_id = ${robin.actor.id}`)
  })

  test('belong to one person and are set with the step itself', async () => {
    clock('05-18 09:00')
    const at = '2040-05-18T20:00:00.000Z'
    const { id } = await made(dana!, {
      company: 'Own Mills',
      tasks: [{ description: 'Call', due: '2040-05-20', help: '', remind: at }],
    })
    await share(dana!, id, lee!)
    await answer(lee!, id, 'acceptShare')
    const seen = (by: Client) => by.call<TargetTile>(targets.read, { params: { id } })
    expect((await seen(dana!)).body.reminder?.at).toBe(at)
    expect((await seen(lee!)).body.reminder).toBeNull()
    await remind(lee!, id, '2040-05-18T21:00:00.000Z')
    expect((await seen(dana!)).body.reminder?.at).toBe(at)
    const { events } = (await dana!.call<{ events: { kind: string }[] }>(targets.timeline, { params: { id } })).body
    expect(events.map(({ kind }) => kind)).not.toContain('remindMe')
    expect((await kim!.call(targets.remind, { params: { id }, body: { at } })).status).toBe(404)
    const asManager = await api.http.inject({
      method: 'POST',
      url: `/api/tiles/${id}?action=remind`,
      headers: { authorization: `Bearer ${morgan!.token}`, 'x-proxy-for': lee!.actor.id },
      payload: { at },
    })
    expect(asManager.statusCode).toBe(403)
  })

  test('skip completed steps and closed targets, and return when that is undone', async () => {
    clock('05-18 10:00')
    const at = clock('05-18 12:00')
    clock('05-18 10:00')
    const [done, closed, back, off] = [
      await made(kim!, { company: 'Done' }),
      await made(kim!, { company: 'Closed' }),
      await made(kim!, { company: 'Back' }),
      await made(kim!, { company: 'Off' }),
    ]
    for (const { id } of [done, closed, back, off]) await remind(kim!, id, at)
    await step(kim!, done.id, 'Another')
    await kim!.call(targets.archive, { params: { id: closed.id } })
    const key = crypto.randomUUID()
    await kim!.call(targets.lose, { params: { id: back.id }, body: { lost_reason: '' }, key })
    await kim!.call(targets.undo, { params: { id: back.id }, body: { key } })
    await remind(kim!, off.id, null)
    await jobs(clock('05-18 12:00'))
    expect(await Promise.all([done, closed, back, off].map(async ({ id }) => (await texts(kim!, id)).length))).toEqual([
      0, 0, 1, 0,
    ])
    await kim!.call(targets.work, { params: { id: closed.id } })
    const refused = await remind(kim!, closed.id, at)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'not_allowed_now' }])
  })

  test('reject an invalid time', async () => {
    const { id } = await made(kim!)
    for (const at of ['tomorrow', '2040-13-01T00:00:00Z', 5, undefined])
      expect((await kim!.call(targets.remind, { params: { id }, body: { at } })).status).toBe(400)
  })
})

describe('the inbox', () => {
  test('is paged by key, latest first, with the number of unread lines', async () => {
    clock('06-01 10:00')
    const reader = await api.aPerson(firm, { first_name: 'Page' })
    const { id } = await made(dana!, { company: 'Paged' })
    await share(dana!, id, reader)
    await answer(reader, id, 'acceptShare')
    for (let i = 0; i < 64; i++) {
      clock(`06-01 10:${String(i % 60).padStart(2, '0')}`)
      await step(dana!, id, `Step ${i}`)
    }
    const all: Notification[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const { body } = await reader.call<Inbox>(routes.list, { query: { before } })
      expect(body.unread).toBe(64)
      all.push(...body.notifications)
      before = body.older
    }
    expect([all.length, new Set(all.map(({ id: one }) => one)).size]).toEqual([65, 65])
    expect(all.map(({ created }) => created)).toEqual(
      all
        .map(({ created }) => created)
        .sort()
        .reverse(),
    )
    await reader.call(routes.read, { params: { id: all[3]!.id } })
    expect((await inbox(reader)).unread).toBe(63)
    await reader.call(routes.readAll)
    expect((await inbox(reader)).unread).toBe(0)
    for (const before of ['x', `2040-99-01T00:00:00Z_${all[0]!.id}`])
      expect((await reader.call(routes.list, { query: { before } })).status).toBe(400)
  })

  test('is private: no one else of the firm can read or mark it', async () => {
    clock('06-02 10:00')
    const { id } = await made(dana!, { company: 'Own' })
    await share(dana!, id, lee!)
    const [line] = (await inbox(lee!)).notifications
    for (const other of [dana!, morgan!])
      expect((await other.call(routes.read, { params: { id: line!.id } })).status).toBe(404)
    expect((await inbox(lee!)).notifications[0]!.read).toBe(false)
    const wrong = await dana!.call(targets.acceptShare, { params: { id: await shareOf(lee!, id) } })
    expect(wrong.status).toBe(403)
    expect((await inbox(lee!)).notifications[0]!.answered).toBeNull()
  })

  test('hides the name of a target that became private to someone', async () => {
    clock('06-02 12:00')
    const { id } = await made(dana!, { company: 'Secret Harbor' })
    const invited = await share(dana!, id, lee!)
    expect(await texts(morgan!, id)).toHaveLength(1)
    const taken = invited.body.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!.share_id
    await dana!.call(targets.revokeShare, { params: { id: taken } })
    expect((await dana!.call(targets.edit, { params: { id }, body: { private: true } })).status).toBe(200)
    for (const person of [lee!, morgan!]) expect(JSON.stringify(await inbox(person))).not.toContain('Secret Harbor')
  })

  test('refreshes the person’s open windows', async () => {
    clock('06-03 10:00')
    const { id } = await made(dana!, { company: 'Live' })
    const stream = await api.http.inject({
      url: '/api/events',
      headers: { authorization: `Bearer ${lee!.token}` },
      payloadAsStream: true,
    })
    let heard = ''
    stream.stream().on('data', (piece) => {
      heard += piece
    })
    await share(dana!, id, lee!)
    await expect.poll(() => heard).toContain('event: inbox')
    stream.stream().destroy()
  })

  test('deletes lines after 90 days', async () => {
    const old = await api.aPerson(firm)
    const { id } = await made(dana!)
    await share(dana!, id, old)
    await withoutRls(
      api.database,
      (tx) => tx.sql`update notifications set created_at = now() - interval '91 days' where user_id = ${old.actor.id}`,
    )
    expect((await inbox(old)).notifications).toEqual([])
    await purgeNotifications.run(api.database)
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql`select from notifications where user_id = ${old.actor.id}`,
    )
    expect(rows).toHaveLength(0)
  })
})

describe('quiet hours', () => {
  test('are the person’s own choice', async () => {
    clock('06-04 12:30')
    expect((await kim!.call(delivery.quietHours, { body: { from: '12:00', to: '13:00' } })).body).toMatchObject({
      Settings: { quiet_from: 720, quiet_to: 780 },
    })
    await left()
    const { id } = await made(dana!, { company: 'Lunch' })
    await share(dana!, id, kim!)
    expect(mailsTo(await left(), kim!)).toEqual([])
    await jobs(clock('06-04 13:00'))
    expect(mailsTo(await left(), kim!).map(({ content }) => content.letter!.subject)).toContain(
      'Dana Whitfield invited you to pursue Lunch',
    )
    for (const body of [{ from: '24:00', to: '07:00' }, { from: '7', to: '8' }, { from: '07:00' }])
      expect((await kim!.call(delivery.quietHours, { body })).status).toBe(400)
  })
})

describe('unsubscribing from a kind of email', () => {
  const link = async (): Promise<string> => {
    clock('06-05 10:00')
    await left()
    const { id } = await made(dana!)
    await share(dana!, id, lee!)
    return mailsTo(await left(), lee!)[0]!.content.letter!.unsubscribePath!
  }
  const isOn = async () => {
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{
          on: number
        }>`select (settings->>'ping-personal_collaboration_requests-email')::int as on from users where id = ${lee!.actor.id}`,
    )
    return rows[0]!.on
  }
  const post = (url: string, payload?: string) =>
    api.http.inject({
      method: 'POST',
      url,
      headers: { ...noHeaders, ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(payload !== undefined && { payload }),
    })

  test('changes nothing on viewing, unsubscribes on repeated clicks, and can be undone there', async () => {
    const url = await link()
    for (let i = 0; i < 3; i++) {
      const page = await api.http.inject({ url, headers: noHeaders })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).toContain('Turn off “Personal collaboration requests”?')
      expect(page.body).not.toContain(lee!.email)
    }
    expect(await isOn()).toBe(1)
    for (let i = 0; i < 2; i++) {
      const page = await post(url, 'List-Unsubscribe=One-Click')
      expect([page.statusCode, page.body.includes('are turned off')]).toEqual([200, true])
      expect(await isOn()).toBe(0)
    }
    await share(dana!, (await made(dana!)).id, lee!)
    expect(mailsTo(await left(), lee!)).toEqual([])
    expect((await post(url, 'turn=on')).body).toContain('are back on')
    expect(await isOn()).toBe(1)
    expect((await post(url)).statusCode).toBe(200)
    expect(await isOn()).toBe(0)
    await lee!.call(account.setting, { body: { name: 'ping-personal_collaboration_requests-email', value: '1' } })
  })

  test('rejects an invalid link, and accepts forms on no other route', async () => {
    const url = await link()
    const forged = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')
    for (const other of [forged, '/api/unsubscribe/x', `/api/unsubscribe/${'A'.repeat(64)}`]) {
      expect((await api.http.inject({ url: other, headers: noHeaders })).statusCode).toBe(404)
      expect((await post(other, 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
    }
    expect(await isOn()).toBe(1)
    const form = { payload: 'email=a&password=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await api.http.inject({ method: 'POST', url: '/api/user/login', ...form })).statusCode).toBe(415)
  })
})

describe('devices', () => {
  const UUID = '0197a1b2-0000-4000-8000-00000000000a'
  const token = (endpoint = 'https://push.example/abc') =>
    JSON.stringify({ endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } })
  const devices = async () =>
    (
      await withoutRls(
        api.database,
        (tx) => tx.sql<{ user_id: string; endpoint: string }>`select user_id, endpoint from push_registrations`,
      )
    ).rows

  test('learn which kinds of devices receive pushes here', async () => {
    const told = async () => (await lee!.call<{ sends_to: string[] }>(delivery.pushKey, {})).body.sends_to
    expect(await told()).toEqual(['web'])
  })

  test('are registered, reassigned to the person who signs in there, and removed', async () => {
    const register = (by: Client, given = {}) =>
      by.call(delivery.register, { body: { token: token(), platform: 'web', UUID, ...given } })
    expect((await register(lee!)).status).toBe(204)
    expect((await register(lee!)).status).toBe(204)
    expect(await devices()).toEqual([{ user_id: lee!.actor.id, endpoint: 'https://push.example/abc' }])
    await register(kim!)
    expect(await devices()).toEqual([{ user_id: kim!.actor.id, endpoint: 'https://push.example/abc' }])
    for (const bad of [
      { token: 'x' },
      { token: '{}' },
      { token: token('http://push.example/a') },
      { token: token('file:///etc/passwd') },
      { platform: 'fax' },
      { UUID: 'mine' },
    ])
      expect((await register(kim!, bad)).status, JSON.stringify(bad)).toBe(400)
    await lee!.call(delivery.unregister, { body: { UUID } })
    expect(await devices()).toHaveLength(1)
    await kim!.call(delivery.unregister, { body: { UUID } })
    expect(await devices()).toEqual([])
  })
})

test('start added and invited people on Daily', async () => {
  const admin = await api.aPerson(firm, { role: 'admin' })
  const [added] = await withoutRls(api.database, (tx) =>
    addFirmPeople(tx, firm, [{ email: 'added@hartwell.example', first_name: 'Ad', last_name: 'Ded' }]),
  )
  const person = { email: 'invited@hartwell.example', first_name: 'In', last_name: 'Vited', role: 'member' } as const
  expect((await admin.call(peopleRoutes.invite, { body: person })).status).toBe(200)
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ settings: Record<string, number> }>`
      select settings from users where id = ${added!.id} or email = ${person.email}`,
  )
  const kinds = composeFeatures(features).notices
  expect(rows.map(({ settings }) => noticeLevel(kinds, settings))).toEqual(['daily', 'daily'])
})
