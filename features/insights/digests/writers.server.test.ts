// 16 people edit digests concurrently. Each gets a response, the result equals some serial order, and no one gets a
// digest twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes as account } from '#features/account/contract.ts'
import {
  BOUNCE_KEY,
  form,
  type InsightWriters,
  openInsightWriters,
  PEOPLE,
  type Refused,
  rounds,
  statusesOf,
} from '../server/testing/insightWriters.ts'
import { type Digest, type DigestRecipient, routes as digests } from './contract.ts'
import { type DistributionList, listRoutes } from './lists.ts'
import { type Bounce, mailRoutes } from './mailContract.ts'
import { type DigestStatus, nextState, type Verb } from './state.ts'
import { type StyleTemplate, templateRoutes } from './templates.ts'

let house: InsightWriters
beforeAll(async () => {
  house = await openInsightWriters()
}, 120_000)
afterAll(() => house.close())

const aTemplate = (name: string) => house.done<StyleTemplate>(templateRoutes.add, { body: form({ name }) })

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()
const aDigest = (more: object) => ({
  title: 'Before the year ends',
  curated_by: 'Wren',
  description: 'Four things worth ten minutes.',
  date: inAWeek(),
  external_content: [{ url: 'https://vimeo.com/412', title: 'Rates' }],
  user_ids: house.writers.map(({ id }) => id),
  ...more,
})

rounds(
  'Templates and lists that 16 make, edit and delete while others schedule with them: what is scheduled has what it names',
  async (round) => {
    const made = await house.all((who, at) =>
      house.call<StyleTemplate>(templateRoutes.add, { body: form({ name: `Template ${round} ${at}` }) }, who),
    )
    expect(statusesOf(made)).toEqual({ 200: PEOPLE })
    const same = await house.all((who) =>
      house.call<DistributionList>(
        listRoutes.add,
        { body: { name: `Same ${round}`, user_ids: house.writers.map(({ id }) => id) } },
        who,
      ),
    )
    expect(statusesOf(same)).toEqual({ 200: 1, 400: PEOPLE - 1 })
    const lists = await Promise.all(
      house.writers.map((_, at) =>
        house.done<DistributionList>(listRoutes.add, {
          body: { name: `List ${round} ${at}`, user_ids: [house.writers[at]!.id] },
        }),
      ),
    )
    const renamed = await house.all((who, at) =>
      house.call<DistributionList>(
        listRoutes.edit,
        { params: { id: lists[at]!.id }, body: { name: `Renamed ${round}` } },
        who,
      ),
    )
    expect(statusesOf(renamed)).toEqual({ 200: 1, 400: PEOPLE - 1 })
    expect(renamed.find(({ status }) => status === 400)!.body.errors).toEqual({
      name: 'A list with this name already exists.',
    })
    const [template, list] = [made[0]!.body, lists[0]!]
    const edited = await house.all((who, at) =>
      at % 2 === 0
        ? house.call(
            templateRoutes.edit,
            { params: { id: template.id }, body: form({ color: `#0000${10 + at}`, revision: '0' }) },
            who,
          )
        : house.call(
            listRoutes.edit,
            {
              params: { id: list.id },
              body: {
                user_ids: [house.writers[at]!.id],
                revision: list.revision + (renamed[0]!.status === 200 ? 1 : 0),
              },
            },
            who,
          ),
    )
    expect(statusesOf(edited)).toEqual({ 200: 2, 409: PEOPLE - 2 })
    const drafts = await Promise.all(
      house.writers.map(() =>
        house.done<Digest>(digests.add, {
          body: aDigest({ draft: true, template_id: template.id, list_ids: [list.id] }),
        }),
      ),
    )
    const met = await house.all<Digest & Refused>((who, at) => {
      const body = aDigest({ template_id: template.id, list_ids: [list.id], user_ids: [house.writers[0]!.id] })
      if (at % 4 === 0) return house.call<Digest>(templateRoutes.remove, { params: { id: template.id } }, who)
      if (at % 4 === 1) return house.call<Digest>(listRoutes.remove, { params: { id: list.id } }, who)
      return at % 4 === 2
        ? house.call<Digest>(digests.add, { body }, who)
        : house.call<Digest>(digests.edit, { params: { id: drafts[at]!.id }, body }, who)
    })
    const templates = (await house.done<{ styletemplates: StyleTemplate[] }>(templateRoutes.list)).styletemplates.map(
      ({ id }) => id,
    )
    const known = (await house.done<{ distributionlists: DistributionList[] }>(listRoutes.list)).distributionlists.map(
      ({ id }) => id,
    )
    const present = (await house.done<{ digests: Digest[] }>(digests.list)).digests
    for (const { status, body } of met) expect([200, 204, 404, 409], JSON.stringify(body)).toContain(status)
    for (const { template_id, list_ids, status } of present) {
      if (template_id !== null || status !== 'draft') expect(templates).toContain(template_id)
      for (const id of list_ids) expect(known).toContain(id)
    }
    for (const { id, status } of present)
      if (status === 'scheduled') await house.done(digests.cancel, { params: { id } })
  },
)

