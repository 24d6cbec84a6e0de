// Images in the emails of a run, from Library items and links, available to everyone who has the email.

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf } from '#core/server/files/store.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { type LinkPreviewData, linkRoutes } from '../links/contract.ts'
import { sweepLeft } from '../links/server/previews.ts'
import { json, type StandIns, startStandIns } from '../links/testing/standIns.ts'
import { type DigestHouse, NOW, openDigestHouse } from './testing/digestHouse.ts'

let server: MailServer
let places: StandIns
let house: DigestHouse
beforeAll(async () => {
  server = await startMailServer()
  places = await startStandIns()
  house = await openDigestHouse(
    { smtpUrl: server.url },
    {
      limits: { allowed: [places.origin], milliseconds: 2000, bytes: 1_000_000 },
      linkServices: places.services,
    },
  )
  house.api.clock.now = new Date(NOW)
})
afterAll(async () => {
  await house.close()
  places.close()
  await server.close()
})

test("shows an item's thumbnail and a link's preview image, even if the preview is old", async () => {
  const { api, orgId } = house
  const content = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#0a625f' } })
    .png()
    .toBuffer()
  places.answers['/api/oembed.json'] = json({ title: 'Rates', thumbnail_url: 'https://i.vimeocdn.com/video/1.jpg' })
  places.answers['/video/1.jpg'] = (_, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(content)
  const url = 'https://vimeo.com/412008175'
  const { body: preview } = await house.admin.call<LinkPreviewData>(linkRoutes.preview, { body: { url } })

  const guide = await house.aContent('Year-end planning guide')
  const files = filesOf(api.database)
  const kind = files.kinds.get('contentThumbnail')!
  const placed = await files.place(orgId, kind, { content, name: 'page.png', type: 'image/png' })
  await files.change(orgId, [placed], async ({ tx, keep }) => {
    await keep(placed, null)
    await tx.sql`update contents set thumbnail_id = ${placed.id} where id = ${guide}`
  })
  const lee = await api.aPerson(orgId, { first_name: 'Lee' })
  const { thumbnail } = preview
  const external = { preview_id: preview.id, url, title: 'Rates', thumbnail }
  const made = await house.schedule({
    videoinsight_ids: [guide],
    external_content: [external],
    user_ids: [lee.actor.id],
  })
  await sweepLeft(api.database, { left: '2028-01-01T00:00:00.000Z', shown: '2028-01-01T00:00:00.000Z' })
  await house.at('2027-01-11T17:00:00.000Z')
  await house.until(made.id, ({ status }) => status !== 'sending')

  const listed = (await house.read(made.id)).contents.map(({ thumbnail_url }) => thumbnail_url)
  const { mail } = server.taken.find(({ to }) => to[0] === lee.email)!
  const pictures = mail.html.match(/https?:[^"]*\/api\/digestmail\/picture\/[\w-]{62}/g)!
  expect(new Set(pictures).size).toBe(2)
  expect(pictures.map((picture) => new URL(picture).pathname)).toEqual(expect.arrayContaining(listed))
  for (const picture of pictures) {
    const shown = await api.http.inject({ method: 'GET', url: new URL(picture).pathname })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  }
})

test('shows an uploaded image in the digest and its email, even without a smaller version', async () => {
  const { api, orgId } = house
  const files = filesOf(api.database)
  const id = await house.aContent('The harbor at night')
  const content = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#15397e' } })
    .webp()
    .toBuffer()
  const image = { content, name: 'harbor.webp', type: 'image/webp' } as const
  const placed = await files.place(orgId, files.kinds.get('contentFile')!, image)
  await files.change(orgId, [placed], async ({ tx, keep }) => {
    await keep(placed, null)
    await tx.sql`update contents set file_id = ${placed.id}, content_type = 'others', blog_url = '' where id = ${id}`
  })
  const made = await house.schedule({
    videoinsight_ids: [id],
    user_ids: [house.admin.actor.id],
    date: '2027-02-01 09:00:00',
  })
  const { thumbnail_url } = made.contents[0]!
  const shown = await api.http.inject({ method: 'GET', url: thumbnail_url })
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
})
