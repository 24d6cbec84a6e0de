// The demo's Library is complete and created once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { print } from '#core/server/demo/print.ts'
import { sanitizePdf } from '#core/server/pdf/sanitizePdf.ts'
import { type Api, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'
import { itemKinds, type LibraryItem } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { sections } from './contents.ts'
import { tagNames } from './demoContent.ts'
import { films, recordings } from './films.ts'
import { itemSeconds } from './seconds.ts'
import { demoLibrary } from './server/demo.ts'
import { itemImage } from './server/picture.ts'
import { vendorSections } from './vendor.ts'

const place = demoLibrary.place!

let api: Api
beforeAll(async () => {
  api = await openApi()
  await makeDemo(api.database, product)
  await Promise.all([place(api.database), place(api.database)])
})
afterAll(() => api.close())

const counts = async () =>
  (
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql<object>`select (select count(*)::int from contents where not is_for_all) as contents, (select count(distinct kind)::int from contents) as kinds,
        (select count(*)::int from content_sections where not is_for_all) as sections, (select count(*)::int from tags where user_id is null) as tags,
        (select count(*)::int from contents where made_at > now()) as ahead, (select count(*)::int from contents c join files f on f.org_id = c.org_id and f.id = c.file_id where not c.is_for_all) as files,
        (select count(*)::int from contents where content_type = 'blog') as elsewhere, (select count(distinct content_id)::int from content_pages) as searched,
        (select count(*)::int from contents where is_for_all and made_by = (select id from users where role = 'operator')) as published`,
    )
  ).rows[0]

test('creates forty items of all kinds in five sections once, despite concurrent starts and restarts', async () => {
  const texts = sections.flatMap(({ contents }) => contents).filter((content) => 'text' in content).length
  const vendors = vendorSections.flatMap(({ contents }) => contents)
  const all = {
    contents: 40,
    kinds: itemKinds.length,
    sections: 5,
    tags: 12,
    ahead: 0,
    files: 37,
    elsewhere: 3,
    searched: texts + vendors.length,
    published: vendors.length,
  }
  expect(await counts()).toEqual(all)
  await place(api.database)
  expect(await counts()).toEqual(all)
})

test('has unique names, no unused tag, and every video and recording', () => {
  const contents = sections.flatMap((section) => section.contents)
  expect(new Set(contents.map(({ name }) => name)).size).toBe(contents.length)
  expect([...new Set(contents.flatMap(({ tags }) => tags))].toSorted()).toEqual([...tagNames].toSorted())
  const shown = contents.flatMap((content) =>
    'film' in content ? content.film : 'recording' in content ? content.recording : [],
  )
  expect(shown.toSorted()).toEqual([...films, ...recordings].map(({ file }) => file).toSorted())
  expect(Object.keys(itemSeconds).toSorted()).toEqual(shown.toSorted())
})

test('has a thumbnail of page 1 for each PDF, as the upload reader makes it', async () => {
  const rows = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ name: string }>`
      select c.name from contents c join files f on f.org_id = c.org_id and f.id = c.file_id
      where f.type = 'application/pdf' and (c.thumbnail_id is null or not c.is_thumbnail_made)`,
  )
  expect(rows.rows).toEqual([])
  const [first, last] = [sections[0]!.contents, vendorSections.at(-1)!.contents].map(
    (contents) => contents.filter((content) => 'text' in content)[0]!,
  )
  for (const [content, by] of [
    [first!, undefined],
    [last!, 'Pursuit'],
  ] as const) {
    const { pdf } = await print(content.name, content.text, new Date(0).toISOString(), by)
    expect((await itemImage(content.name)).equals((await sanitizePdf(pdf)).thumbnail!)).toBe(true)
  }
}, 60_000)

test("shows the vendor's items in every firm that has Insights", async () => {
  const reader = await api.aPerson(await api.aFirm())
  const { body } = await reader.call<{ videoinsights: LibraryItem[] }>(routes.list)
  expect(body.videoinsights.every(({ owner, file_url }) => owner === 'bd' && file_url !== '')).toBe(true)
  expect(body.videoinsights.map(({ name }) => name).toSorted()).toEqual(
    vendorSections.flatMap(({ contents }) => contents.map(({ name }) => name)).toSorted(),
  )
})
