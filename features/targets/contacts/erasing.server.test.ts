// Tests that a person outside the firm is erased from everything that the firm keeps.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { wake } from '#core/server/work/work.ts'
import { type Contact, routes } from '#features/contacts/contract.ts'
import { erasureRoutes } from '#features/contacts/erasureContract.ts'
import { type Touch, routes as touches } from '#features/touches/contract.ts'
import { waitingOccasion } from '#features/touches/filing/contract.ts'
import { filingTask } from '#features/touches/server/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

const GONE = 'someone no longer kept'
let api: Api
let orgId: string
let dana: Client
let lee: Client
let admin: Client
beforeAll(async () => {
  const filing = {
    domain: 'file.pursuit.example',
    ...{ listen: null, tls: null, key: null, gateway: null, nameServers: [], ownSender: null },
  }
  api = await openApi({ means: { filing } })
})
afterAll(() => api.close())
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(orgId)
  admin = await api.aPerson(orgId, { role: 'admin' })
})

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.pool.query<T>(text, values)).rows
const create = async (given: object, person = dana) =>
  (await person.call<TargetTile>(targets.create, { body: aTarget(given) })).body
const read = async (id: string, person = dana) => (await person.call<TargetTile>(targets.read, { params: { id } })).body
const share = async (id: string, person: Client) => {
  const { body } = await dana.call<TargetTile>(targets.share, { params: { id, userId: person.actor.id }, body: {} })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === person.actor.id)!
  expect((await person.call(targets.acceptShare, { params: { id: share_id }, body: {} })).status).toBe(200)
}
const erase = (id: string, by = admin) =>
  by.call<Contact & { message: string }>(erasureRoutes.erase, { params: { id } })
const eraseAddress = (email: string, by = admin) =>
  by.call<{ done: true }>(erasureRoutes.eraseAddress, { body: { email } })

async function rowsSaying(words: string[]) {
  const tables = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const { row } of await query<{ row: string }>(`select t::text as row from ${name} t`))
      if (words.some((word) => row.toLowerCase().includes(word.toLowerCase()))) found.push(`${name}: ${row}`)
  return found
}

/** Stored as the listener does, with the line in the inbox that asks about it. */
async function arrive(state: string, email: object) {
  const id = randomUUID()
  await withoutRls(
    api.database,
    (tx) => tx.sql`
      insert into filed_messages (org_id, id, user_id, received_at, message_id, state, message)
      values (${orgId}, ${id}, ${dana.actor.id}, now(), ${id}, ${state}, ${JSON.stringify({
        ...{
          messageId: id,
          sentAt: '2026-11-23T18:00:00.000Z',
          sender: null,
          to: [],
          cc: [],
          subject: 'Hello',
          text: 'Hello.',
        },
        ...{ isCut: false, attachments: [], forwarded: null, automatic: null, problems: [], ...email },
      })}::jsonb)`,
  )
  if (state === 'received') wake(filingTask)
  else
    await query(
      `insert into notifications (org_id, id, user_id, kind, occasion, text, path, created_at) values ($1, $2, $3, 'emails_waiting', $4, 'File this?', '/account/filing', now())`,
      [orgId, randomUUID(), dana.actor.id, waitingOccasion(id)],
    )
  return id
}
const asks = (id: string) => query(`select 1 from notifications where occasion = $1`, [waitingOccasion(id)])
const isSettled = (id: string) =>
  expect
    .poll(
      async () => (await query<{ state: string }>(`select state from filed_messages where id = $1`, [id]))[0]?.state,
      {
        timeout: 15_000,
      },
    )
    .not.toBe('received')

