// 16 people edit the Library and cards concurrently. Each gets a response, and the result equals some serial order.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockWaiters } from '#tests/lockWaiters.ts'
import type { Writer } from '#tests/writers.ts'
import { type AuthoredInsight, routes as cards, type Insight } from '../cards/contract.ts'
import {
  form,
  type InsightWriters,
  openInsightWriters,
  PEOPLE,
  rounds,
  statusesOf,
} from '../server/testing/insightWriters.ts'
import type { ItemSection, LibraryItem, LibraryMark, Tag } from './contract.ts'
import { type Library, routes as library, sortRoutes } from './routesContract.ts'

let house: InsightWriters
beforeAll(async () => {
  house = await openInsightWriters()
}, 120_000)
afterAll(() => house.close())

const aSection = (name: string) => house.done<ItemSection>(sortRoutes.addSection, { body: { name } })
const aTag = (name: string) => house.done<Tag>(sortRoutes.addTag, { body: { name } })
const aBlog = (fields: Record<string, string>) => ({
  body: form({ content_type: 'blog', blog_url: 'https://blog.example/post', ...fields }),
})
const aContent = (fields: Record<string, string>) => house.done<LibraryItem>(library.add, aBlog(fields))
const libraryNow = (who?: Writer) => house.done<Library>(library.library, {}, who)

rounds(
  'Sections, tags and contents by 16 at once: names stay each one’s own, and no content is in a section that is gone',
  async (round) => {
    const section = await aSection(`Round ${round}`)
    const many = await house.all((who, at) =>
      house.call<ItemSection>(sortRoutes.addSection, { body: { name: `Section ${round} ${at}` } }, who),
    )
    expect(statusesOf(many)).toEqual({ 200: PEOPLE })
    const same = await house.all((who) => house.call<Tag>(sortRoutes.addTag, { body: { name: `Same ${round}` } }, who))
    expect(statusesOf(same)).toEqual({ 200: 1, 400: PEOPLE - 1 })
    const tags = await Promise.all(house.writers.map((_, at) => aTag(`Tag ${round} ${at}`)))
    const renamed = await house.all((who, at) => {
      const [params, body] = [{ id: tags[at]!.id }, { name: `Renamed ${round}` }]
      return house.call<Tag>(sortRoutes.editTag, { params, body }, who)
    })
    expect(statusesOf(renamed)).toEqual({ 200: 1, 400: PEOPLE - 1 })
    const lost = renamed.find(({ status }) => status === 400)!
    expect(lost.body.message).toBe(`The tag “Renamed ${round}” already exists.`)
    const contents = await house.all((who, at) => {
      const fields = { name: `Content ${round} ${at}`, section_id: many[at]!.body.id, 'tags_id[0]': tags[at]!.id }
      return house.call<LibraryItem>(library.add, aBlog(fields), who)
    })
    expect(statusesOf(contents)).toEqual({ 200: PEOPLE })
    // Each section is deleted while its item is edited into another one, which moves as well.
    const moved = await house.all((who, at) => {
      const params = { id: many[at]!.body.id }
      if (at % 3 === 0) return house.call(sortRoutes.removeSection, { params }, who)
      if (at % 3 === 1) return house.call(sortRoutes.editSection, { params, body: { position: at % 5 } }, who)
      const fields = { section_id: many[at - 2]!.body.id, 'tags_id[0]': tags[at - 1]!.id, 'tags_id[1]': tags[at]!.id }
      return house.call(library.edit, { params: { id: contents[at - 2]!.body.id }, body: form(fields) }, who)
    })
    for (const { status, body } of moved.filter((one) => one.status === 400))
      expect([status, body]).toMatchObject([400, { errors: { section_id: expect.any(String) } }])
    const { sections, contents: left } = await libraryNow()
    for (const { name, section_id } of left)
      expect([name, sections.map(({ id }) => id)]).toEqual([name, expect.arrayContaining([section_id])])
    expect(sections.map(({ position }) => position)).toEqual(sections.map((_, at) => at))
    expect(sections.map(({ id }) => id)).toContain(section.id)
    expect(left.filter(({ name }) => name.startsWith(`Content ${round} `))).toHaveLength(PEOPLE)
  },
)

