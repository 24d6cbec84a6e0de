// Tests that the inbox notifications for any combination of people match a small table.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes as targets } from '../routesContract.ts'
import { aTarget } from '../samples.ts'

let api: Api
let firm: string
let owner: Client
let people: Client[]
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  owner = await api.aPerson(firm, { first_name: 'Owen' })
})
afterAll(() => api.close())

const part = fc.constantFrom('nobody', 'invited', 'collaborator', 'declined', 'revoked')
const cast = fc.record({
  parts: fc.array(part, { minLength: 4, maxLength: 4 }),
  isGone: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  /** Managers of the fourth person's group, possibly including that person. */
  manages: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  isGroupActive: fc.boolean(),
  doer: fc.integer({ min: 0, max: 4 }),
  act: fc.constantFrom('first', 'step', 'note', 'hold', 'edit', 'snooze', 'invite'),
})

test('notifies the people in the table for any shares, roles, and actions', async () => {
  await fc.assert(
    fc.asyncProperty(cast, async ({ parts, isGone, manages, isGroupActive, doer, act }) => {
      // A deactivated person has no session anymore, so each run has its own people.
      people = await Promise.all(['A', 'B', 'C', 'D'].map((first_name) => api.aPerson(firm, { first_name })))
      const all = [owner, ...people]
      const by = all[doer]!
      const isOn = (i: number) => i === 0 || parts[i - 1] === 'collaborator'
      const isHere = (i: number) => i === 0 || i === doer || !isGone[i - 1]
      if (!isOn(doer)) return
      const { body: target } = await owner.call<TargetTile>(targets.create, { body: aTarget() })
      for (const [i, person] of people.entries()) await take(target.id, person, parts[i]!)
      // A person who accepts starts with a placeholder, which isn't a step that can be done.
      if (act !== 'first') await does(by, target.id, 'step')
      await withoutRls(api.database, async (tx) => {
        await tx.sql`delete from groups where org_id = ${firm}`
        await tx.sql`insert into groups (org_id, id, name, status) values (${firm}, ${firm}, 'Group', ${isGroupActive ? 'active' : 'inactive'})`
        await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${firm}, ${people[3]!.actor.id})`
        for (const [i, person] of people.entries())
          if (manages[i])
            await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${firm}, ${person.actor.id})`
        await tx.sql`delete from notifications where org_id = ${firm}`
        for (const [i, person] of people.entries())
          await tx.sql`update users set deactivated_at = ${isHere(i + 1) ? null : '2026-01-01T00:00:00Z'}::timestamptz where org_id = ${firm} and id = ${person.actor.id}`
      })
      const isDone = await does(by, target.id, act)
      await withoutRls(api.database, (tx) => tx.sql`update users set deactivated_at = null where org_id = ${firm}`)

      const expected: string[] = []
      for (const [i] of all.entries()) {
        if (!isDone || i === doer || !isHere(i)) continue
        if (['first', 'step', 'note', 'hold'].includes(act) && isOn(i)) expected.push(`${i} shared_target_updates`)
        if (act === 'invite' && i === 4) expected.push(`${i} personal_collaboration_requests`)
        if (act === 'invite' && i !== 4 && i > 0 && manages[i - 1] && isGroupActive)
          expected.push(`${i} group_collaboration_requests`)
      }
      expect((await told(all)).sort()).toEqual(expected.sort())
    }),
    { numRuns: 40 },
  )
})

test("notifies others of a collaborator's first step, but not of a placeholder", async () => {
  const lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Park' })
  const { id } = (await owner.call<TargetTile>(targets.create, { body: aTarget() })).body
  await take(id, lee, 'collaborator')
  const set = (description: string) =>
    lee.call(targets.takeStep, { body: { tile_id: id, description, due: '2026-12-30', help: '' } })
  const texts = async () =>
    (
      await withoutRls(
        api.database,
        (tx) =>
          tx.sql<{ text: string }>`
          select text from notifications where org_id = ${firm} and user_id = ${owner.actor.id} and subject_id = ${id} order by created_at, id`,
      )
    ).rows.map(({ text }) => text)
  const accepted = 'Lee Park accepted your invitation to Halden Shipping.'
  expect(await texts()).toEqual([accepted])
  await set('Identify next steps')
  expect(await texts()).toEqual([accepted])
  await set('Call Ingrid')
  expect(await texts()).toEqual([accepted, 'Lee Park set the step “Call Ingrid” on Halden Shipping.'])
})

async function take(id: string, person: Client, part: string) {
  if (part === 'nobody') return
  const { body } = await owner.call<TargetTile>(targets.share, { params: { id, userId: person.actor.id } })
  const share = body.collaborators.find(({ user_id }) => user_id === person.actor.id)!.share_id
  if (part === 'collaborator') await person.call(targets.acceptShare, { params: { id: share } })
  if (part === 'declined') await person.call(targets.rejectShare, { params: { id: share } })
  if (part === 'revoked') await owner.call(targets.revokeShare, { params: { id: share } })
}

/** Returns false if the action was refused because the fourth person is only invited or already removed. */
async function does(by: Client, id: string, act: string): Promise<boolean> {
  const params = { id }
  const step = () =>
    by.call(targets.takeStep, { body: { tile_id: id, description: 'Call', due: '2026-12-30', help: '' } })
  const replies = {
    first: step,
    step,
    note: () => by.call(targets.addNote, { body: { target_id: id, note: 'Known' } }),
    hold: () => by.call(targets.archive, { params }),
    edit: () => by.call(targets.edit, { params, body: { goal: 'Another objective' } }),
    snooze: () => by.call(targets.edit, { params, body: { due: '2027-01-30' } }),
    invite: () => by.call(targets.share, { params: { id, userId: people[3]!.actor.id } }),
  }
  return (await replies[act as keyof typeof replies]()).status === 200
}

async function told(all: Client[]): Promise<string[]> {
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ user_id: string; kind: string }>`select user_id, kind from notifications where org_id = ${firm}`,
  )
  return rows.map(({ user_id, kind }) => `${all.findIndex(({ actor }) => actor.id === user_id)} ${kind}`)
}
