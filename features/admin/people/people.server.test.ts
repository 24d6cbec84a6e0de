import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventRoutes } from '#core/contract/events.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import type { Reply } from '#core/server/testing/calls.ts'
import { routes as keyRoutes } from '#core/server/video/keyContract.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as waysIn } from '#features/account/signInContract.ts'
import { routes as switching } from '#features/account/switchingContract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import type { Tiles } from '#features/targets/list/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi, PASSWORD } from '#tests/api.ts'
import { auditLogOf, mailsOf } from '#tests/emails.ts'
import { importFile } from '#tests/imports.ts'
import { tokenRoutes } from '../programs/contract.ts'
import { webhookRoutes } from '../programs/webhookContract.ts'
import { scimRoutes } from '../scim/contract.ts'
import { type AdminPerson, type PersonDetail, peopleRoutes as routes } from './contract.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const aFirm = async () => {
  const orgId = await api.aFirm()
  const admin = await api.aPerson(orgId, { role: 'admin', first_name: 'Alex', last_name: 'Admin' })
  return { orgId, admin }
}
const read = async (admin: Client, id: string) =>
  (await admin.call<PersonDetail>(routes.person, { params: { id } })).body
const edit = (admin: Client, id: string, body: object) =>
  admin.call<PersonDetail & { message: string; errors: Record<string, string> }>(routes.edit, { params: { id }, body })
const leave = (admin: Client, id: string, hand_over: object = {}, key?: string) =>
  admin.call<PersonDetail & { message: string }>(routes.deactivate, {
    params: { id },
    body: { hand_over },
    ...(key && { key }),
  })
type List = { people: AdminPerson[]; next: string | null; counts: Record<string, number> | null }
const list = async (admin: Client, query = {}) => (await admin.call<List>(routes.people, { query })).body
const invite = (admin: Client, body: object = {}) =>
  admin.call<PersonDetail & { message: string; errors: Record<string, string> }>(routes.invite, {
    body: { first_name: 'Ada', last_name: 'Lane', email: `ada.${randomUUID().slice(0, 8)}@lane.example`, ...body },
  })
const tilesOf = async (person: Client, status = 'active,archived,completed,lost,deleted') =>
  (await person.call<Tiles>(targets.list, { query: { status } })).body.tiles

