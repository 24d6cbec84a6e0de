// Tests events of a fixture collection with independent listeners.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { APP_ROLE } from '#core/server/database/tenant.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { provide } from '#core/server/services.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { sentBy } from '#tests/statements.ts'
import { defineCollection } from '../collection.ts'
import { type Action, type Context, defineAction, defineEvent } from '../protocol.ts'
import { act, type Store, saveChanges } from './actions.ts'
import { on, type Reaction, type RowChange } from './reactions.ts'

const Idea = z.object({ id: z.string(), text: z.string() })
type Idea = z.infer<typeof Idea>
const ideas = defineCollection({ name: 'ideas', row: Idea })
const ideaHad = defineEvent<Idea, { text: string }>('ideaHad')
const ideaPraised = defineEvent<Idea>('ideaPraised')
const ideaDropped = defineEvent<Idea>('ideaDropped')

const haveIdea = defineAction<{ text: string }, Idea>({
  name: 'haveIdea',
  collection: ideas,
  kind: 'create',
  input: z.strictObject({ text: z.string() }),
  rowId: () => '',
  decide(_, { text }, { newId: id }) {
    if (text === '') throw new Refusal('invalid', 'Please say it.')
    return { row: { id: id(), text }, events: [ideaHad({ text }), ideaPraised()] }
  },
  request: () => ({ route: { name: 'ideas.have', method: 'POST', path: 'ideas', summary: 'Have an idea' } }),
  confirm: (answer) => answer as Idea,
})

const store: Store<Idea> = {
  lock: async () => null,
  lockEach: async () => [],
  async save(tx, changes) {
    for (const { after } of changes)
      if (after) await tx.sql`insert into ideas (id, text) values (${after.id}, ${after.text})`
  },
}

let mine: TestDatabase
const firm = randomUUID()
const context = (): Context => ({
  actor: { id: newId(), first_name: 'Dana', last_name: 'Reyes', role: 'member' },
  now: '2026-11-22T10:00:00.000Z',
  zone: 'America/Los_Angeles',
  key: randomUUID(),
  newId,
})
beforeAll(async () => {
  mine = await testDatabase()
  await mine.database.pool.query(
    `create table ideas (id uuid primary key, text text not null); grant all on ideas to ${APP_ROLE}`,
  )
})
afterAll(() => mine.close())
beforeEach(() => mine.database.pool.query('delete from ideas'))

const does = (action: Action<{ text: string }, Idea>, text: string) =>
  withOrg(mine.database, firm, (tx) => act(tx, store, action, { text }, context()))
const kept = async () => (await mine.database.pool.query('select text from ideas')).rows.map(({ text }) => text)
const listening = (...reactions: Reaction[]) => provide(mine.database, { reactions })

test("notifies each listener in turn by the event's name, in the transaction of its change", async () => {
  const heard: string[] = []
  listening(
    on(ideaPraised, async (tx, changes) => {
      const { rows } = await tx.sql<{ text: string }>`select text from ideas`
      heard.push(`praised ${rows[0]!.text}: ${changes[0]!.events.map(({ kind }) => kind)}`)
    }),
    on([ideaHad, ideaPraised], async (_, [change]) => {
      heard.push(change!.events.map((event) => (ideaHad.is(event) ? event.data.text : event.kind)).join(' '))
    }),
    on(ideaDropped, async () => void heard.push('never')),
  )
  await does(haveIdea, 'Fly')
  expect(heard).toEqual(['praised Fly: ideaPraised', 'Fly ideaPraised'])
})

test("undoes the change and earlier reactions' writes if a reaction throws", async () => {
  listening(
    on(ideaHad, async (tx) => {
      await tx.sql`insert into ideas (id, text) values (${newId()}, 'an echo')`
    }),
    on(ideaHad, async () => {
      throw new Error('deaf')
    }),
  )
  await expect(does(haveIdea, 'Fly')).rejects.toThrow('deaf')
  expect(await kept()).toEqual([])
  listening()
  await does(haveIdea, 'Fly')
  expect(await kept()).toEqual(['Fly'])
})

test('sends no query to the database if no listener wants the event', async () => {
  const statements = async (...reactions: Reaction[]) => {
    listening(...reactions)
    return withOrg(mine.database, firm, async (tx) => {
      await tx.sql`select 1`
      const sent = await sentBy(tx, () => act(tx, store, haveIdea, { text: 'Fly' }, context()))
      return sent.length
    })
  }
  const asks = async (tx: Parameters<Reaction['react']>[0]) => void (await tx.sql`select 1`)
  expect(await statements()).toBe(1)
  expect(await statements(on(ideaDropped, asks))).toBe(1)
  expect(await statements(on(ideaHad, asks))).toBe(2)
})

test('passes many changes to a listener together and in order, and marks history as such', async () => {
  const batches: RowChange<Idea>[][] = []
  listening(on(ideaHad, async (_, changes) => void batches.push(changes)))
  const changes = ['one', 'two', 'three'].map(
    (text): RowChange<Idea> => ({
      before: null,
      after: { id: newId(), text },
      events: text === 'two' ? [ideaPraised()] : [ideaHad({ text })],
      context: context(),
      isHistory: true,
    }),
  )
  await withOrg(mine.database, firm, (tx) => saveChanges(tx, store, changes))
  expect(batches.map((batch) => batch.map(({ after, isHistory }) => [after!.text, isHistory]))).toEqual([
    [
      ['one', true],
      ['three', true],
    ],
  ])
  expect(await kept()).toHaveLength(3)
})

test('keeps separate listeners for each database', async () => {
  const other = await testDatabase()
  try {
    let count = 0
    provide(other.database, { reactions: [on(ideaHad, async () => void count++)] })
    listening()
    await does(haveIdea, 'Fly')
    expect(count).toBe(0)
  } finally {
    await other.close()
  }
})
