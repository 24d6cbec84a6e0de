// Covers the demo PDFs: each one is stored for the right audience.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { print } from '#core/server/demo/print.ts'
import { sanitizePdf } from '#core/server/pdf/sanitizePdf.ts'
import { type Api, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'
import { demoPdfs } from './demoPdfs.ts'
import { storeDemoPdfs } from './server/demo.ts'
import { assetImage } from './server/picture.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
  await makeDemo(api.database, product)
  await Promise.all([storeDemoPdfs(api.database), storeDemoPdfs(api.database)])
})
afterAll(() => api.close())

const run = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await withoutRls(api.database, (tx) => tx.run(statement))).rows
const counts = async () => {
  const papers = await run(
    sql<{ is_replaced: boolean; has_picture: boolean; is_ahead: boolean; is_long: boolean; access: string }>`
    select a.version = 2 as is_replaced, a.thumbnail_id is not null as has_picture, a.created_at > now() as is_ahead, a.pages not between 1 and 6 as is_long,
      json_build_array(a.everyone,
        (select array_agg(p.user_id order by p.user_id) from asset_people p where p.org_id = a.org_id and p.asset_id = a.id),
        exists (select 1 from asset_groups g where g.org_id = a.org_id and g.asset_id = a.id))::text as access
    from assets a`,
  )
  const many = (is: (paper: (typeof papers)[number]) => boolean) => papers.filter(is).length
  return {
    assets: papers.length,
    replaced: many(({ is_replaced }) => is_replaced),
    pictures: many(({ has_picture }) => has_picture),
    accesses: new Set(papers.map(({ access }) => access)).size,
    ahead: many(({ is_ahead }) => is_ahead),
    long: many(({ is_long }) => is_long),
  }
}

test('seeds 25 PDFs once across two servers, and none on a restart', async () => {
  const all = { assets: 25, replaced: 2, pictures: 25, accesses: 8, ahead: 0, long: 0 }
  expect(await counts()).toEqual(all)
  await storeDemoPdfs(api.database)
  expect(await counts()).toEqual(all)
})

test('lets Lee open what is for everyone, the group, or Lee, but not the partners’ PDFs', async () => {
  const names = (email: string) =>
    run(
      sql<{ name: string }>`select a.name from assets a join users u on u.org_id = a.org_id and u.email = ${email}
        where may_open_asset(a.org_id, a.id, u.id)`,
    ).then((rows) => rows.map(({ name }) => name))
  const lees = await names('lee@hartwell.example')
  expect(lees).toContain('Talking to somebody new at the table')
  expect(lees).toContain('BD plan 2027, Corporate')
  expect(lees).not.toContain('Fee table: three ways to work together')
  expect(await names('dana@hartwell.example')).not.toContain('Talking to somebody new at the table')
})

test('produces valid PDFs whose words can be found', {
  timeout: 120_000,
}, async () => {
  for (const { name, text } of [demoPdfs[5]!, demoPdfs[8]!]) {
    const { pdf, texts } = await print(name, text, '2026-03-02T10:30:00Z')
    const read = await sanitizePdf(Buffer.from(pdf))
    // Generated again by `npm run demo:thumbnails` after a text changes.
    expect((await assetImage(name)).equals(read.thumbnail!)).toBe(true)
    expect(read.pages).toBe(texts.length)
    expect(read.texts.at(-1)!.replaceAll(/\s+/g, ' ')).toContain(texts.at(-1)!.split('\n')[1]!)
  }
})
