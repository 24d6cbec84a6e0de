import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import type { Asset } from '#features/assets/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { sendAsset } from '#tests/sendAsset.ts'
import { addCategory, addPublishedLesson } from '../lessons/server/publishing.ts'
import { routes as worksheetRoutes } from '../worksheets/contract.ts'
import { saveWorksheet } from '../worksheets/server/editing.ts'
import { type HelpLink, type HelpLinks, routes, type StepHelpLink } from './contract.ts'

let api: Api
let firm: string
let olive: Client
let admin: Client
let dana: Client
let robin: Client
let lesson: { id: string; number: number }
let sheet: { id: string; lesson: string }
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
  olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  admin = await api.aPerson(firm, { role: 'admin' })
  dana = await api.aPerson(firm)
  robin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  lesson = await aLesson('From interest to engagement letter', 14)
  sheet = { lesson: (await aLesson('Name the fee', 15)).id, id: '' }
  sheet.id = await aSheet(sheet.lesson)
})
afterAll(() => api.close())

type Answer<T> = T & { message: string; errors?: Record<string, string> }

const aLesson = (title: string, number: number, seconds = 560) =>
  withoutRls(api.database, async (tx) => {
    const categoryId = await addCategory(tx, { name: `Winning ${randomUUID()}`, description: '', position: 0 })
    const text = { title, description: '', homework: '', transcript: '', handle: randomUUID() }
    return { id: await addPublishedLesson(tx, { ...text, categoryId, number, position: 0, seconds }), number }
  })
const aSheet = (lessonId: string) =>
  withoutRls(api.database, async (tx) => {
    const questions = [{ text: 'What does it cost?' }, { text: 'What is inside the fee, and what is not?' }]
    const parameters = [{ text: 'Option 1' }, { text: 'Option 2' }]
    return (await saveWorksheet(tx, lessonId, { instructions: '', questions, parameters })).id
  })
const aFirmLesson = (orgId: string, title: string) =>
  withOrg(api.database, orgId, async (tx) => {
    const id = newId()
    await tx.sql`insert into firm_lessons (org_id, id, title, seconds) values (${orgId}, ${id}, ${title}, 66)`
    return id
  })
const anAsset = async (name: string, fields: Record<string, string> = { everyone: 'true' }) => {
  const file = { name: `${name}.pdf`, content: await aPdf(['Fees']) }
  const sent = await sendAsset<Asset>(api.http, admin.token, { fields: { name, ...fields }, file })
  expect(sent.status).toBe(200)
  return sent.body.id
}

const aStarter = () => `Send ${randomUUID().slice(0, 8)}`
const link = (by: Client, starter: string, links: HelpLink[]) =>
  by.call<Answer<object>>(routes.setHelp, { body: { starter, links } })
const helpOf = async (person: Client, starter: string) =>
  (await person.call<StepHelpLink>(routes.help)).body.help.find((one) => one.starter === starter.toLowerCase())
    ?.links ?? []
const linksOf = async (by: Client) => (await by.call<HelpLinks>(routes.links)).body
const at = (second: number, id = lesson.id): HelpLink => ({ kind: 'lesson', id, second })
const asked = (question = 'q2', id = sheet.id): HelpLink => ({ kind: 'question', id, question })
const paper = (id: string): HelpLink => ({ kind: 'asset', id })

