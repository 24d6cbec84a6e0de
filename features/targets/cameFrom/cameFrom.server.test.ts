// Tests who Targets came from: a contact, a colleague, or an entry of the list, and that views follow them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CameFrom } from '#core/contract/referrals.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { routes as contacts } from '#features/contacts/contract.ts'
import { routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import type { TimelineEvent } from '../detail/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { readPipeline } from '../server/pipelineOf.ts'

let api: Api
let orgId: string
let dana: Client
let lee: Client
beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(orgId, { first_name: 'Lee', last_name: 'Okafor' })
})
afterAll(() => api.close())

type Refused = { message: string; errors?: Record<string, string> }
const create = (came_from: CameFrom | null, given: Parameters<typeof aTarget>[0] = {}, who = dana) =>
  who.call<TargetTile & Refused>(routes.create, { body: aTarget({ ...given, came_from }) })
const created = async (...given: Parameters<typeof create>) => {
  const { status, body } = await create(...given)
  expect(body.message).toBeUndefined()
  expect(status).toBe(200)
  return body
}
const read = async (id: string, who = dana) => (await who.call<TargetTile>(routes.read, { params: { id } })).body
const edit = (id: string, came_from: CameFrom | null, base?: CameFrom | null) =>
  dana.call<TargetTile & Refused>(routes.edit, {
    params: { id },
    body: { came_from, ...(base !== undefined && { base: { came_from: base } }) },
  })
const contactId = async (first_name: string, last_name: string, more: object = {}) =>
  (await dana.call<{ id: string }>(contacts.create, { body: { first_name, last_name, ...more } })).body.id
/** Invites a colleague to a Target. */
const shareOf = async ({ id }: TargetTile, by: Client, to: Client) => {
  const { body } = await by.call<TargetTile>(routes.share, { params: { id, userId: to.actor.id }, body: {} })
  return body.collaborators.find(({ user_id }) => user_id === to.actor.id)!.share_id
}
const canSee = async (who: Client, id: string) => (await who.call(contacts.read, { params: { id } })).status === 200

describe('a Target came from', () => {
  test('a contact, a colleague, or an entry of the list, with the name of now', async () => {
    const harold = await contactId('Harold', 'Finch')
    const target = await created({ contact_id: harold })
    expect(target.came_from).toEqual({ contact_id: harold, name: 'Harold Finch' })
    expect(await read(target.id)).toEqual(target)
    expect((await edit(target.id, { user_id: lee.actor.id })).body.came_from).toEqual({
      user_id: lee.actor.id,
      name: 'Lee Okafor',
    })
    expect((await edit(target.id, { source: 'Conference' })).body.came_from).toEqual({ source: 'Conference' })
    expect((await edit(target.id, null)).body.came_from).toBeNull()
    const { body } = await dana.call<{ events: TimelineEvent[] }>(routes.timeline, { params: { id: target.id } })
    expect(body.events.filter(({ kind }) => kind === 'targetEdited').map(({ data }) => data.after)).toEqual([
      { came_from: null },
      { came_from: { source: 'Conference' } },
      { came_from: { user_id: lee.actor.id, name: 'Lee Okafor' } },
    ])
  })

  test('a new contact by name, and the known one of that name the next time', async () => {
    const first = await created({ contact_name: 'Harold Finch' })
    const second = await created({ contact_name: 'harold finch' })
    expect(first.came_from).toEqual({ contact_id: expect.any(String), name: 'Harold Finch' })
    expect(second.came_from).toEqual(first.came_from)
    expect(await canSee(dana, (first.came_from as { contact_id: string }).contact_id)).toBe(true)
  })

  test('no one unknown, not itself, and not its owner', async () => {
    const errorOf = async (...given: Parameters<typeof create>) => {
      const { status, body } = await create(...given)
      return [status, body.errors?.came_from]
    }
    const gone = [400, 'We can’t find this contact anymore. Choose another one.']
    expect(await errorOf({ contact_id: randomUUID() })).toEqual(gone)
    expect(await errorOf({ contact_id: 'tmp:1' })).toEqual(gone)
    expect(await errorOf({ user_id: randomUUID() })).toEqual([
      400,
      'We can’t find this colleague anymore. Choose another one.',
    ])
    expect(await errorOf({ source: 'A dream' })).toEqual([
      400,
      'Choose one of these sources: Article or talk, Conference, Directory, Former client, Website.',
    ])
    expect(await errorOf({ user_id: dana.actor.id })).toEqual([400, 'Choose a colleague who doesn’t own this Target.'])
    const self = [400, 'Ingrid Halden is the Target’s own contact. Choose who sent them to you.']
    expect(await errorOf({ contact_name: 'Ingrid Halden' })).toEqual(self)
    const target = await created(null)
    const { status, body } = await edit(target.id, { contact_id: target.contacts![0]!.id })
    expect([status, body.errors?.came_from]).toEqual(self)
    // Another firm's contact and colleague.
    const other = await api.aPerson(await api.aFirm())
    expect(await errorOf({ user_id: other.actor.id })).toEqual([
      400,
      'We can’t find this colleague anymore. Choose another one.',
    ])
    expect(await errorOf({ contact_id: target.contacts![0]!.id }, { contact: 'X Y' }, other)).toEqual(gone)
  })

  test('an edit of old clients and one of another field leave it', async () => {
    const target = await created({ source: 'Website' })
    const { body } = await dana.call<TargetTile>(routes.edit, { params: { id: target.id }, body: { goal: 'Another' } })
    expect(body.came_from).toEqual({ source: 'Website' })
  })

  test('two devices, and the later one keeps what it overwrote', async () => {
    const target = await created({ source: 'Website' })
    await edit(target.id, { source: 'Directory' }, { source: 'Website' })
    const { body } = await edit(target.id, { source: 'Conference' }, { source: 'Website' })
    expect(body.edits?.came_from?.over?.value).toEqual({ source: 'Directory' })
    const harold = await contactId('Harold', 'Finch')
    await edit(target.id, { contact_id: harold }, { source: 'Conference' })
    const { body: same } = await edit(target.id, { source: 'Website' }, { contact_id: harold, name: 'H. Finch' })
    expect(same.edits?.came_from?.over?.value).toEqual({ source: 'Directory' })
  })
})