rounds(
  '16 tags, each merged into the next, while contents get and lose them and go: who had one has one that is left',
  async (round) => {
    const section = await aSection(`Merging ${round}`)
    const tags = await Promise.all(house.writers.map((_, at) => aTag(`Into ${round} ${at}`)))
    const contents = await Promise.all(
      tags.map(({ id }, at) => aContent({ name: `Tagged ${round} ${at}`, section_id: section.id, 'tags_id[0]': id })),
    )
    const going = Promise.all(
      contents.slice(0, 8).map(({ id }, at) => {
        if (at % 2 === 0) return house.call(library.remove, { params: { id } }, house.writers[at])
        const body = form({ 'tags_id[0]': tags[at + 1]!.id, 'tags_id[1]': tags[at]!.id })
        return house.call(library.edit, { params: { id }, body }, house.writers[at])
      }),
    )
    const merged = await house.all((who, at) => {
      const [params, body] = [{ id: tags[at]!.id }, { into: tags[(at + 1) % PEOPLE]!.id }]
      return house.call<Tag>(sortRoutes.editTag, { params, body }, who)
    })
    for (const { status } of await going) expect([200, 204, 400]).toContain(status)
    const { tags: left, contents: kept } = await libraryNow()
    const mine = left.filter(({ name }) => name.startsWith(`Into ${round} `))
    expect(mine.length).toBe(PEOPLE - merged.filter(({ status }) => status === 200).length)
    expect(mine.length).toBeGreaterThan(0)
    for (const { name, tags_id } of kept.filter((one) => one.section_id === section.id)) {
      expect([name, tags_id.length]).toEqual([name, 1])
      expect(mine.map(({ id }) => id)).toContain(tags_id[0])
    }
  },
)

rounds(
  'A content that 16 edit, give a heart and open at once: one edit is taken, and no heart or view is lost',
  async (round) => {
    const section = await aSection(`Hearts ${round}`)
    const { id, revision } = await aContent({ name: `Loved ${round}`, section_id: section.id })
    const params = { id }
    const [edits, hearts, views] = await Promise.all([
      house.all((who, at) =>
        house.call<LibraryItem>(
          library.edit,
          { params, body: form({ name: `Loved ${round} by ${at}`, revision: String(revision) }) },
          who,
        ),
      ),
      house.all((who) => house.call<LibraryMark>(library.heart, { params, body: { favourite: true } }, who)),
      house.all((who) => house.call<LibraryMark>(library.view, { params }, who)),
    ])
    expect(statusesOf(edits)).toEqual({ 200: 1, 409: PEOPLE - 1 })
    expect([statusesOf(hearts), statusesOf(views)]).toEqual([{ 200: PEOPLE }, { 200: PEOPLE }])
    const at = edits.findIndex(({ status }) => status === 200)
    for (const who of house.writers)
      expect((await libraryNow(who)).contents.find((one) => one.id === id)).toMatchObject({
        name: `Loved ${round} by ${at}`,
        favourite: true,
        status: 'viewed',
      })
    const gone = await house.all((who, n) =>
      n % 2 === 0
        ? house.call(library.remove, { params }, who)
        : house.call(library.heart, { params, body: { favourite: false } }, who),
    )
    expect(gone.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await libraryNow()).contents.map((one) => one.id)).not.toContain(id)
  },
)

rounds(
  'Contents that a person gives a heart and opens at the same moment, on two devices, have both',
  async (round) => {
    const section = await aSection(`Devices ${round}`)
    const contents = await Promise.all(
      Array.from({ length: 8 }, (_, at) => aContent({ name: `At once ${round} ${at}`, section_id: section.id })),
    )
    const [reader] = house.writers
    const answers = await Promise.all(
      contents.flatMap(({ id }) => [
        house.call<LibraryMark>(library.heart, { params: { id }, body: { favourite: true } }, reader),
        house.call<LibraryMark>(library.view, { params: { id } }, reader),
      ]),
    )
    expect(statusesOf(answers)).toEqual({ 200: 16 })
    const mine = (await libraryNow(reader)).contents.filter(({ section_id }) => section_id === section.id)
    expect(mine.map(({ favourite, status }) => [favourite, status])).toEqual(contents.map(() => [true, 'viewed']))
  },
)

