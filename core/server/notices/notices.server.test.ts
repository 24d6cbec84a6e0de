// A sample kind and event, without a feature.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineNotice, switchName } from '#core/contract/notice.ts'
import { type Context, defineEvent } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import { on } from '#core/sync/server/reactions.ts'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { withOrg, withoutRls } from '../database/tx.ts'
import { newId } from '../ids.ts'
import { provide } from '../services.ts'
import { deliverDue } from './deliver.ts'
import { inboxRows } from './inbox.ts'
import { serveNotice } from './notice.ts'
import { notify } from './notify.ts'

type Idea = { id: string; text: string; to: string }
const ideaHad = defineEvent<Idea>('ideaHad')
const idea = defineNotice({
  kind: 'ideas',
  label: 'Ideas',
  switches: { email: 'Ideas by e-mail' },
  leaves: 'bundled',
  title: 'Idea',
  button: 'Open the idea',
  several: (count) => `${count} ideas`,
})
/** Hides texts with 'secret' from everyone. */
const handlers = serveNotice(idea, { isVisible: sql`n.text not like '%secret%'` })
const telling = on(ideaHad, async (tx, changes) => {
  for (const { after, context } of changes)
    await notify(
      tx,
      [
        {
          notice: idea,
          userId: after!.to,
          occasion: `idea:${after!.id}`,
          text: after!.text,
          details: [],
          path: '/ideas',
          subjectId: after!.id,
          actorId: null,
          key: null,
        },
      ],
      context.now,
    )
})

let mine: TestDatabase
const firm = randomUUID()
const [dana, lee] = [randomUUID(), randomUUID()]
const morning = '2040-05-08T17:00:00.000Z'
beforeAll(async () => {
  mine = await testDatabase()
  provide(mine.database, { reactions: [telling], notices: [handlers] })
  await withoutRls(mine.database, async (tx) => {
    await tx.sql`insert into orgs (id, name, subscriptions) values (${firm}, 'Toys', '{}')`
    for (const [id, settings] of [
      [dana, {}],
      [lee, { [switchName('ideas', 'email')]: 0 }],
    ] as const)
      await tx.sql`insert into users (org_id, id, email, first_name, last_name, role, settings) values (${firm}, ${id}, ${`${id}@toys.example`}, 'Dana', 'Reyes', 'member', ${JSON.stringify(settings)}::jsonb)`
  })
})
afterAll(() => mine.close())

const context: Context = {
  actor: { id: dana, first_name: 'Dana', last_name: 'Reyes', role: 'member' },
  now: morning,
  zone: 'America/Los_Angeles',
  key: randomUUID(),
  newId,
}
const had = (text: string, to: string) =>
  withOrg(mine.database, firm, (tx) =>
    saveChanges<Idea>(tx, { save: async () => {} }, [
      { before: null, after: { id: newId(), text, to }, events: [ideaHad()], context },
    ]),
  )
const inbox = (of: string) => withOrg(mine.database, firm, (tx) => inboxRows(tx, of))
const mails = async () =>
  (
    await mine.database.pool.query(
      `select content->'letter'->>'subject' as subject from outgoing where channel = 'mail'`,
    )
  ).rows

test("notifies the people concerned and applies the kind's read rule on every read", async () => {
  await had('Fly', dana)
  await had('A secret', dana)
  await had('Swim', lee)
  expect((await inbox(dana)).lines.map(({ text, kind }) => [text, kind])).toEqual([['Fly', 'ideas']])
  expect((await inbox(dana)).unread).toBe(1)
  expect((await inbox(lee)).lines.map(({ text }) => text)).toEqual(['Swim'])
})

test("sends a day's visible notifications in one email, except to people who turned them off", async () => {
  await had('Dive', dana)
  await deliverDue(mine.database, '2040-05-08T23:59:00.000Z')
  expect(await mails()).toEqual([])
  await deliverDue(mine.database, '2040-05-09T00:00:00.000Z')
  expect(await mails()).toEqual([{ subject: '2 ideas' }])
})

test('hides notifications of kinds that no longer exist', async () => {
  provide(mine.database, {})
  expect(await inbox(dana)).toMatchObject({ lines: [], unread: 0 })
})
