import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { filesOf } from '#core/server/files/store.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { pagesOfPdf } from '#tests/readers.ts'
import { isFull } from '#tests/scope.ts'
import { addCategory, addPublishedLesson } from '../lessons/server/publishing.ts'
import { type CompletionRecord, routes } from './contract.ts'

let api: Api
let firm: string
let [morgan, dana, robin]: Client[] = []
let lessons: string[]

beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  morgan = await api.aPerson(firm, { first_name: 'Morgan', last_name: 'Ellis' })
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Reyes' })
  robin = await api.aPerson(await api.aFirm())
  const group = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${firm}, ${group}, 'Litigation')`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${firm}, ${group}, ${dana!.actor.id})`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${group}, ${morgan!.actor.id})`
    const category = await addCategory(tx, { name: 'Starting', description: '', position: 1 })
    lessons = []
    for (const [place, title] of ['The first ten minutes', '=SUM(A1), "said"', 'Half seen', 'Last year'].entries()) {
      const words = { title, description: '', homework: '', handle: `lesson-${place}`, transcript: '' }
      const number = place + 1
      lessons.push(
        await addPublishedLesson(tx, { ...words, categoryId: category, number, position: number, seconds: 600 }),
      )
    }
    const [first, second, half, old] = lessons
    // The firm's time zone is eight hours behind, so the second one was completed on March 1.
    const played = [
      [first, 590, '2026-02-10T18:00:00Z'],
      [second, 575, '2026-03-02T07:30:00Z'],
      [half, 300, null],
      [old, 600, '2025-12-31T18:00:00Z'],
    ] as const
    for (const [lesson, seconds, done] of played)
      await tx.sql`insert into lesson_progress (org_id, user_id, lesson_id, ranges, seconds, resume, watched_at, done_at, seq)
        values (${firm}, ${dana!.actor.id}, ${lesson}, ${JSON.stringify([[0, seconds]])}::jsonb, ${seconds}, 0, now(), ${done}::timestamptz, 1)`
    await tx.sql`update lessons set state = 'archived', archived_at = now() where id = ${first}`
  })
})
afterAll(() => api.close())

const days = { from: '2026-01-01', to: '2026-03-01' }
const ask = <A>(by: Client, query: object) => by.call<A>(routes.record, { query: { ...days, ...query } })

test("lists each completed lesson with the firm's day and the minutes watched, including archived ones", async () => {
  const { status, body } = await ask<CompletionRecord>(dana!, {})
  expect(status).toBe(200)
  expect(body).toMatchObject({ person: 'Dana Reyes', ...days, minutes: 19.4 })
  expect(body.record).toEqual([
    {
      lesson_id: lessons[0],
      lesson: 'The first ten minutes',
      category: 'Starting',
      date: '2026-02-10',
      minutes: 9.8,
      seconds: 590,
    },
    {
      lesson_id: lessons[1],
      lesson: '=SUM(A1), "said"',
      category: 'Starting',
      date: '2026-03-01',
      minutes: 9.5,
      seconds: 575,
    },
  ])
  const { body: earlier } = await ask<CompletionRecord>(dana!, { to: '2026-02-28' })
  expect(earlier.record).toHaveLength(1)
})

test.runIf(isFull)("prevents formulas in CSV, and returns the same data as PDF with the firm's logo", async () => {
  const { body: csv } = await ask<FileAnswer>(dana!, { format: 'csv' })
  expect([csv.error, csv.name]).toEqual(['', 'Completion record 2026-01-01 to 2026-03-01.csv'])
  expect(Buffer.from(csv.file, 'base64').toString()).toBe(
    '\ufeffLesson,Category,Date,Minutes\r\nThe first ten minutes,Starting,2026-02-10,9.8\r\n"\'=SUM(A1), ""said""",Starting,2026-03-01,9.5\r\n',
  )
  const pdfOf = async () => Buffer.from((await ask<FileAnswer>(dana!, { format: 'pdf' })).body.file, 'base64')
  const plain = await pdfOf()
  const said = JSON.stringify(await pagesOfPdf(plain))
  for (const words of ['Completion record of Dana Reyes', 'The first ten minutes', 'Lessons completed', '19.4'])
    expect(said).toContain(words)
  expect(plain.includes('/Subtype /Image')).toBe(false)
  const files = filesOf(api.database)
  const content = await sharp({ create: { width: 80, height: 20, channels: 3, background: '#15397e' } })
    .png()
    .toBuffer()
  const logo = await files.place(firm, files.kinds.get('logo')!, { content, name: 'logo.png', type: 'image/png' })
  await files.change(firm, [logo], async ({ tx, keep }) => {
    await keep(logo, null)
    await tx.sql`update orgs set logo_id = ${logo.id} where id = ${firm}`
  })
  expect((await pdfOf()).includes('/Subtype /Image')).toBe(true)
})

test('gives a manager the records of managed people, and rejects other people and invalid days', async () => {
  const userid = dana!.actor.id
  expect((await ask<CompletionRecord>(morgan!, { userid })).body).toMatchObject({ person: 'Dana Reyes', minutes: 19.4 })
  expect((await ask<CompletionRecord>(morgan!, {})).body.record).toEqual([])
  expect((await ask(dana!, { userid: morgan!.actor.id })).status).toBe(403)
  expect((await ask(robin!, { userid })).status).toBe(404)
  for (const bad of [{ from: '2026-03-02' }, { from: '2026-02-30' }, { format: 'exe' }, { to: 'soon' }])
    expect((await ask(dana!, bad)).status).toBe(400)
})