describe('Help for a step', () => {
  test('has a lesson at its minute, a question, and an asset, each with its path', async () => {
    const starter = aStarter()
    const asset = await anAsset('Fee table, three options')
    expect((await link(admin, starter, [at(380), asked(), paper(asset)])).status).toBe(204)
    expect(await helpOf(dana, starter)).toEqual([
      {
        kind: 'lesson',
        title: 'From interest to engagement letter',
        about: 'Lesson 14, from 6:20, 3 minutes',
        path: `/lesson/${lesson.id}?at=380`,
        poster: { place: expect.any(Number), number: 14 },
      },
      {
        kind: 'question',
        title: 'What is inside the fee, and what is not?',
        about: 'Worksheet, question 2, no answer yet',
        path: `/lesson/${sheet.lesson}?tab=worksheet&question=q2`,
        poster: null,
      },
      {
        kind: 'asset',
        title: 'Fee table, three options',
        about: expect.stringMatching(/^Asset, 1 page, changed \w{3} \d{1,2}$/),
        path: `/viewer/assets/${asset}`,
        poster: null,
      },
    ])
  })

  test('marks a question as answered only for the person who answered it', async () => {
    const starter = aStarter()
    await link(admin, starter, [asked('q1')])
    const matrix = JSON.stringify([{ name: 'p2.q1', value: '30 thousand' }])
    await dana.call(worksheetRoutes.fill, { params: { id: sheet.id }, body: { matrix } })
    expect((await helpOf(dana, starter))[0]!.about).toBe('Worksheet, question 1, answered')
    expect((await helpOf(admin, starter))[0]!.about).toBe('Worksheet, question 1, no answer yet')
  })

  test("puts the firm's links before the vendor's, without duplicates and at most three", async () => {
    const starter = aStarter()
    const own = await aFirmLesson(firm, 'How we name a fee')
    await link(olive, starter, [at(380), asked('q2'), asked('q1')])
    await link(admin, starter, [at(0, own), asked('q2')])
    expect((await helpOf(dana, starter)).map(({ title, about }) => [title, about])).toEqual([
      ['How we name a fee', 'Firm Content, 1 minute'],
      ['What is inside the fee, and what is not?', expect.stringMatching(/^Worksheet, question 2/)],
      ['From interest to engagement letter', 'Lesson 14, from 6:20, 3 minutes'],
    ])
    expect((await helpOf(robin, starter)).map(({ path }) => path)).toEqual([
      `/lesson/${lesson.id}?at=380`,
      `/lesson/${sheet.lesson}?tab=worksheet&question=q2`,
      `/lesson/${sheet.lesson}?tab=worksheet&question=q1`,
    ])
    await link(admin, starter, [])
    const pathsOf = async (person: Client) => (await helpOf(person, starter)).map(({ path }) => path)
    expect(await pathsOf(dana)).toEqual(await pathsOf(robin))
  })

  test("leaves out archived lessons, removed questions, and assets that the person can't open", async () => {
    const starter = aStarter()
    const old = await aLesson('Old ways', 20)
    const asset = await anAsset('For admins', { 'users_access[0]': admin.actor.id })
    const other = (await aLesson('With a sheet', 21)).id
    const gone = await aSheet(other)
    await link(admin, starter, [at(10, old.id), asked('q1', gone), paper(asset)])
    expect((await helpOf(admin, starter)).map(({ kind }) => kind)).toEqual(['lesson', 'question', 'asset'])
    expect((await helpOf(dana, starter)).map(({ kind }) => kind)).toEqual(['lesson', 'question'])
    await withoutRls(
      api.database,
      (tx) => tx.sql`update lessons set state = 'archived', archived_at = now() where id = ${old.id}`,
    )
    await withoutRls(api.database, (tx) =>
      saveWorksheet(tx, other, { instructions: '', questions: [{ text: 'Another' }], parameters: [{ text: 'One' }] }),
    )
    expect((await helpOf(admin, starter)).map(({ kind }) => kind)).toEqual(['asset'])
    expect(await helpOf(dana, starter)).toEqual([])
    expect((await linksOf(admin)).help.find((one) => one.starter === starter.toLowerCase())!.links).toEqual([
      paper(asset),
    ])
  })

  test("depends on the firm's features: no assets without theirs, and nothing without the Trainer", async () => {
    const bare = await api.aFirm()
    const [boss, lee] = [await api.aPerson(bare, { role: 'admin' }), await api.aPerson(bare)]
    const starter = aStarter()
    const file = { name: 'a.pdf', content: await aPdf(['Fees']) }
    const sent = await sendAsset<Asset>(api.http, boss.token, { fields: { name: 'Fees', everyone: 'true' }, file })
    const own = await aFirmLesson(bare, 'Ours')
    await link(boss, starter, [paper(sent.body.id), at(1, own), at(380)])
    expect(await helpOf(lee, starter)).toHaveLength(3)
    const without = (flag: string[]) =>
      withoutRls(
        api.database,
        (tx) =>
          tx.sql`update orgs set subscriptions = ${sql.raw(`subscriptions #- '{${flag.join(',')}}'`)} where id = ${bare}`,
      )
    await without(['assets'])
    expect((await helpOf(lee, starter)).map(({ kind }) => kind)).toEqual(['lesson', 'lesson'])
    await without(['trainer', 'features', 'branded'])
    expect((await helpOf(lee, starter)).map(({ title }) => title)).toEqual(['From interest to engagement letter'])
    await without(['trainer'])
    expect((await lee.call(routes.help)).status).toBe(403)
    expect((await boss.call(routes.links)).status).toBe(403)
  })
})

