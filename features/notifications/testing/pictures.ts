import type { BrowserContext, Page } from '@playwright/test'
import { PASSWORD, people } from '#tests/browser.ts'
import { asDana, button, type Picture } from '#tests/pictures.ts'

/** Makes Lee write a note on a shared target, in a browser that can receive pushes. */
async function newsOf(page: Page, context: BrowserContext) {
  await context.grantPermissions(['notifications'])
  const client = { 'x-client': 'web', 'idempotency-key': crypto.randomUUID() }
  const login = { email: people.lee, password: PASSWORD }
  const { token } = await (await page.request.post('/api/user/login', { headers: client, data: login })).json()
  const headers = { ...client, authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
  const { tiles } = await (await page.request.get('/api/tiles?status=active', { headers })).json()
  const shared = tiles.find((one: { shared: string }) => one.shared === 'accepted')
  await page.request.post('/api/notes', { headers, data: { target_id: shared.id, note: 'Their counsel is new.' } })
  await page.reload()
  await page.getByRole('button', { name: /unread/ }).waitFor()
}

export const pictures: readonly Picture[] = [
  asDana('inbox-offer', '/targets/active', async (page, context) => {
    await newsOf(page, context)
    await button(page, /^Notifications/).click()
    await button(page, 'Turn on').waitFor()
  }),
  asDana('inbox-page', '/notifications', async (page, context) => {
    await newsOf(page, context)
    await button(page, 'Turn on').waitFor()
  }),
]