type Step = 'edit' | 'test' | 'pause' | 'resume' | 'cancel' | 'sendNow'
/**
 * Returns whether these steps, in some order, lead from one status to the other. The run's end can follow `sendNow` at
 * any time.
 */
function isExplained(from: DigestStatus, steps: readonly Step[], to: DigestStatus): boolean {
  if (from === 'sending' && isExplained('sent', steps, to)) return true
  if (steps.length === 0) return from === to
  return [...new Set(steps)].some((step) => {
    const rest = steps.toSpliced(steps.indexOf(step), 1)
    if (step === 'test') return isExplained(from, rest, to)
    const next = attempt(from, step)
    return next !== null && isExplained(next, rest, to)
  })
}
function attempt(from: DigestStatus, verb: Verb): DigestStatus | null {
  try {
    return nextState(from, verb, { hasNext: true })
  } catch {
    return null
  }
}

rounds(
  'One digest that 16 test, pause, resume, cancel, edit and send now: some order explains what became of it, and nobody gets it twice',
  async (round) => {
    const template = await aTemplate(`Everybody’s ${round}`)
    const { id, revision } = await house.done<Digest>(digests.add, { body: aDigest({ template_id: template.id }) })
    const params = { id }
    const once = await house.all((who, at) =>
      house.call<Digest>(
        digests.edit,
        { params, body: aDigest({ template_id: template.id, title: `Run ${round}.${at}`, revision }) },
        who,
      ),
    )
    expect(statusesOf(once)).toEqual({ 200: 1, 409: PEOPLE - 1 })
    const steps: Step[] = [
      'pause',
      'test',
      'resume',
      'sendNow',
      'pause',
      'resume',
      round % 2 ? 'cancel' : 'test',
      'sendNow',
    ]
    const route = {
      edit: digests.edit,
      test: digests.test,
      pause: digests.pause,
      resume: digests.resume,
      cancel: digests.cancel,
      sendNow: digests.sendNow,
    }
    const answers = await house.all((who, at) => house.call<Digest>(route[steps[at % steps.length]!], { params }, who))
    for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status)
    const taken = answers.flatMap(({ status }, at) => (status === 200 ? [steps[at % steps.length]!] : []))
    await expect.poll(async () => (await house.done<Digest>(digests.one, { params })).status).not.toBe('sending')
    const end = await house.done<Digest>(digests.one, { params })
    expect(isExplained('scheduled', taken, end.status), `${taken} -> ${end.status}`).toBe(true)
    expect(end.runs).toHaveLength(taken.filter((step) => step === 'sendNow').length)
    expect(end.runs.length).toBeLessThanOrEqual(1)
    for (const run of end.runs)
      expect(run).toMatchObject({ state: 'done', sent: PEOPLE, failed: 0, in_doubt: 0, waiting: 0 })
    const to = house
      .mails()
      .filter((text) => new RegExp(`^Subject: Run ${round}\\.`, 'm').test(text))
      .map((text) => /^To: .*<(.*)>/m.exec(text)![1])
    expect(to).toHaveLength(end.runs.length * PEOPLE)
    expect(new Set(to).size).toBe(to.length)
  },
)