/** Jane on three Targets, in touches, texts, an import, emails, messages, and two merged records. */
async function janeEverywhere() {
  const jane = { name: 'Janique Quillfeather', address: 'janique@heron.example' }
  const one = await create({
    company: 'Heron',
    contact: 'Janick Quillfeather',
    contact_email: jane.address,
    contact_phone: '+1 555 010 7788',
    note: 'Ask Janique Quillfeather about the lease.',
  })
  const id = one.contacts![0]!.id
  await dana.call(routes.edit, { params: { id }, body: { first_name: 'Janique', note: 'Sails.', title: 'CFO' } })
  await dana.call(targets.takeStep, {
    body: { tile_id: one.id, description: 'Call Janique Quillfeather', due: '2026-12-24', help: '' },
  })
  await share(one.id, lee)
  const two = await create({ company: 'Egret', contact: 'Max Roe', contact_email: 'max@egret.example' })
  await dana.call(targets.addContact, { params: { id: two.id }, body: { contact_id: id, role: 'Influencer' } })
  const { body: both } = await dana.call<TargetTile>(targets.addContact, {
    params: { id: two.id },
    body: {
      contact: { first_name: 'Q.', last_name: 'Quillfeather', emails: ['q@quillfeather.example'] },
      role: 'Other',
    },
  })
  const merged = both.contacts!.find(({ name }) => name === 'Q. Quillfeather')!.id
  await dana.call(routes.merge, { params: { id: merged }, body: { into: id } })
  const alone = await create({ company: '', contact: 'Janique Quillfeather', contact_email: jane.address })
  const log = (body: object) =>
    dana.call<Touch>(touches.create, {
      body: { kind: 'call', at: '2026-01-05T18:00:00.000Z', direction: 'both', ...body },
    })
  const { body: call } = await log({
    target_id: one.id,
    contacts: [{ id }],
    subject: 'Budget',
    text: 'Ms. Quillfeather agreed.',
  })
  const { body: lunch } = await log({
    target_id: two.id,
    contacts: [{ id }],
    subject: 'Lunch',
    text: 'We talked about 2027.',
    shown: true,
  })
  const { body: other } = await log({
    target_id: two.id,
    subject: 'About Janique Quillfeather',
    text: 'Write janique@heron.example.',
  })
  const filed = await arrive('received', {
    ...{ from: jane, to: [{ name: '', address: dana.email }], subject: 'RE: Janique', text: 'Yours, J. Quillfeather' },
    attachments: [{ name: 'Quillfeather CV.pdf', size: 9 }],
  })
  await isSettled(filed)
  const waiting = await arrive('waiting', { from: { name: '', address: dana.email }, to: [jane] })
  const unmatched = await arrive('received', {
    from: { name: '', address: dana.email },
    to: [
      { name: 'Zed', address: 'zed@nowhere.example' },
      { ...jane, address: 'q@quillfeather.example' },
    ],
  })
  await isSettled(unmatched)
  const importId = randomUUID()
  await query(
    `insert into imports (org_id, id, kind, user_id, file_name, state) values ($1, $2, 'targets', $3, 'a.csv', 'uploaded')`,
    [orgId, importId, admin.actor.id],
  )
  for (const [row, cells] of [
    ['Janique', 'Quillfeather', 'x'],
    ['Heron', 'janique@heron.example; b@c.example'],
    ['Other', 'Row'],
  ].entries())
    await query(`insert into import_rows (org_id, import_id, row_number, cells) values ($1, $2, $3, $4)`, [
      orgId,
      importId,
      row,
      JSON.stringify(cells),
    ])
  await query(
    `insert into outgoing (org_id, channel, recipient, content, state) values ($1, 'mail', 'dana@x.example', $2, 'failed')`,
    [orgId, JSON.stringify({ text: 'Call Janique Quillfeather (+1 555 010 7788)' })],
  )
  await query(
    `insert into firm_exports (org_id, id, firm_id, firm_name, asked_by, state, ends_at) values ($1, gen_random_uuid(), $1, 'Theirs', 'Olive', 'done', now() + interval '7 days')`,
    [orgId],
  )
  await api.caughtUp()
  return { id, merged, one, two, alone, call, lunch, other, importId, waiting }
}

const words = ['Quillfeather', 'Janique', 'Janick', 'heron.example', '010 7788', 'Sails.', 'CFO']

const naming = [
  ...[
    'contact_emails',
    'contact_events',
    'contact_merges',
    'contact_words',
    'contacts',
    'filed_messages',
    'import_rows',
  ],
  ...['notes', 'notifications', 'once_only', 'outgoing', 'target_events', 'target_keys', 'target_people', 'targets'],
  ...['tasks', 'touches'],
]