describe('inviting', () => {
  test('sends one email with a link that lets the person choose a password once', async () => {
    const { orgId, admin } = await aFirm()
    const { status, body } = await invite(admin, { email: 'Ada@Invited.example' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'ada@invited.example', role: 'member', state: 'waiting', can_sign_in: false })
    const [mail, ...more] = await mailsOf(api, orgId)
    expect(more).toEqual([])
    expect(mail!.to).toBe('ada@invited.example')
    expect(mail!.letter.button!.path).toMatch(/^\/emailConfirmed\/[\w-]{20,}\/ada%40invited\.example\?invited=1$/)
    expect(mail!.letter.lines.join(' ')).toContain('Alex Admin')
    expect(await auditLogOf(api, orgId)).toMatchObject([
      { action: 'person.invited', subject: 'Ada Lane', actor_name: 'Alex Admin', details: { role: 'member' } },
    ])
  })

  test('creates one person and one email from the same invitation sent twice', async () => {
    const { orgId, admin } = await aFirm()
    const key = randomUUID()
    const body = { first_name: 'Ada', last_name: 'Twice', email: 'ada.twice@lane.example' }
    const first = await admin.call(routes.invite, { body, key })
    const again = await admin.call(routes.invite, { body, key })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await mailsOf(api, orgId)).toHaveLength(1)
    expect((await list(admin)).people).toHaveLength(2)
  })

  test("rejects an email address taken in the firm beside its field, with the owner's name", async () => {
    const { orgId, admin } = await aFirm()
    const here = await api.aPerson(orgId, { first_name: 'Lee', last_name: 'Okafor' })
    const taken = await invite(admin, { email: here.email.toUpperCase() })
    expect([taken.status, taken.body.errors]).toEqual([409, { email: 'Lee Okafor already has this email.' }])
    await leave(admin, here.actor.id)
    expect((await invite(admin, { email: here.email })).body.message).toBe(
      'Lee Okafor already has this email and is deactivated. You can reactivate Lee Okafor.',
    )
    expect(await mailsOf(api, orgId)).toEqual([])
  })

  test("responds alike if another firm's person has the address, and only the mailbox learns of it", async () => {
    const { orgId, admin } = await aFirm()
    const elsewhere = await api.aPerson(await api.aFirm())
    const free = await invite(admin, { email: `free.${elsewhere.email}` })
    const held = await invite(admin, { email: elsewhere.email })
    expect([free.status, held.status]).toEqual([200, 200])
    const shape = ({ body }: typeof held) => ({ ...body, id: '', email: '', created_at: '', invited_at: '' })
    expect(shape(held)).toEqual(shape(free))
    expect((await admin.call(switching.switchTo, { query: { user_id: held.body.id } })).status).toBe(200)
    expect((await elsewhere.call(account.me)).status).toBe(200)
    const { letter } = (await mailsOf(api, orgId)).find(({ to }) => to === elsewhere.email)!
    const key = letter.button!.path.split('/')[2]!
    const body = { key, email: elsewhere.email, password: 'Ferry_otter#41' }
    const chosen = await admin.call<{ message: string }>(waysIn.choosePassword, { body })
    expect([chosen.status, chosen.body.message]).toEqual([
      409,
      'This address signs in to Pursuit at another firm. Ask your firm administrator to use another address, or ask that firm to remove it.',
    ])
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql<{ user_id: string }>`select user_id from login_directory where email = ${elsewhere.email}`,
    )
    expect(rows).toEqual([{ user_id: elsewhere.actor.id }])
  })

  test("rejects an address at another firm's verified domain, and lets the verifying firm take it over", async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`
    const { orgId, admin } = await aFirm()
    const squatter = await api.aPerson(orgId, { email: `ceo@${domain}` })
    const owner = await api.aPerson(await api.aFirm({ domains: [domain] }), { role: 'admin' })
    const errors = { email: 'This address belongs to another firm’s domain.' }
    const refused = await invite(admin, { email: `new@${domain}` })
    expect([refused.status, refused.body.errors]).toEqual([409, errors])
    const moved = await edit(admin, (await api.aPerson(orgId)).actor.id, { email: `moved@${domain}` })
    expect([moved.status, moved.body.errors]).toEqual([409, errors])

    expect((await invite(owner, { email: squatter.email })).status).toBe(200)
    expect((await squatter.call(account.me)).status).toBe(401)
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql<{ org_id: string }>`select org_id from login_directory where email = ${squatter.email}`,
    )
    expect(rows).toEqual([{ org_id: owner.orgId }])
    const [entry] = (await auditLogOf(api, orgId)).filter(({ action }) => action === 'person.address_claimed')
    expect(entry).toMatchObject({ details: { email: squatter.email }, actor_name: '' })
  })

  test.each([
    [{ email: 'nobody@nowhere' }, { email: 'Invalid email address' }],
    [{ email: '' }, { email: 'Please complete this field' }],
    [{ first_name: ' ' }, { first_name: 'Please complete this field' }],
    [{ last_name: 'x'.repeat(101) }, { last_name: 'Maximum length is 100 characters' }],
    [{ role: 'astronaut' }, { role: expect.any(String) }],
    [{ org_id: randomUUID() }, { body: 'The request sets a field that can’t be set.' }],
  ])('shows the error for %j beside its field', async (given, errors) => {
    const { admin } = await aFirm()
    const reply = await invite(admin, given)
    expect([reply.status, reply.body.errors]).toEqual([400, errors])
    expect((await list(admin)).people).toHaveLength(1)
  })

  test('adds the person to groups, and creates no one if a group belongs to another firm', async () => {
    const { admin } = await aFirm()
    const { admin: stranger } = await aFirm()
    const own = (await admin.call<{ id: string }>(routes.createGroup, { body: { name: 'Tax' } })).body.id
    const foreign = (await stranger.call<{ id: string }>(routes.createGroup, { body: { name: 'Secret' } })).body.id
    expect((await invite(admin, { groups: [own] })).body.groups).toEqual(['Tax'])
    expect((await invite(admin, { groups: [own, foreign] })).status).toBe(404)
    expect((await list(admin)).people).toHaveLength(2)
  })

  test('sends the invitation again until the person has signed in', async () => {
    const { orgId, admin } = await aFirm()
    const { body } = await invite(admin)
    const again = () => admin.call<{ message: string }>(routes.inviteMany, { body: { ids: [body.id] } })
    expect((await again()).body).toEqual({ invited: 1 })
    const paths = (await mailsOf(api, orgId)).map(({ letter }) => letter.button!.path)
    expect(new Set(paths).size).toBe(2)
    await withoutRls(api.database, (tx) => openSession(tx, orgId, body.id))
    const late = await again()
    expect([late.status, late.body.message]).toEqual([400, 'Ada Lane has already signed in.'])
  })

  test('invites the people of an import in batches, each once', async () => {
    const { orgId, admin } = await aFirm()
    const rows = Array.from({ length: 230 }, (_, i) => `Pat,Number${i},pat${i}.${orgId.slice(0, 8)}@many.example`)
    const done = await importFile(api, admin, 'people', `First name,Last name,E-mail\n${rows.join('\n')}\n`)
    expect(done.imported).toBe(230)
    const params = { id: done.id }
    expect((await admin.call(routes.invitable, { params })).body).toEqual({ left: 230 })
    expect((await admin.call(routes.inviteImported, { params })).body).toEqual({ invited: 200, left: 30 })
    expect((await admin.call(routes.inviteImported, { params })).body).toEqual({ invited: 30, left: 0 })
    expect((await admin.call(routes.inviteImported, { params })).body).toEqual({ invited: 0, left: 0 })
    const mails = await mailsOf(api, orgId)
    expect(new Set(mails.map(({ to }) => to)).size).toBe(230)
    expect(mails).toHaveLength(230)
  })
})

describe('the list', () => {
  test('contains everyone once across pages, by last and first name', async () => {
    const { orgId, admin } = await aFirm()
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`
      insert into users (org_id, id, email, first_name, last_name, role)
      select ${orgId}, gen_random_uuid(), 'p' || n || '@paged.example', 'Pat', 'P' || lpad((n % 40)::text, 3, '0'), 'member' from generate_series(1, 250) n returning 1`,
    )
    const seen: string[] = []
    for (let after: string | undefined; ; ) {
      const { people, next, counts } = await list(admin, after ? { after } : {})
      expect(counts === null).toBe(after !== undefined)
      seen.push(...people.map(({ id, last_name }) => `${last_name} ${id}`))
      if (!next) break
      after = next
    }
    expect(seen).toHaveLength(251)
    expect(new Set(seen).size).toBe(251)
    expect(seen).toEqual([...seen].sort())
  })

  test('finds people by words of their name and email, in any order and case', async () => {
    const { orgId, admin } = await aFirm()
    await api.aPerson(orgId, { first_name: 'Zoë', last_name: 'Müller-Brandt', email: 'zm@find.example' })
    await api.aPerson(orgId, { first_name: 'Zach', last_name: 'Miller', email: '100%_sure@find.example' })
    const found = async (q: string) => (await list(admin, { q })).people.map(({ first_name }) => first_name)
    expect(await found('müller zoë')).toEqual(['Zoë'])
    expect(await found('FIND.example')).toEqual(['Zach', 'Zoë'])
    expect(await found('100%_s')).toEqual(['Zach'])
    expect(await found('%')).toEqual(['Zach'])
    expect(await found("' or 1=1 --")).toEqual([])
  })

  test('filters people by role, group, and whether they have signed in', async () => {
    const { orgId, admin } = await aFirm()
    const group = (await admin.call<{ id: string }>(routes.createGroup, { body: { name: 'Tax' } })).body.id
    const waiting = (await invite(admin, { first_name: 'Wait', groups: [group] })).body
    const active = await api.aPerson(orgId, { first_name: 'Act' })
    const gone = await api.aPerson(orgId, { first_name: 'Gone' })
    await leave(admin, gone.actor.id)
    const names = async (query: object) => (await list(admin, query)).people.map(({ first_name }) => first_name).sort()
    expect((await list(admin)).counts).toEqual({ active: 2, waiting: 1, deactivated: 1 })
    expect(await names({ state: 'waiting' })).toEqual(['Wait'])
    expect(await names({ state: 'deactivated' })).toEqual(['Gone'])
    expect(await names({ role: 'admin' })).toEqual(['Alex'])
    expect(await names({ group })).toEqual(['Wait'])
    expect(await names({ group, q: 'act' })).toEqual([])
    expect((await read(admin, active.actor.id)).sessions).toBe(1)
    await withoutRls(api.database, (tx) => openSession(tx, orgId, waiting.id))
    expect(await names({ state: 'waiting' })).toEqual([])
    expect((await admin.call(routes.people, { query: { group: randomUUID() } })).status).toBe(404)
  })

  test('is exported with the same people and no formulas', async () => {
    const { orgId, admin } = await aFirm()
    await api.aPerson(orgId, {
      first_name: '=HYPERLINK("http://evil.example")',
      last_name: '+1',
      email: '-cmd@file.example',
    })
    await api.aPerson(orgId, { first_name: '@SUM(A1)', last_name: 'Comma, "Quote"', email: 'c@file.example' })
    const { status, text, headers } = await admin.call(routes.peopleFile)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toContain('people.csv')
    const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('Last name,First name,Email,Role,Groups,Status,Invited,Last signed in')
    expect(lines[1]).toMatch(/^'\+1,"'=HYPERLINK\(""http:\/\/evil\.example""\)",'-cmd@file\.example,Member,,Active,,/)
    expect(lines[3]).toMatch(/^"Comma, ""Quote""",'@SUM\(A1\),c@file\.example,Member,,Active,,\d{4}-/)
    expect(lines).toHaveLength(4)
    expect((await auditLogOf(api, orgId)).map(({ action }) => action)).toEqual(['people.exported'])
  })
})

describe('changing a person', () => {
  test("changes name, phone, and settings, logs each change, and keeps settings that weren't named", async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId, { first_name: 'Old', last_name: 'Name' })
    const settings = { 'key-org_report': 1, 'ping-daily_nudges-push': 0 }
    const { status, body } = await edit(admin, person.actor.id, {
      first_name: 'New',
      phone: '+1 212 555 0100',
      settings,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ first_name: 'New', last_name: 'Name', phone: '+1 212 555 0100', settings })
    expect(body.settings['ping-weekly_alerts-email']).toBe(1)
    expect(await auditLogOf(api, orgId)).toMatchObject([
      {
        action: 'person.changed',
        subject: 'New Name',
        details: { name_before: 'Old Name', phone: 'added', ...settings },
      },
    ])
    expect((await mailsOf(api, orgId, person.email)).map(({ letter }) => letter.subject)).toEqual([
      'Your phone number was changed',
    ])
    // An edit without a change adds no log entry.
    await edit(admin, person.actor.id, { first_name: 'New', settings })
    expect(await auditLogOf(api, orgId)).toHaveLength(1)
    // Removing Insights differs from never having granted anything. Only this setting can be unset.
    await edit(admin, person.actor.id, { settings: { 'key-org_report': 0 } })
    const taken = await edit(admin, person.actor.id, { settings: { 'key-org_report': null } })
    expect(taken.body.settings).not.toHaveProperty('key-org_report')
    expect(await auditLogOf(api, orgId)).toHaveLength(3)
    expect((await edit(admin, person.actor.id, { settings: { 'key-two_factor': null } })).status).toBe(400)
  })

  test('applies a new email at a domain of the firm right away and notifies both addresses', async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`
    const orgId = await api.aFirm({ domains: [domain] })
    const admin = await api.aPerson(orgId, { role: 'admin' })
    const person = await api.aPerson(orgId)
    const link = (await mailsOf(api, orgId)).length
    await admin.call(routes.sendReset, { params: { id: person.actor.id } })
    const { body } = await edit(admin, person.actor.id, { email: `Moved@${domain}` })
    expect(body.email).toBe(`moved@${domain}`)
    const mails = (await mailsOf(api, orgId)).slice(link)
    expect(mails.map(({ to, letter }) => [to, letter.subject])).toEqual([
      [person.email, 'Choose a new password'],
      [person.email, 'Your sign-in address was changed'],
      [`moved@${domain}`, 'This is now your sign-in address'],
    ])
    const { rows } = await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ email: string; keys: number }>`
      select email, (select count(*)::int from password_keys where user_id = ${person.actor.id}) as keys from login_directory where user_id = ${person.actor.id}`,
    )
    expect(rows).toEqual([{ email: `moved@${domain}`, keys: 0 }])
    // The free address can be given to another person.
    expect((await invite(admin, { email: person.email })).status).toBe(200)
  })

  test('waits for the mailbox at an open domain, with the same response if another firm has the email', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId)
    const other = await api.aPerson(await api.aFirm())
    for (const email of [other.email, `free.${other.email}`]) {
      const { status, body } = await edit(admin, person.actor.id, { email })
      expect([status, body.email]).toEqual([200, email])
    }
    const signsIn = async (email: string, password = PASSWORD) =>
      (await admin.call(account.login, { body: { email, password } })).status
    const { letter, to } = (await mailsOf(api, orgId)).at(-1)!
    expect([to, letter.subject]).toEqual([`free.${other.email}`, 'Confirm your sign-in address'])
    expect([await signsIn(person.email), await signsIn(to)]).toEqual([200, 403])
    const password = 'Ferry_otter#41'
    const body = { key: letter.button!.path.split('/')[2]!, email: to, password }
    expect((await admin.call(waysIn.choosePassword, { body })).status).toBe(200)
    expect([await signsIn(person.email, password), await signsIn(to, password)]).toEqual([403, 200])
  })

  test('changes nothing if the email belongs to a colleague', async () => {
    const { orgId, admin } = await aFirm()
    const [person, other] = [await api.aPerson(orgId), await api.aPerson(orgId)]
    const reply = await edit(admin, person.actor.id, { email: other.email, first_name: 'Changed' })
    expect(reply.status).toBe(409)
    expect(await read(admin, person.actor.id)).toMatchObject({ email: person.email, first_name: 'Dana' })
    expect(await mailsOf(api, orgId)).toEqual([])
  })

  test("keeps people from changing their own role, and the firm's last admin an admin", async () => {
    const { orgId, admin } = await aFirm()
    const second = await api.aPerson(orgId, { role: 'admin' })
    expect((await edit(admin, admin.actor.id, { role: 'member' })).status).toBe(403)
    expect((await edit(admin, second.actor.id, { role: 'member' })).body.role).toBe('member')
    expect((await second.call(routes.people)).status).toBe(403)
    expect((await edit(admin, second.actor.id, { role: 'admin' })).body.role).toBe('admin')
    expect((await leave(second, admin.actor.id)).status).toBe(200)
    const third = await api.aPerson(orgId, { role: 'admin' })
    const both = await Promise.all([
      edit(second, third.actor.id, { role: 'member' }),
      edit(third, second.actor.id, { role: 'member' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.toSatisfy((s) => s === 403 || s === 409)])
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql`select from users where org_id = ${orgId} and role = 'admin' and deactivated_at is null`,
    )
    expect(rows).toHaveLength(1)
  })

  test('lets only operators create and change operators', async () => {
    const { orgId, admin } = await aFirm()
    const operator = await api.aPerson(orgId, { role: 'operator' })
    const person = await api.aPerson(orgId)
    expect((await edit(admin, person.actor.id, { role: 'operator' })).status).toBe(403)
    expect((await invite(admin, { role: 'operator' })).status).toBe(403)
    for (const change of [
      edit(admin, operator.actor.id, { email: 'mine@now.example' }),
      leave(admin, operator.actor.id),
      admin.call(routes.sendReset, { params: { id: operator.actor.id } }),
      admin.call(routes.resetTwoFactor, { params: { id: operator.actor.id } }),
      admin.call(routes.endSessions, { params: { id: operator.actor.id } }),
    ])
      expect((await change).status).toBe(403)
    expect((await edit(operator, person.actor.id, { role: 'operator' })).body.role).toBe('operator')
  })

  test('removes every second factor in a two-factor reset and notifies the person', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId, { settings: { 'key-two_factor': 1 } })
    const id = person.actor.id
    await withoutRls(api.database, async (tx) => {
      await tx.sql`insert into authenticators (org_id, user_id, secret, confirmed_at) values (${orgId}, ${id}, 'SECRET', now())`
      await tx.sql`insert into recovery_codes (org_id, user_id, code_hash, created_at) values (${orgId}, ${id}, ${Buffer.from('x')}, now())`
      await tx.sql`insert into passkeys (org_id, id, user_id, credential_id, rp_id, public_key, counter, transports, name, created_at)
        values (${orgId}, ${randomUUID()}, ${id}, 'c', 'localhost', ${Buffer.from('k')}, 0, '{}', 'Key', now())`
    })
    const left = async () =>
      (
        await withoutRls(
          api.database,
          (tx) =>
            tx.sql<{
              n: number
            }>`select (select count(*) from authenticators where user_id = ${id}) + (select count(*) from recovery_codes where user_id = ${id})
            + (select count(*) from passkeys where user_id = ${id}) as n`,
        )
      ).rows[0]!.n
    expect(Number(await left())).toBe(3)
    expect((await admin.call(routes.resetTwoFactor, { params: { id } })).status).toBe(200)
    expect(Number(await left())).toBe(0)
    expect((await mailsOf(api, orgId, person.email)).map(({ letter }) => letter.subject)).toEqual([
      'Your two-factor authentication was reset',
    ])
    expect((await admin.call(routes.resetTwoFactor, { params: { id: admin.actor.id } })).status).toBe(403)
  })

  test('signs the person out everywhere and leaves the admin signed in', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId)
    await withoutRls(api.database, (tx) => openSession(tx, orgId, person.actor.id))
    const params = { id: person.actor.id }
    expect((await admin.call(routes.endSessions, { params })).body).toEqual({ ended: 2 })
    expect((await person.call(account.me)).status).toBe(401)
    await admin.call(routes.endSessions, { params: { id: admin.actor.id } })
    expect((await admin.call(account.me)).status).toBe(200)
  })
})

