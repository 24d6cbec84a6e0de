import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { similarity } from '#core/contract/nameKeys.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { triggerAfterCommit, wake } from '#core/server/work/work.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import type { CreateInput } from '../forms/contract.ts'
import type { Tiles } from '../list/contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { upkeep } from '../server/contract.ts'

let api: Api
let [dana, lee, robin]: Client[] = []
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const orgId = await api.aFirm()
  dana = await api.aPerson(orgId, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(orgId, { first_name: 'Lee', last_name: 'Park' })
  robin = await api.aPerson(await api.aFirm({ name: 'Brook & Vale' }), { first_name: 'Robin', last_name: 'Vale' })
})

/** Returns the target as its owner sees it after the background task. */
const read = async (person: Client, id: string) => {
  await api.caughtUp()
  return (await person.call<TargetTile>(routes.read, { params: { id } })).body
}
const made = async (person: Client, given: Partial<CreateInput>) => {
  const blank = { company: '', contact: '', contact_email: '' }
  const { body } = await person.call<TargetTile>(routes.create, { body: aTarget({ ...blank, ...given }) })
  return read(person, body.id)
}
const seen = async (person: Client, id: string) => (await read(person, id)).overlaps
const found = async (person: Client, query: Record<string, string>) => {
  await api.caughtUp()
  return (
    await person.call<{ overlaps: { target_id: string; target: string; member: string; answer: string | null }[] }>(
      routes.overlaps,
      { query },
    )
  ).body.overlaps
}

describe('overlap of two colleagues', () => {
  test('shows both the name, company, and contact for the same company, and nothing else', async () => {
    const hers = await made(dana!, { company: 'Acme, Inc.', contact: 'Ann Lee' })
    const his = await made(lee!, { company: 'ACME Incorporated', contact: 'Bo Li' })
    expect(his.overlaps).toEqual([{ target: 'Acme, Inc., Ann Lee', members: ['Dana Reyes'] }])
    expect(await seen(dana!, hers.id)).toEqual([{ target: 'ACME Incorporated, Bo Li', members: ['Lee Park'] }])
  })

  test('is found by contact or email, whatever the company', async () => {
    const hers = await made(dana!, { company: 'Acme Bank', contact: 'Zoë Müller', contact_email: 'zoe@acme.example' })
    const his = await made(lee!, { company: 'Corvid Press', contact: 'Mueller, Zoe' })
    expect(his.overlaps).toEqual([{ target: 'Acme Bank, Zoë Müller', members: ['Dana Reyes'] }])
    const other = await made(lee!, { company: 'Deltoid', contact_email: 'ZOE@acme.example' })
    expect(other.overlaps).toEqual([{ target: 'Acme Bank, Zoë Müller', members: ['Dana Reyes'] }])
    expect((await seen(dana!, hers.id)).map(({ target }) => target)).toEqual(['Corvid Press, Mueller, Zoe', 'Deltoid'])
  })

  test('is found by a similar spelling of the company, in either order', async () => {
    await made(dana!, { company: 'Meridian Foods' })
    expect((await made(lee!, { company: 'Meridien Foods GmbH' })).overlaps).toHaveLength(1)
    expect((await made(dana!, { company: 'Meridien Foods' })).overlaps).toHaveLength(1)
  })

  test("is found by the company's words in another order", async () => {
    expect((await made(lee!, { company: 'Baker McKenzie' })).overlaps).toEqual([])
    expect((await made(dana!, { company: 'McKenzie & Baker LLP' })).overlaps).toEqual([
      { target: 'Baker McKenzie', members: ['Lee Park'] },
    ])
  })

  test("isn't found by the first word alone", async () => {
    await made(dana!, { company: 'Acme Bank' })
    expect((await made(lee!, { company: 'Acme Foods' })).overlaps).toEqual([])
  })

  test("isn't found across two firms or within one person's targets", async () => {
    await made(dana!, { company: 'Acme' })
    expect((await made(robin!, { company: 'Acme' })).overlaps).toEqual([])
    expect((await made(dana!, { company: 'Acme' })).overlaps).toEqual([])
    expect(await found(robin!, { company: 'Acme', contact: '', email: '' })).toEqual([])
  })
})