test('leaves no trace of the person in any table, and keeps Targets, touches, and sums', async () => {
  const { id, merged, one, two, alone, call, lunch, other, importId, waiting } = await janeEverywhere()
  const before = await query(`select count(*) from touch_contacts where contact_id = $1`, [id])
  await share(one.id, admin)
  const tables = [...new Set((await rowsSaying(words)).map((row) => row.split(':')[0]))]
  expect(tables).toEqual(expect.arrayContaining(naming))
  expect(await asks(waiting)).toHaveLength(1)
  const { status, body } = await erase(id)
  expect(await asks(waiting)).toHaveLength(0)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      first_name: 'someone no longer',
      last_name: 'kept',
      emails: [],
      phones: [],
      note: '',
      erased: true,
    }),
  ])
  await api.caughtUp()
  expect(await rowsSaying(words)).toEqual([])
  expect(await query(`select count(*) from touch_contacts where contact_id = $1`, [id])).toEqual(before)
  const seen = async (targetId: string) => {
    const { contact, contact_email, contact_phone, contacts = [] } = await read(targetId)
    return [contact, contact_email, contact_phone, ...contacts.map(({ name, first }) => `${name} ${first}`)]
  }
  expect(await seen(one.id)).toEqual(['', '', '', `${GONE} true`])
  expect(await seen(two.id)).toEqual(['Max Roe', 'max@egret.example', '', 'Max Roe true', `${GONE} false`])
  expect(await seen(alone.id)).toEqual([GONE, '', '', `${GONE} true`])
  const touchOf = async (touchId: string) =>
    (await query<{ subject: string; body: string }>(`select subject, body from touches where id = $1`, [touchId]))[0]
  expect(await touchOf(call.id)).toEqual({ subject: 'Budget', body: '' })
  expect(await touchOf(lunch.id)).toEqual({ subject: 'Lunch', body: 'We talked about 2027.' })
  expect(await touchOf(other.id)).toEqual({ subject: `About ${GONE}`, body: `Write ${GONE}.` })
  expect(await query(`select cells from import_rows where import_id = $1 order by row_number`, [importId])).toEqual([
    { cells: [] },
    { cells: [] },
    { cells: ['Other', 'Row'] },
  ])
  expect(await query(`select 1 from firm_exports where firm_id = $1 and ends_at > now()`, [orgId])).toEqual([])
  expect((await dana.call(routes.read, { params: { id: merged } })).status).toBe(404)
  const log = await query(
    `select subject, subject_id, details from audit_log where org_id = $1 and action = 'contact.erased'`,
    [orgId],
  )
  expect(log).toEqual([{ subject: GONE, subject_id: id, details: {} }])
})

test('sends the change to devices that see the contact', async () => {
  const target = await create({ company: 'Heron', contact: 'Jane Quillon', contact_email: 'jane@quillon.example' })
  const id = target.contacts![0]!.id
  await share(target.id, lee)
  await share(target.id, admin)
  await lee.call(touches.create, {
    body: {
      kind: 'call',
      at: '2026-01-05T18:00:00.000Z',
      target_id: target.id,
      contacts: [{ id }],
      text: 'Jane said no.',
    },
  })
  const changes = async (after: string) =>
    (await lee.call<Feed>(feedRoutes.changes, { query: { after } })).body.collections
  const before = await changes('contacts,targets,touches')
  await erase(id)
  const after = await changes(
    ['contacts', 'targets', 'touches'].map((name) => `${name}:${before[name]!.cursor}`).join(','),
  )
  expect(JSON.stringify(before)).toContain('Quillon')
  for (const name of ['contacts', 'targets', 'touches']) {
    const said = JSON.stringify(after[name]!.rows)
    expect([said.includes('someone no longer'), said.includes('Jane'), said.includes('quillon')]).toEqual([
      true,
      false,
      false,
    ])
  }
})

test('lets only admins who see the contact erase it, once, and nothing changes it again', async () => {
  const target = await create({ company: 'Heron', contact: 'Jane Doe', contact_email: 'jane@heron.example' })
  const id = target.contacts![0]!.id
  expect([(await erase(id, dana)).status, (await erase(id)).status]).toEqual([403, 404])
  const stranger = await api.aPerson(await api.aFirm(), { role: 'admin' })
  expect((await erase(id, stranger)).body).toEqual((await erase(randomUUID(), stranger)).body)
  await share(target.id, admin)
  expect((await erase(id)).status).toBe(200)
  const again = await erase(id)
  expect([again.status, again.body.message]).toEqual([409, 'This contact was already erased.'])
  const { body: other } = await dana.call<Contact>(routes.create, { body: { last_name: 'Roe' } })
  for (const refused of [
    dana.call(routes.edit, { params: { id }, body: { first_name: 'Jane' } }),
    dana.call(routes.merge, { params: { id }, body: { into: other.id } }),
    dana.call(routes.merge, { params: { id: other.id }, body: { into: id } }),
  ])
    expect((await refused).status).toBe(409)
  const next = await create({ company: 'Egret' })
  const added = await dana.call(targets.addContact, {
    params: { id: next.id },
    body: { contact_id: id, role: 'Other' },
  })
  expect(added.status).toBe(404)
})