describe('the contact that sent a Target', () => {
  test('is seen by everyone on it, under its new name, and by no one after it is gone', async () => {
    const harold = await contactId('Harold', 'Finch')
    const target = await created({ contact_id: harold })
    expect(await canSee(lee, harold)).toBe(false)
    const share_id = await shareOf(target, dana, lee)
    expect((await read(target.id, lee)).came_from).toBeNull()
    await lee.call(routes.acceptShare, { params: { id: share_id }, body: {} })
    expect(await canSee(lee, harold)).toBe(true)
    await dana.call(contacts.edit, { params: { id: harold }, body: { last_name: 'Finch-Marsh' } })
    expect((await read(target.id, lee)).came_from).toEqual({ contact_id: harold, name: 'Harold Finch-Marsh' })
    await edit(target.id, { source: 'Website' })
    expect(await canSee(lee, harold)).toBe(false)
    expect(await canSee(dana, harold)).toBe(true)
  })

  test('is private if its only Target is', async () => {
    const harold = await contactId('Harold', 'Finch')
    const isPrivate = async () => {
      const { rows } = await withoutRls(
        api.database,
        (tx) => tx.sql<{ is_private: boolean }>`select is_private from contacts where id = ${harold}`,
      )
      return rows[0]!.is_private
    }
    const target = await created({ contact_id: harold }, { private: true })
    expect(await isPrivate()).toBe(true)
    await dana.call(routes.edit, { params: { id: target.id }, body: { private: false } })
    expect(await isPrivate()).toBe(false)
  })

  test('follows a merge and its undo', async () => {
    const harold = await contactId('Harold', 'Finch')
    const other = await contactId('Harry', 'Finch', { emails: ['harry@finch.example'] })
    const target = await created({ contact_id: harold })
    await dana.call(contacts.merge, { params: { id: harold }, body: { into: other } })
    expect((await read(target.id)).came_from).toEqual({ contact_id: other, name: 'Harry Finch' })
    // A device that was offline still sends the merged one.
    const late = await created({ contact_id: harold })
    expect(late.came_from).toEqual({ contact_id: other, name: 'Harry Finch' })
    await dana.call(contacts.unmerge, { params: { id: harold }, body: {} })
    expect((await read(target.id)).came_from).toEqual({ contact_id: harold, name: 'Harold Finch' })
    expect((await read(late.id)).came_from).toEqual({ contact_id: other, name: 'Harry Finch' })
  })
})

test('the last touch of a source is the last that its reader sees, on the contact and for daily cards', async () => {
  const harold = await contactId('Harold', 'Finch', { emails: ['harold@finch.example'] })
  await created({ contact_id: harold })
  const lastTouches = async () => {
    const { body } = await dana.call<{ last_touch: string | null }>(contacts.read, { params: { id: harold } })
    const { sources } = await withOrg(api.database, orgId, (tx) => readPipeline(tx, dana.actor.id))
    return [body.last_touch, ...sources.map(({ last_touch }) => last_touch)]
  }
  const meet = (who: Client, at: string, target_id: string | null = null) =>
    who.call(touches.create, { body: { kind: 'meeting', at, contacts: [{ id: harold }], target_id } })
  expect(await lastTouches()).toEqual([null, null])
  await meet(dana, '2026-04-03T18:00:00Z')
  // Lee meets Harold, too, on a Target that Dana has no part in.
  const theirs = await created(null, { contact_email: 'harold@finch.example', contact: 'Harold Finch' }, lee)
  expect(theirs.contacts![0]!.id).toBe(harold)
  await meet(lee, '2026-05-04T18:00:00Z', theirs.id)
  expect(await lastTouches()).toEqual(['2026-04-03', '2026-04-03'])
  const share_id = await shareOf(theirs, lee, dana)
  await dana.call(routes.acceptShare, { params: { id: share_id }, body: {} })
  expect(await lastTouches()).toEqual(['2026-05-04', '2026-05-04'])
})