describe('change to an overlapping target', () => {
  test('removes and restores the overlap with the status, name, and privacy', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const his = await made(lee!, { company: 'Acme' })
    const count = async () => [(await seen(dana!, hers.id)).length, (await seen(lee!, his.id)).length]
    const act = (route: (typeof routes)['archive' | 'work' | 'trash' | 'lose'], body?: object) =>
      lee!.call<TargetTile>(route, { params: { id: his.id }, ...(body && { body }) })
    expect(await count()).toEqual([1, 1])
    await act(routes.archive)
    expect(await count()).toEqual([1, 1])
    await act(routes.work)
    await act(routes.lose, { lost_reason: 'Timing' })
    expect(await count()).toEqual([0, 0])
    await act(routes.work)
    expect(await count()).toEqual([1, 1])
    const edit = async (body: object) => {
      await lee!.call<TargetTile>(routes.edit, { params: { id: his.id }, body })
      return read(lee!, his.id)
    }
    expect((await edit({ company: 'Corvid' })).overlaps).toEqual([])
    expect(await count()).toEqual([0, 0])
    expect((await edit({ company: 'The Acme Company' })).overlaps).toHaveLength(1)
    expect(await count()).toEqual([1, 1])
    await edit({ private: true })
    expect(await seen(dana!, hers.id)).toEqual([])
    await edit({ private: false })
    await act(routes.trash)
    expect(await count()).toEqual([0, 0])
  })

  test('reaches the colleague through the feed', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const { body: before } = await dana!.call<Tiles>(routes.list, { query: {} })
    await made(lee!, { company: 'ACME' })
    const { body } = await dana!.call<Tiles>(routes.list, { query: { after: before.cursor } })
    expect(body.tiles).toMatchObject([{ id: hers.id, overlaps: [{ members: ['Lee Park'] }] }])
  })

  test("shows no overlap if the firm doesn't have the feature", async () => {
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,features,overlaps}', '"no"') where id = ${dana!.orgId}`,
    )
    await made(dana!, { company: 'Acme' })
    expect((await made(lee!, { company: 'Acme' })).overlaps).toEqual([])
    expect(await found(lee!, { company: 'Acme' })).toEqual([])
  })

  test('shows an overlap to all twenty people who start on the same company concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => api.aPerson(dana!.orgId)))
    const targets = await Promise.all(people.map((person) => made(person, { company: 'Acme' })))
    for (const [i, person] of people.entries()) expect(await seen(person, targets[i]!.id)).toHaveLength(1)
    expect((await seen(people[0]!, targets[0]!.id))[0]!.members.length).toBe(5)
  })
})

describe('typing a company', () => {
  test('names a colleague who pursues it and stores the response', async () => {
    const hers = await made(dana!, { company: 'Acme', contact: 'Ann Lee' })
    const [one] = await found(lee!, { company: 'acme ltd', contact: '', email: '' })
    expect(one).toEqual({ target_id: hers.id, target: 'Acme, Ann Lee', member: 'Dana Reyes', answer: null })
    const reply = await lee!.call(routes.answerOverlap, {
      params: { id: hers.id },
      body: { answer: 'join', company: 'Acme Ltd' },
    })
    expect(reply.status).toBe(204)
    expect((await found(lee!, { company: 'Acme' }))[0]!.answer).toBe('join')
    expect(await seen(dana!, hers.id)).toEqual([
      { target: 'Acme Ltd', members: ['Lee Park'], asks: 'join', from: lee!.actor.id },
    ])
    const { body } = await dana!.call<{ events: { kind: string; user_id: string }[] }>(routes.timeline, {
      params: { id: hers.id },
      query: {},
    })
    expect(body.events[0]).toMatchObject({ kind: 'joinAsked', user_id: lee!.actor.id })
  })

  test('retracts the request on keeping separate and notifies no one', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const answer = (word: string) =>
      lee!.call(routes.answerOverlap, { params: { id: hers.id }, body: { answer: word, company: 'Acme' } })
    await answer('introduction')
    expect((await seen(dana!, hers.id))[0]).toMatchObject({ asks: 'introduction' })
    await answer('separate')
    expect(await seen(dana!, hers.id)).toEqual([])
  })

  test('requires an overlapping target of one’s own, or typed names that overlap, to respond', async () => {
    const hers = await made(dana!, {
      company: 'Quillon Press',
      contact: 'Ann Lee',
      contact_email: 'ann@quillon.example',
    })
    const ask = async (given: Partial<Record<'company' | 'contact' | 'email', string>>) =>
      (await lee!.call(routes.answerOverlap, { params: { id: hers.id }, body: { answer: 'join', ...given } })).status
    for (const given of [{}, { company: 'Zebra Mills' }, { contact: 'Bo Li' }, { email: 'bo@zebra.example' }])
      expect([given, await ask(given)]).toEqual([given, 404])
    expect(await seen(dana!, hers.id)).toEqual([])
    for (const given of [{ company: 'quillon press ltd' }, { contact: 'Lee, Ann' }, { email: 'ANN@quillon.example' }])
      expect([given, await ask(given)]).toEqual([given, 204])
    await ask({ company: 'Quillon Press' })
    // An owner of an overlapping target needs no typed names.
    await made(lee!, { company: 'Quillon Press Inc.' })
    expect(await ask({})).toBe(204)
  })

  test("refuses responses to one's own, private, or closed targets, and to other firms'", async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const secret = await made(dana!, { company: 'Acme', private: true })
    const closed = await made(dana!, { company: 'Acme' })
    await dana!.call(routes.trash, { params: { id: closed.id } })
    const ask = async (person: Client, id: string) =>
      (await person.call(routes.answerOverlap, { params: { id }, body: { answer: 'join', company: '' } })).status
    expect([
      await ask(dana!, hers.id),
      await ask(lee!, secret.id),
      await ask(lee!, closed.id),
      await ask(robin!, hers.id),
    ]).toEqual([404, 404, 404, 404])
    expect(await seen(dana!, hers.id)).toEqual([])
  })
})