test('sends to or skips people who unsubscribe or bounce during a run, and skips them afterwards', async () => {
  const template = await aTemplate('Leaving')
  const send = async (title: string) => {
    const { id } = await house.done<Digest>(digests.add, { body: aDigest({ template_id: template.id, title }) })
    await house.done(digests.sendNow, { params: { id } })
    return id
  }
  const settled = async (id: string) => {
    await expect.poll(async () => (await house.done<Digest>(digests.one, { params: { id } })).status).toBe('sent')
    const run = (await house.done<Digest>(digests.one, { params: { id } })).runs[0]!.id
    return (await house.done<{ recipients: DigestRecipient[] }>(digests.recipients, { params: { id, run } })).recipients
  }
  await settled(await send('First'))
  const marks = house
    .mails()
    .filter((text) => /^Subject: First\r/m.test(text))
    .map((text) => /^Message-ID:\s*<(.*)@/im.exec(text)![1]!)
  expect(marks).toHaveLength(PEOPLE)
  const bounce = (mark: string) =>
    fetch(`${house.url}/api/digestmail/bounced`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BOUNCE_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: reportOn(mark) }),
    }).then(async (reply) => ({ status: reply.status, body: await reply.json() }))
  const going = send('Second')
  const [over, back] = await Promise.all([
    house.all((who, at) =>
      at < 8
        ? house.call(account.setting, { body: { name: 'ping-digests-email', value: '0' } }, who)
        : house.call(mailRoutes.bounces, {}, who),
    ),
    // Sends two reports on each email, with the same key, concurrently.
    Promise.all([...marks, ...marks].map(bounce)),
  ])
  expect([statusesOf(over), statusesOf(back)]).toEqual([{ 200: PEOPLE }, { 200: PEOPLE * 2 }])
  expect(back.map(({ body }) => body)).toEqual(back.map(() => ({ taken: true })))
  const reached = await settled(await going)
  for (const { state, reason } of reached)
    expect(['sent', 'skipped: Has unsubscribed.', 'skipped: Emails to this address bounced.']).toContain(
      state === 'skipped' ? `skipped: ${reason}` : state,
    )
  // Allows one address again, because a digest to no one would be rejected.
  const last = house.writers.at(-1)!.id
  const { bounces } = await house.done<{ bounces: Bounce[] }>(mailRoutes.bounces)
  const address = reached.find(({ user_id }) => user_id === last)!.email
  expect(bounces.map((one) => one.address)).toContain(address)
  await house.done(mailRoutes.lift, { body: { address } })
  const third = await settled(await send('Third'))
  const unsubscribed = new Set(house.writers.slice(0, 8).map(({ id }) => id))
  for (const { user_id, state, reason } of third.filter((one) => one.user_id !== last))
    expect([state, reason]).toEqual([
      'skipped',
      unsubscribed.has(user_id) ? 'Has unsubscribed.' : 'Emails to this address bounced.',
    ])
  expect(third.find(({ user_id }) => user_id === last)).toMatchObject({ state: 'sent' })
}, 240_000)

const reportOn = (mark: string) =>
  [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.elsewhere.example',
    '',
    'Final-Recipient: rfc822; somebody@elsewhere.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--cut',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${mark}@hartwell.example>`,
    '',
    '--cut--',
    '',
  ].join('\r\n')

test("causes no deadlock and no error in the server's log", async () => {
  const { said, deadlocks } = await house.stop()
  expect(deadlocks).toBe(0)
  expect(said).not.toMatch(/deadlock|error|failed/i)
})
