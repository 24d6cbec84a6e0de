// The exact email of a digest, for people who manage it, before it is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Digest, routes } from './contract.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
let digest: Digest
beforeAll(async () => {
  house = await openDigestHouse()
  const guide = await house.aContent('Year-end planning guide')
  digest = await house.schedule({ videoinsight_ids: [guide], user_ids: [house.admin.actor.id] })
})
afterAll(() => house.close())

const ask = (whose = house.admin) =>
  whose.call<{ subject: string; url: string }>(routes.preview, { params: { id: digest.id } })
const open = (url: string) => house.api.http.inject({ url })

test('shows the current email in a frame on our own pages only, light or dark', async () => {
  const { body } = await ask()
  expect(body.subject).toBe('Before the year ends')
  const shown = await open(body.url)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
  expect(shown.body).toContain('Year-end planning guide')
  expect(shown.body).toMatch(/prefers-color-scheme:\s*dark/)
  expect((await open(`${body.url}?scheme=dark`)).body).not.toMatch(/prefers-color-scheme/)
  expect((await open(`${body.url}?scheme=light`)).body).toMatch(/@media not all/)
  const { status } = await house.admin.call(routes.edit, {
    params: { id: digest.id },
    body: house.input({
      title: 'After the year has ended',
      videoinsight_ids: [digest.contents[0]!.content_id],
      user_ids: [house.admin.actor.id],
    }),
  })
  expect(status).toBe(200)
  expect((await open(body.url)).body).toContain('After the year has ended')
})

test('hides the preview from members, other firms, and people who no longer manage content', async () => {
  const member = await house.api.aPerson(house.orgId)
  expect((await ask(member)).status).toBe(403)
  const stranger = await house.api.aPerson(await house.api.aFirm(), { role: 'admin' })
  expect((await ask(stranger)).status).toBe(404)
  const keeper = await house.api.aPerson(house.orgId, { role: 'admin' })
  const { body } = await ask(keeper)
  expect((await open(body.url)).statusCode).toBe(200)
  await house.system((tx) => tx.sql`update users set role = 'member' where id = ${keeper.actor.id}`)
  const gone = await open(body.url)
  expect(gone.statusCode).toBe(404)
  expect(gone.body).not.toContain('Year-end')
  const other = body.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect((await open(other)).statusCode).toBe(404)
})