test('keeps an erased contact behind the one that a Target gets next', async () => {
  const target = await create({ company: 'Heron', contact: 'Jane Doe', contact_email: 'jane@heron.example' })
  await eraseAddress('JANE@heron.example')
  const edited = await dana.call<TargetTile>(targets.edit, { params: { id: target.id }, body: { contact: 'Max Roe' } })
  expect(edited.body.contacts!.map(({ name, first }) => [name, first])).toEqual([
    ['Max Roe', true],
    [GONE, false],
  ])
  expect((await read(target.id)).contact).toBe('Max Roe')
})

test('answers an address the same way whether or not the firm has it, also on private Targets', async () => {
  const hidden = await create({
    company: 'Heron',
    contact: 'Jane Doe',
    contact_email: 'jane@heron.example',
    private: true,
  })
  await dana.call(touches.create, {
    body: { kind: 'email', at: '2026-01-05T18:00:00.000Z', target_id: hidden.id, subject: 'Hi', text: 'Jane wrote' },
  })
  const known = await eraseAddress('jane@heron.example')
  const unknown = await eraseAddress('no.one@heron.example')
  expect([known.status, JSON.stringify(known.body)]).toEqual([200, JSON.stringify(unknown.body)])
  expect((await read(hidden.id)).contacts!.map(({ name }) => name)).toEqual([GONE])
  expect(await rowsSaying(['jane@heron.example', 'Jane Doe'])).toEqual([])
  const log = await query(
    `select subject, subject_id, details from audit_log where org_id = $1 and action = 'contact.erased'`,
    [orgId],
  )
  expect(log).toEqual([0, 1].map(() => ({ subject: GONE, subject_id: null, details: {} })))
  expect((await eraseAddress('jane@heron.example', dana)).status).toBe(403)
  expect((await eraseAddress('jane')).status).toBe(400)
})

test('leaves another firm, a namesake, and a similar address as they are', async () => {
  const other = await api.aPerson(await api.aFirm())
  const same = { company: 'Heron', contact: 'Jane Doe', contact_email: 'jane@heron.example' }
  const theirs = await create(same, other)
  const namesake = await create({ ...same, company: 'Egret', contact_email: 'mary-jane@heron.example' }, lee)
  await lee.call(targets.edit, { params: { id: namesake.id }, body: { goal: 'Meet Jane Doe, not jane@heron.example' } })
  await create(same)
  await eraseAddress('jane@heron.example')
  expect((await read(theirs.id, other)).contact).toBe('Jane Doe')
  const left = await read(namesake.id, lee)
  expect([left.contact, left.contact_email, left.goal]).toEqual([
    'Jane Doe',
    'mary-jane@heron.example',
    `Meet Jane Doe, not ${GONE}`,
  ])
})

test('leaves the messages of a colleague whose address a contact has', async () => {
  await create({ company: 'Heron', contact: 'Lee Park', contact_email: lee.email })
  await query(
    `insert into outgoing (org_id, channel, recipient, content, state) values ($1, 'mail', $2, '{}', 'failed')`,
    [orgId, lee.email],
  )
  const waiting = await arrive('waiting', {
    from: { name: '', address: dana.email },
    to: [{ name: '', address: lee.email }],
  })
  await eraseAddress(lee.email)
  expect(await asks(waiting)).toHaveLength(1)
  expect(await query(`select 1 from contacts where org_id = $1 and emails <> '{}'`, [orgId])).toEqual([])
  expect(await query(`select 1 from outgoing where recipient = $1`, [lee.email])).toHaveLength(1)
  expect(await query(`select 1 from filed_messages where id = $1`, [waiting])).toHaveLength(1)
})

test('files a later email as that of a stranger, and doesn’t bring the contact back', async () => {
  const target = await create({ company: 'Heron', contact: 'Jane Doe', contact_email: 'jane@heron-mills.example' })
  await dana.call(targets.addContact, {
    params: { id: target.id },
    body: { contact: { first_name: 'Max', emails: ['max@heron-mills.example'] }, role: 'Other' },
  })
  await eraseAddress('jane@heron-mills.example')
  const contacts = async () => query(`select id, first_name from contacts where org_id = $1 order by id`, [orgId])
  const before = await contacts()
  const id = await arrive('received', {
    from: { name: '', address: dana.email },
    to: [
      { name: 'Max', address: 'max@heron-mills.example' },
      { name: 'Jane Doe', address: 'jane@heron-mills.example' },
    ],
  })
  await isSettled(id)
  const { body } = await dana.call<{ touches: Touch[] }>(touches.list, { query: { target_id: target.id } })
  expect(body.touches.map(({ contacts: on, others }) => [on.map(({ name }) => name), others])).toEqual([
    [['Max'], [{ name: 'Jane Doe', address: 'jane@heron-mills.example' }]],
  ])
  expect(await contacts()).toEqual(before)
})