describe("change to a colleague's account", () => {
  const setPerson = (person: Client, given: { first_name?: string; deactivated_at?: string | null }) =>
    withoutRls(api.database, async (tx) => {
      for (const [name, value] of Object.entries(given))
        await tx.sql`update users set ${sql.ref(name)} = ${value} where org_id = ${person.orgId} and id = ${person.actor.id}`
      // Without a trigger, the background task checks only every ten seconds.
      triggerAfterCommit(tx, upkeep)
    })

  test('updates a name right away in overlap, request, and feed, for any author of the change', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const his = await made(lee!, { company: 'Acme' })
    await lee!.call(routes.answerOverlap, { params: { id: hers.id }, body: { answer: 'join', company: 'Acme' } })
    const { cursor } = (await dana!.call<Tiles>(routes.list)).body
    await setPerson(lee!, { first_name: 'Leander' })
    expect((await seen(dana!, hers.id)).map(({ members }) => members)).toEqual([['Leander Park'], ['Leander Park']])
    const { body } = await dana!.call<Tiles>(routes.list, { query: { after: cursor } })
    expect(body.tiles.map(({ id }) => id)).toEqual([hers.id])
    expect(await seen(lee!, his.id)).toEqual([{ target: 'Acme', members: ['Dana Reyes'] }])
  })

  test("removes a deactivated person's overlaps until they return, even if their target is edited in between", async () => {
    const hers = await made(dana!, { company: 'Acme' })
    const his = await made(lee!, { company: 'Acme' })
    const secret = await made(lee!, { company: 'Acme', private: true })
    await setPerson(lee!, { deactivated_at: '2026-11-20T12:00:00Z' })
    expect(await seen(dana!, hers.id)).toEqual([])
    expect(await found(dana!, { company: 'Acme' })).toEqual([])
    expect((await made(dana!, { company: 'ACME Inc' })).overlaps).toEqual([])
    expect((await dana!.call(routes.answerOverlap, { params: { id: his.id }, body: { answer: 'join' } })).status).toBe(
      404,
    )
    await setPerson(lee!, { deactivated_at: null })
    expect(await seen(dana!, hers.id)).toEqual([{ target: 'Acme', members: ['Lee Park'] }])
    expect((await found(dana!, { company: 'Acme' })).map(({ target_id }) => target_id)).toEqual([his.id])
    expect(secret.private).toBe(true)
  })

  test('removes a deactivated person’s request as well', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    await lee!.call(routes.answerOverlap, { params: { id: hers.id }, body: { answer: 'join', company: 'Acme' } })
    expect(await seen(dana!, hers.id)).toHaveLength(1)
    await setPerson(lee!, { deactivated_at: '2026-11-20T12:00:00Z' })
    expect(await seen(dana!, hers.id)).toEqual([])
  })
})