describe('Linking help', () => {
  test('is limited to firm admins and operators', async () => {
    expect((await dana.call(routes.links)).status).toBe(403)
    expect((await link(dana, 'Send', [at(1)])).status).toBe(403)
  })

  test("shows each editor their own links and options, with a firm's content only for its admin", async () => {
    const [starter, vendors] = [aStarter(), aStarter()]
    const own = await aFirmLesson(firm, 'Our way')
    const asset = await anAsset('Our table')
    await link(admin, starter, [at(5, own)])
    await link(olive, vendors, [asked()])
    const [mine, all] = [await linksOf(admin), await linksOf(olive)]
    expect(mine.help).toContainEqual({ starter: starter.toLowerCase(), links: [at(5, own)] })
    expect(mine.help.map((one) => one.starter)).not.toContain(vendors.toLowerCase())
    expect(all.help).toContainEqual({ starter: vendors.toLowerCase(), links: [asked()] })
    expect(all.help.map((one) => one.starter)).not.toContain(starter.toLowerCase())
    expect(mine.lessons).toContainEqual({ id: own, number: 0, title: 'Our way', seconds: 66, worksheet: null })
    expect(mine.assets).toContainEqual({ id: asset, name: 'Our table' })
    expect(all.assets).toEqual([])
    expect(all.lessons.every(({ number }) => number > 0)).toBe(true)
    expect(all.lessons.find(({ id }) => id === sheet.lesson)!.worksheet).toEqual({
      id: sheet.id,
      questions: [
        { key: 'q1', text: 'What does it cost?' },
        { key: 'q2', text: 'What is inside the fee, and what is not?' },
      ],
    })
  })

  test("rejects other firms' places, missing places, and a firm's places for all firms", async () => {
    const own = await aFirmLesson(firm, 'Ours alone')
    const asset = await anAsset('Ours alone')
    for (const [by, one] of [
      [robin, at(1, own)],
      [robin, paper(asset)],
      [olive, at(1, own)],
      [olive, paper(asset)],
      [admin, at(1, newId())],
      [admin, asked('q9')],
      [admin, asked('q1', newId())],
    ] as const)
      expect((await link(by, 'Send', [one])).status).toBe(404)
  })

  test('rejects a time after the end, a duplicate, a fourth link, and an empty word', async () => {
    const late = await link(admin, 'Send', [at(380), at(560)])
    expect([late.status, late.body.errors]).toEqual([400, { 'links.1.second': 'This lesson ends at 9:20.' }])
    expect((await link(admin, 'Send', [asked(), asked()])).body.errors).toEqual({ links: 'Two links are the same.' })
    expect((await link(admin, 'Send', [at(1), at(2), at(3), at(4)])).status).toBe(400)
    expect((await link(admin, ' ', [at(1)])).status).toBe(400)
  })

  test('ignores case, spaces, and accents of a word, and is recorded in the audit log', async () => {
    const word = randomUUID().slice(0, 8)
    await link(admin, `Réunir  ${word}`, [at(5)])
    await link(admin, `REUNIR ${word}`, [at(380)])
    expect((await helpOf(dana, `reunir ${word}`)).map(({ about }) => about)).toEqual([
      'Lesson 14, from 6:20, 3 minutes',
    ])
    const { rows } = await withOrg(
      api.database,
      firm,
      (tx) =>
        tx.sql<{ subject: string; details: object }>`
        select subject, details from audit_log where action = 'step_help.changed' and subject = ${`REUNIR ${word}`}`,
    )
    expect(rows).toEqual([
      { subject: `REUNIR ${word}`, details: { links: ['From interest to engagement letter, 6:20'] } },
    ])
  })
})
