import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noHeaders } from '#core/server/testing/calls.ts'
import type { Client } from '#tests/api.ts'
import { routes } from './contract.ts'
import { type DistributionList, listRoutes } from './lists.ts'
import { type StyleTemplate, templateRoutes } from './templates.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
let dana: Client
let lee: Client
beforeAll(async () => {
  house = await openDigestHouse()
  dana = await house.api.aPerson(house.orgId, { first_name: 'Dana' })
  lee = await house.api.aPerson(house.orgId, { first_name: 'Lee' })
})
afterAll(() => house.close())

type Refused = { message: string; errors?: Record<string, string> }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#15397e' } })
    .png()
    .toBuffer()

describe('Template', () => {
  test('has a name, a color, a logo, and an image, which emails can show', async () => {
    const files = { logo: await picture(900, 300), image: await picture(2000, 600) }
    const { status, body } = await house.form<StyleTemplate>('/api/styletemplate', {
      fields: { name: 'Tax group', color: '#aabbcc', image_selected: '1' },
      files,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Tax group', color: '#AABBCC', image_selected: 1, revision: 0 })
    for (const [url, type, width] of [
      [body.logo_image, 'image/png', 480],
      [body.image, 'image/jpeg', 1200],
    ] as const) {
      const shown = await house.api.http.inject({ url, headers: noHeaders })
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, type])
      expect((await sharp(shown.rawPayload).metadata()).width).toBe(width)
    }
    const edited = await house.form<StyleTemplate>(`/api/styletemplate/${body.id}`, { fields: { image_selected: '0' } })
    expect(edited.body).toMatchObject({ name: 'Tax group', image_selected: 0, revision: 1 })
    expect(edited.body.logo_image).not.toBe('')
    const stale = await house.form<Refused>(`/api/styletemplate/${body.id}`, { fields: { name: 'x', revision: '0' } })
    expect(stale.status).toBe(409)
  })

  test('requires a name, and defaults to the color #15397E', async () => {
    const plain = await house.form<StyleTemplate>('/api/styletemplate', { fields: { name: 'Default' } })
    expect(plain.body).toMatchObject({ color: '#15397E', image_selected: 0, logo_image: '', image: '' })
    const none = await house.form<Refused>('/api/styletemplate', { fields: { name: '  ' } })
    expect([none.status, none.body.errors]).toEqual([400, { name: 'Template Name is required' }])
    const odd = await house.form<Refused>('/api/styletemplate', {
      fields: { name: 'x', color: 'red;background:url(x)' },
    })
    expect(odd.body.errors).toHaveProperty('color')
  })

  test("accepts only real images, regardless of a file's name", async () => {
    const files = { logo: Buffer.from('%PDF-1.7 not a picture') }
    const { status, body } = await house.form<Refused>('/api/styletemplate', { fields: { name: 'x' }, files })
    expect([status, body.message]).toEqual([415, 'This isn’t an image. Choose a PNG, JPEG, WEBP, or SVG file.'])
    const { rows } = await house.api.database.pool.query(
      `select 1 from files where kind = 'digest_logo' and name like 'x%'`,
    )
    expect(rows).toEqual([])
  })

  test("can't be deleted while a pending digest uses it, and is then deleted with its images", async () => {
    const made = await house.form<StyleTemplate>('/api/styletemplate', {
      fields: { name: 'Waiting' },
      files: { logo: await picture(40, 40) },
    })
    const { id } = made.body
    const guide = await house.aContent('Guide')
    const digest = await house.schedule({ template_id: id, videoinsight_ids: [guide], user_ids: [dana.actor.id] })
    const refused = await house.admin.call<Refused>(templateRoutes.remove, { params: { id } })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The digest “Before the year ends” is still scheduled with this template.',
    ])
    await house.admin.call(routes.cancel, { params: { id: digest.id } })
    expect((await house.admin.call(templateRoutes.remove, { params: { id } })).status).toBe(204)
    expect((await house.api.http.inject({ url: made.body.logo_image, headers: noHeaders })).statusCode).toBe(404)
    expect((await house.read(digest.id)).template_id).toBeNull()
  })
})