describe('request to join', () => {
  const ask = (person: Client, id: string, answer: 'join' | 'introduction' = 'join') =>
    person.call(routes.answerOverlap, { params: { id }, body: { answer, company: 'Acme' } })
  const dismiss = (person: Client, id: string, userId: string) =>
    person.call<TargetTile>(routes.dismissAsk, { params: { id, userId } })

  test('stays dismissed by the owner, but a different request is shown again', async () => {
    const hers = await made(dana!, { company: 'Acme' })
    await ask(lee!, hers.id)
    expect(await seen(dana!, hers.id)).toEqual([
      { target: 'Acme', members: ['Lee Park'], asks: 'join', from: lee!.actor.id },
    ])
    const dismissed = await dismiss(dana!, hers.id, lee!.actor.id)
    expect([dismissed.status, dismissed.body.overlaps]).toEqual([200, []])
    await ask(lee!, hers.id)
    expect(await seen(dana!, hers.id)).toEqual([])
    await ask(lee!, hers.id, 'introduction')
    expect((await seen(dana!, hers.id)).map(({ asks }) => asks)).toEqual(['introduction'])
    const { body } = await dana!.call<{ events: { kind: string }[] }>(routes.timeline, { params: { id: hers.id } })
    expect(
      body.events?.map(({ kind }) => kind),
      JSON.stringify(body),
    ).toContain('askDismissed')
  })

  test("is closed by an invitation and doesn't return when that ends", async () => {
    const hers = await made(dana!, { company: 'Acme' })
    await ask(lee!, hers.id)
    const shared = await dana!.call<TargetTile>(routes.share, { params: { id: hers.id, userId: lee!.actor.id } })
    expect(shared.body.overlaps).toEqual([])
    const share = shared.body.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!
    const revoked = await dana!.call<TargetTile>(routes.revokeShare, { params: { id: share.share_id } })
    expect([revoked.status, revoked.body.overlaps]).toEqual([200, []])
  })

  test("isn't found if missing or of another target or firm, and only the owner can dismiss it", async () => {
    const hers = await made(dana!, { company: 'Acme' })
    await ask(lee!, hers.id)
    expect((await dismiss(dana!, hers.id, dana!.actor.id)).status).toBe(404)
    expect((await dismiss(lee!, hers.id, lee!.actor.id)).status).toBe(404)
    expect((await dismiss(robin!, hers.id, lee!.actor.id)).status).toBe(404)
    const kim = await api.aPerson(dana!.orgId)
    const { body } = await dana!.call<TargetTile>(routes.share, { params: { id: hers.id, userId: kim.actor.id } })
    const share = body.collaborators.find(({ user_id }) => user_id === kim.actor.id)!
    await kim.call(routes.acceptShare, { params: { id: share.share_id } })
    expect((await dismiss(kim, hers.id, lee!.actor.id)).status).toBe(403)
    expect(await seen(dana!, hers.id)).toHaveLength(1)
  })
})

test('adds overlaps to older targets on the next start', async () => {
  const hers = await made(dana!, { company: 'Acme' })
  const his = await made(lee!, { company: 'Acme' })
  await withOrg(api.database, dana!.orgId, async (tx) => {
    await tx.sql`delete from target_keys where org_id = ${dana!.orgId}`
    await tx.sql`delete from company_near where org_id = ${dana!.orgId}`
    await tx.sql`delete from target_lookups where org_id = ${dana!.orgId}`
    await tx.sql`select rebuild_target_views(${dana!.orgId}, array[${hers.id}, ${his.id}]::uuid[])`
  })
  expect(await seen(dana!, hers.id)).toEqual([])
  await withOrg(
    api.database,
    dana!.orgId,
    (tx) =>
      tx.sql`insert into upkeep (org_id, target_id) select org_id, id from targets where org_id = ${dana!.orgId} returning 1`,
  )
  wake(upkeep)
  expect([await seen(dana!, hers.id), await seen(lee!, his.id)].map((one) => one.length)).toEqual([1, 1])
})

test('measures similarity the same way in the database and in the product', async () => {
  const names = ['meridian foods', 'meridien foods', 'acme bank', 'acme foods', 'a', 'société générale', 'abc abc']
  for (const a of names)
    for (const b of names) {
      const { rows } = await api.database.pool.query<{ near: boolean }>('select is_near($1, $2) as near', [a, b])
      expect([a, b, rows[0]!.near]).toEqual([a, b, similarity(a, b) >= 0.4])
    }
})

test('uses indexes for the lookups of one target', async () => {
  await withOrg(api.database, dana!.orgId, async (tx) => {
    await tx.sql`set local enable_seqscan = off`
    for (const key of ['c:acme', 'p:ann lee', 'e:ann@acme.example']) {
      const { rows } = await tx.sql<{ 'QUERY PLAN': string }>`
        explain select l.target_id from target_lookups l where l.org_id = ${dana!.orgId} and l.key = ${key} and l.owner_id <> ${dana!.actor.id} order by l.target_id limit 20`
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/target_lookups_pkey.*key = /s)
    }
  })
})