describe('a person who leaves', () => {
  test('has private targets counted for the hand-over and left out everywhere else', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId)
    await person.call(targets.create, { body: aTarget() })
    await person.call(targets.create, { body: aTarget({ private: true }) })
    expect(await read(admin, person.actor.id)).toMatchObject({ targets: { active: 1 }, private_targets: 1 })
    const heir = await api.aPerson(orgId)
    const done = await leave(admin, person.actor.id, { active: heir.actor.id })
    expect(done.body).toMatchObject({ targets: {}, private_targets: 0 })
    expect(await tilesOf(heir)).toHaveLength(2)
  })

  test('has only their own keys and webhooks listed', async () => {
    const { orgId, admin } = await aFirm()
    const leaver = await api.aPerson(orgId, { role: 'admin' })
    for (const who of [leaver, admin]) {
      const name = who === leaver ? 'CRM sync' : 'Of another'
      const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      await who.call(tokenRoutes.make, { body: { name, scopes: ['people:read'], ends_on } })
      await who.call(scimRoutes.makeToken, { body: { name } })
    }
    await leaver.call(webhookRoutes.add, {
      body: { url: 'https://crm.hartwell.example/in', events: ['target.created'] },
    })
    await leaver.call(keyRoutes.make)
    expect((await read(admin, leaver.actor.id)).keys).toEqual([
      { kind: 'api', name: 'CRM sync' },
      { kind: 'directory', name: 'CRM sync' },
      { kind: 'videos', name: '' },
      { kind: 'webhook', name: 'https://crm.hartwell.example/in' },
    ])
  })

  test('loses sessions and streams right away, and signs in again after being reactivated', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId)
    const response = await api.http.inject({
      method: 'GET',
      url: `/api/${eventRoutes.listen.path}`,
      headers: { authorization: `Bearer ${person.token}` },
      payloadAsStream: true,
    })
    const stream = response.stream()
    const ended = new Promise<void>((resolve) => stream.once('end', resolve))
    stream.resume()
    await invite(admin)
    const { status, body } = await leave(admin, person.actor.id)
    expect(status, body.message).toBe(200)
    expect(body).toMatchObject({ state: 'deactivated', is_deactivated: true, sessions: 0, hand_over: null })
    await ended
    expect((await person.call(account.me)).status).toBe(401)
    const login = () =>
      api.http.inject({
        method: 'POST',
        url: '/api/user/login',
        payload: { email: person.email, password: 'Pursuit#2026' },
      })
    expect((await login()).statusCode).toBe(403)
    expect((await leave(admin, person.actor.id)).status).toBe(409)
    expect((await leave(admin, admin.actor.id)).status).toBe(403)
    expect((await admin.call(routes.reactivate, { params: { id: person.actor.id } })).body).toMatchObject({
      state: 'active',
    })
    expect((await person.call(account.me)).status).toBe(401)
    expect((await login()).statusCode).toBe(200)
    expect(
      (await auditLogOf(api, orgId)).map(({ action }) => action).filter((one) => one.startsWith('person.')),
    ).toEqual(['person.invited', 'person.deactivated', 'person.reactivated'])
  })

  test('hands over each status with its history, and keeps targets of a status without a new owner', async () => {
    const { orgId, admin } = await aFirm()
    const [leaver, lee, morgan] = [await api.aPerson(orgId), await api.aPerson(orgId), await api.aPerson(orgId)]
    const made: TargetTile[] = []
    for (const company of ['Active One', 'Active Two', 'Held', 'Won', 'Thrown Away'])
      made.push((await leaver.call<TargetTile>(targets.create, { body: aTarget({ company, note: 'Keep this' }) })).body)
    const params = (at: number) => ({ id: made[at]!.id })
    await leaver.call(targets.archive, { params: params(2) })
    await leaver.call(targets.complete, { params: params(3), body: { revenue: 5000 } })
    await leaver.call(targets.trash, { params: params(4) })
    expect((await read(admin, leaver.actor.id)).targets).toEqual({ active: 2, archived: 1, completed: 1, deleted: 1 })
    const { status, body } = await leave(admin, leaver.actor.id, { active: lee.actor.id, archived: morgan.actor.id })
    expect(status, body.message).toBe(200)
    expect(body.hand_over).toMatchObject({ state: 'done', total: 3, done: 3, problem: null })
    expect(body.targets).toEqual({ completed: 1, deleted: 1 })
    const ofLee = await tilesOf(lee)
    expect(ofLee.map(({ company }) => company).sort()).toEqual(['Active One', 'Active Two'])
    expect(ofLee[0]!.notes.map(({ note }) => note)).toEqual(['Keep this'])
    expect((await tilesOf(morgan)).map(({ company }) => company)).toEqual(['Held'])
    const timeline = await lee.call(targets.timeline, { params: { id: ofLee[0]!.id } })
    expect(timeline.text).toContain('targetCreated')
    expect(timeline.text).toContain('targetHandedOver')
    expect((await auditLogOf(api, orgId)).at(-1)).toMatchObject({
      action: 'person.targets_handed_over',
      details: { targets: 3 },
    })
    const rest = await admin.call<PersonDetail>(routes.handOver, {
      params: { id: leaver.actor.id },
      body: { hand_over: { completed: lee.actor.id } },
    })
    expect(rest.body).toMatchObject({ hand_over: { state: 'done', total: 1 }, targets: { deleted: 1 } })
  })

  test('hands over hundreds of targets in the background with progress, once for a repeated request', {
    timeout: 120_000,
  }, async () => {
    const { orgId, admin } = await aFirm()
    const [leaver, lee] = [await api.aPerson(orgId), await api.aPerson(orgId)]
    const rows = Array.from({ length: 320 }, (_, i) => `Company ${i},${leaver.email},Open`)
    const imported = await importFile(api, admin, 'targets', `company,owner,stage\n${rows.join('\n')}\n`)
    expect(imported.imported).toBe(320)
    const key = randomUUID()
    const first = await leave(admin, leaver.actor.id, { active: lee.actor.id }, key)
    expect(first.body.hand_over).toMatchObject({ state: 'running', total: 320, done: 100 })
    expect((await leave(admin, leaver.actor.id, { active: lee.actor.id }, key)).text).toBe(first.text)
    const done = await vi.waitFor(
      async () => {
        const now = await read(admin, leaver.actor.id)
        expect(now.hand_over!.state).toBe('done')
        return now
      },
      { timeout: 60_000, interval: 50 },
    )
    expect(done.hand_over).toMatchObject({ total: 320, done: 320 })
    expect(done.targets).toEqual({})
    expect(await tilesOf(lee)).toHaveLength(320)
  })

  test.each(['another firm', 'nobody', 'deactivated', 'the leaver'])(
    "isn't deactivated if a new owner is of %s",
    async (who) => {
      const { orgId, admin } = await aFirm()
      const person = await api.aPerson(orgId)
      await person.call(targets.create, { body: aTarget() })
      const other = await api.aPerson(who === 'another firm' ? await api.aFirm() : orgId)
      if (who === 'deactivated') await leave(admin, other.actor.id)
      const to = who === 'nobody' ? randomUUID() : who === 'the leaver' ? person.actor.id : other.actor.id
      const reply = await leave(admin, person.actor.id, { active: to })
      expect([reply.status, reply.body.message]).toEqual([404, 'We couldn’t find the new owner.'])
      expect(await read(admin, person.actor.id)).toMatchObject({ state: 'active', targets: { active: 1 } })
      expect((await person.call(account.me)).status).toBe(200)
    },
  )
})