describe('Distribution list', () => {
  const add = (body: object) => house.admin.call<DistributionList & Refused>(listRoutes.add, { body })

  test.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['x'.repeat(61), 'Maximum length is 60 characters'],
    ['Tax & Co', 'Name can only include letters, numbers or special characters: ": , ;"'],
    [':;-', 'Name can only include letters, numbers or special characters: ": , ;"'],
    ['Tax <b>', 'Name can only include letters, numbers or special characters: ": , ;"'],
  ])('rejects the name %j', async (name, sentence) => {
    const { status, body } = await add({ name, user_ids: [] })
    expect([status, body.errors]).toEqual([400, { name: sentence }])
  })

  test('has people and groups, counts its reach, and marks people who left', async () => {
    const max = await house.api.aPerson(house.orgId, { first_name: 'Max' })
    const group = await house.aGroup('Tax', [lee, max])
    const { status, body } = await add({
      name: 'Tax: partners, 2026',
      user_ids: [dana.actor.id, lee.actor.id],
      group_ids: [group],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ reach: 3, deactivated: 0, groups: [{ id: group, name: 'Tax' }] })
    expect(body.user_ids!.sort()).toEqual([dana.actor.id, lee.actor.id].sort())
    await house.system((tx) => tx.sql`update users set deactivated_at = now() where id = ${lee.actor.id}`)
    const lists = await house.admin.call<{ distributionlists: DistributionList[] }>(listRoutes.list)
    expect(lists.body.distributionlists.find(({ id }) => id === body.id)).toMatchObject({ reach: 2, deactivated: 1 })
    await house.system((tx) => tx.sql`update users set deactivated_at = null where id = ${lee.actor.id}`)
    const params = { id: body.id }
    const renamed = await house.admin.call<DistributionList>(listRoutes.edit, { params, body: { name: 'Tax' } })
    expect(renamed.body).toMatchObject({ name: 'Tax', reach: 3, revision: 1 })
    expect((await add({ name: 'TAX', user_ids: [] })).body.errors).toEqual({
      name: 'A list with this name already exists.',
    })
    expect((await house.admin.call(listRoutes.edit, { params, body: { name: 'x', revision: 0 } })).status).toBe(409)
    expect((await house.admin.call(listRoutes.remove, { params })).status).toBe(204)
  })

  test('returns many people only in pages, and keeps them when it is renamed or gets null', async () => {
    const people = await Promise.all(
      Array.from({ length: 11 }, (_, at) => house.api.aPerson(house.orgId, { first_name: `Many${at}` })),
    )
    const ids = people.map(({ actor }) => actor.id).sort()
    const ten = await add({ name: 'Ten people', user_ids: ids.slice(1) })
    expect([ten.body.users?.length, ten.body.user_ids?.length, ten.body.user_count]).toEqual([10, 10, 10])
    const { body: list } = await add({ name: 'Eleven people', user_ids: ids })
    const many = { users: null, user_ids: null, user_count: 11, reach: 11 }
    expect(list).toMatchObject(many)
    const params = { id: list.id }
    type Page = { people: { user_id: string; first_name: string }[]; next: string | null }
    const page = async (query: Record<string, unknown>) =>
      (await house.admin.call<Page>(listRoutes.people, { params, query })).body
    const first = await page({ limit: 6 })
    const second = await page({ limit: 6, after: first.next })
    expect([...first.people, ...second.people].map(({ user_id }) => user_id)).toEqual(ids)
    expect([first.next, second.next]).toEqual([ids[5], null])
    const edit = (body: object) => house.admin.call<DistributionList>(listRoutes.edit, { params, body })
    expect((await edit({ name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', ...many })
    expect((await edit({ name: 'Again', user_ids: null })).body).toMatchObject({ name: 'Again', ...many })
    expect((await edit({ user_ids: ids.slice(2) })).body).toMatchObject({ user_count: 9, reach: 9 })
    expect((await page({})).people).toHaveLength(9)
    expect((await house.admin.call(listRoutes.people, { params: { id: ids[0]! } })).status).toBe(404)
    expect((await dana.call(listRoutes.people, { params })).status).toBe(403)
  })

  test('rejects people from another firm', async () => {
    const robin = await house.api.aPerson(await house.api.aFirm({ name: 'Brook & Vale' }))
    const { status } = await add({ name: 'Leaky', user_ids: [robin.actor.id] })
    expect(status).toBe(404)
    const lists = await house.admin.call<{ distributionlists: DistributionList[] }>(listRoutes.list)
    expect(lists.body.distributionlists.map(({ name }) => name)).not.toContain('Leaky')
  })
})