const days = { begins: '2020-01-01', ends: '2999-01-01' }
rounds(
  'Cards that 16 write, rewrite and answer at once: one change is taken, and what was said last is kept',
  async (round) => {
    const words = { category: 'Tenders', observation: `Our fee table won ${round}`, suggestion: 'Use it.', ...days }
    const wrote = await house.all((who, at) =>
      house.call<{ insights: AuthoredInsight[] }>(cards.write, { body: { ...words, data_label: `By ${at}` } }, who),
    )
    expect(statusesOf(wrote)).toEqual({ 200: PEOPLE })
    const written = (await house.done<{ insights: AuthoredInsight[] }>(cards.written)).insights.filter(
      ({ observation }) => observation === words.observation,
    )
    expect(written).toHaveLength(PEOPLE)
    const { id } = written[0]!
    const rewrote = await house.all((who, at) =>
      house.call(cards.rewrite, { params: { id }, body: { ...words, data_label: `Again by ${at}`, revision: 0 } }, who),
    )
    expect(statusesOf(rewrote)).toEqual({ 200: 1, 409: PEOPLE - 1 })
    const unwrote = await house.all((who) => house.call(cards.unwrite, { params: { id: written[1]!.id } }, who))
    expect(statusesOf(unwrote)).toEqual({ 200: 1, 404: PEOPLE - 1 })
    const reader = house.writers[round]!
    const mine = async () =>
      (await house.done<{ insights: Insight[] }>(cards.firm, {}, reader)).insights.filter(
        ({ observation }) => observation === words.observation,
      )
    await expect.poll(async () => (await mine()).length).toBe(PEOPLE - 1)
    const params = { id: (await mine())[0]!.id }
    // Sixteen devices of one person.
    const said = await house.all((_, at) =>
      at % 4 === 0
        ? house.call<Insight>(cards.view, { params }, reader)
        : house.call<Insight>(cards.rate, { params, body: { useful: [true, false, null][at % 3]! } }, reader),
    )
    expect(statusesOf(said)).toEqual({ 200: PEOPLE })
    expect((await mine()).find((one) => one.id === params.id)).toMatchObject({ status: 'viewed' })
  },
)

/** The embedded database has one connection, so nothing waits. */
const isSeen = Boolean(process.env.TEST_DATABASE_URL)
test.runIf(isSeen)('locks sections in an order that stays the same while two requests wait', async () => {
  const [first, last] = [await aSection('Waits first'), await aSection('Waits last')]
  const rename = ({ id, name }: ItemSection) =>
    house.call(sortRoutes.editSection, { params: { id }, body: { name: `${name}, renamed` } })
  await using held = await connect(house.databaseUrl!)
  const waiting = (count: number) => expect.poll(() => lockWaiters(held.client)).toBe(count)
  const { rows } = await held.client.query('select org_id from content_sections where id = $1', [first.id])
  const ids = [rows[0].org_id, first.id]
  await held.client.query('begin')
  await held.client.query('select 1 from content_sections where org_id = $1 and id = $2 for update', ids)
  const one = rename(first)
  await waiting(1)
  await using beside = await connect(house.databaseUrl!)
  await beside.client.query('update content_sections set position = -1 where id = $1', [last.id])
  const other = rename(last)
  await waiting(2)
  await held.client.query('rollback')
  expect([(await one).status, (await other).status]).toEqual([200, 200])
})

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

test("causes no deadlock and no error in the server's log", async () => {
  const { said, deadlocks } = await house.stop()
  expect(deadlocks).toBe(0)
  expect(said).not.toMatch(/deadlock|error|failed/i)
})