describe('permissions', () => {
  const changes: [string, (who: Client, id: string, group: string) => Promise<Reply<unknown>>][] = [
    ['read the list', (who) => who.call(routes.people)],
    ['take the file', (who) => who.call(routes.peopleFile)],
    ['invite', (who) => invite(who)],
    ['read a person', (who, id) => who.call(routes.person, { params: { id } })],
    ['edit a person', (who, id) => edit(who, id, { first_name: 'Edited' })],
    ['make an admin', (who, id) => edit(who, id, { role: 'admin' })],
    ['move an address', (who, id) => edit(who, id, { email: `m.${randomUUID().slice(0, 8)}@moved.example` })],
    ['invite again', (who, id) => who.call(routes.inviteMany, { body: { ids: [id] } })],
    ['send a reset', (who, id) => who.call(routes.sendReset, { params: { id } })],
    ['reset two-factor', (who, id) => who.call(routes.resetTwoFactor, { params: { id } })],
    ['end sessions', (who, id) => who.call(routes.endSessions, { params: { id } })],
    ['deactivate', (who, id) => leave(who, id)],
    ['hand over', (who, id) => who.call(routes.handOver, { params: { id }, body: { hand_over: {} } })],
    ['reactivate', (who, id) => who.call(routes.reactivate, { params: { id } })],
    ['read the groups', (who) => who.call(routes.groups)],
    ['read a group', (who, _, id) => who.call(routes.group, { params: { id } })],
    ['make a group', (who) => who.call(routes.createGroup, { body: { name: `G ${randomUUID()}` } })],
    ['rename a group', (who, _, id) => who.call(routes.renameGroup, { params: { id }, body: { name: randomUUID() } })],
    ['archive a group', (who, _, id) => who.call(routes.archiveGroup, { params: { id } })],
    ['restore a group', (who, _, id) => who.call(routes.restoreGroup, { params: { id } })],
    ['add a member', (who, one, id) => who.call(routes.placeMembers, { params: { id }, body: { add: [one] } })],
    ['add a manager', (who, one, id) => who.call(routes.placeManagers, { params: { id }, body: { add: [one] } })],
  ]
  const lists = new Set(['read the list', 'take the file', 'invite', 'read the groups', 'make a group'])

  test.each(changes)('allows only admins and operators of the firm: %s', async (name, change) => {
    const { orgId, admin } = await aFirm()
    const subject = await invite(admin)
    const group = (await admin.call<{ id: string }>(routes.createGroup, { body: { name: 'Tax' } })).body.id
    const manager = await api.aPerson(orgId)
    await admin.call(routes.placeManagers, { params: { id: group }, body: { add: [manager.actor.id] } })
    const member = await api.aPerson(orgId)
    const { admin: stranger } = await aFirm()
    const operator = await api.aPerson(await api.aFirm(), { role: 'operator' })
    const before = (await read(admin, subject.body.id)) as object
    for (const who of [member, manager]) expect((await change(who, subject.body.id, group)).status).toBe(403)
    for (const who of [stranger, operator])
      expect((await change(who, subject.body.id, group)).status, name).toBe(lists.has(name) ? 200 : 404)
    expect(await read(admin, subject.body.id)).toEqual(before)
    if (name === 'reactivate') await leave(admin, subject.body.id)
    const reply = await change(admin, subject.body.id, group)
    expect(reply.status, reply.text).toBeLessThan(300)
  })

  test('forbids changes to account security while someone works as an admin', async () => {
    const { orgId, admin } = await aFirm()
    const person = await api.aPerson(orgId)
    const operator = await api.aPerson(await api.aFirm(), { role: 'operator' })
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update sessions set by_org_id = ${operator.orgId}, by_user_id = ${operator.actor.id}, by_name = 'Olive Operator' where org_id = ${orgId} and user_id = ${admin.actor.id}`,
    )
    const id = person.actor.id
    for (const change of [
      edit(admin, id, { email: 'other@switched.example' }),
      edit(admin, id, { phone: '+1 212 555 0100' }),
      edit(admin, id, { settings: { 'key-two_factor': 1 } }),
      admin.call(routes.resetTwoFactor, { params: { id } }),
      admin.call(routes.sendReset, { params: { id } }),
    ])
      expect((await change).status).toBe(403)
    expect((await edit(admin, id, { first_name: 'Renamed' })).status).toBe(200)
    expect((await leave(admin, id)).status).toBe(200)
    const changes = (await auditLogOf(api, orgId)).filter(({ action }) => action.startsWith('person.'))
    expect(changes.map(({ action, by_name }) => [action, by_name])).toEqual([
      ['person.changed', 'Olive Operator'],
      ['person.deactivated', 'Olive Operator'],
    ])
  })
})
