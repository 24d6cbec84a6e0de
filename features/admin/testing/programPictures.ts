// Screenshots of tokens and webhooks: none, some, failing, off, and offline.
import type { Page } from '@playwright/test'
import { cutNetwork } from '#tests/browser.ts'
import { button, type Picture, withAnswer, withoutAnswer } from '#tests/pictures.ts'
import type { ApiToken } from '../programs/contract.ts'
import type { Webhook, WebhookDelivery, WebhookDetail, WebhookList } from '../programs/webhookContract.ts'

type More = Pick<Picture, 'isBroken' | 'isOffline'>
const admin = (name: string, prepare?: Picture['prepare'], more: More = {}): Picture => ({
  name: `admin-${name}`,
  path: '/admin/api',
  person: 'admin',
  prepare,
  ...more,
})

const makeToken = async (page: Page) => {
  await button(page, 'Create token').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('CRM sync')
  await dialog.getByLabel('Change Targets').check()
  return dialog
}
const tokenMade = async (page: Page) => {
  await (await makeToken(page)).getByRole('button', { name: 'Create token' }).click()
  await button(page, 'I’ve copied it').waitFor()
}
const addWebhook = async (page: Page) => {
  await button(page, 'Add a webhook').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://hooks.hartwell.example/pursuit')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await button(page, 'I’ve copied it').waitFor()
}
/** Opens an existing webhook, since a firm can have only a few. */
const openWebhook = async (page: Page) => {
  const listed = page.getByRole('list', { name: 'Webhooks' }).getByRole('link')
  await button(page, 'Add a webhook').and(page.locator(':enabled')).waitFor()
  if ((await listed.count()) === 0) {
    await addWebhook(page)
    await button(page, 'I’ve copied it').click()
  }
  await listed.last().click()
  await button(page, 'Refresh').waitFor()
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const aWebhook = (some: Partial<Webhook>): Webhook => ({
  id: crypto.randomUUID(),
  url: 'https://hooks.hartwell.example/pursuit',
  events: [],
  off_why: null,
  failing_since: null,
  waiting: 0,
  old_secret_until: null,
  made_by: 'Ada Ford',
  made_at: ago(60 * 24 * 40),
  ...some,
})
const aToken = (some: Partial<ApiToken>): ApiToken => ({
  id: crypto.randomUUID(),
  name: 'CRM sync',
  scopes: ['targets:read', 'targets:write'],
  made_by: 'Ada Ford',
  made_at: ago(60 * 24 * 40),
  ends_at: ago(-60 * 24 * 325),
  has_ended: false,
  used_on: ago(60).slice(0, 10),
  ...some,
})
const full = async (page: Page) => {
  await page.route(/\/api\/admin\/tokens$/, async (route) => {
    const answer = await route.fetch()
    const tokens = [
      aToken({}),
      aToken({
        name: 'Quarterly figures for the management board of the firm',
        scopes: ['targets:read'],
        used_on: null,
      }),
      aToken({ name: 'Intranet', has_ended: true, ends_at: ago(60 * 24 * 2) }),
    ]
    await route.fulfill({ response: answer, json: { ...(await answer.json()), tokens } })
  })
  await withAnswer(page, /\/api\/admin\/webhooks$/, ({ events }: WebhookList) => ({
    events,
    webhooks: [
      aWebhook({ events: events.map(({ name }) => name) }),
      aWebhook({
        url: 'https://integrations.ashdown-and-marchbank.example/services/pursuit/incoming?tenant=hartwell-and-stone',
        events: ['target.won', 'target.lost'],
        failing_since: ago(95),
        waiting: 1204,
      }),
      aWebhook({ off_why: 'gone', url: 'https://old.hartwell.example/hook' }),
      aWebhook({ off_why: 'failing', url: 'https://crm.hartwell.example/hook', waiting: 88 }),
      aWebhook({ off_why: 'hand', url: 'https://test.hartwell.example/hook' }),
    ],
  }))
  await page.getByText('Intranet', { exact: true }).waitFor()
}

const aDelivery = (some: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: crypto.randomUUID(),
  type: 'target.won',
  state: 'delivered',
  tries: 1,
  status: 200,
  milliseconds: 48,
  answer: 'ok',
  problem: '',
  body: JSON.stringify({
    type: 'target.won',
    timestamp: ago(3),
    data: { company: 'Halden Shipping', revenue: 48_000 },
  }),
  queued_at: ago(3),
  next_at: null,
  ...some,
})
const deliveries = (some: Partial<WebhookDetail>) => async (page: Page) => {
  await openWebhook(page)
  // Returns the same deliveries on every request.
  const all = [
    aDelivery({
      state: 'waiting',
      tries: 3,
      status: 503,
      milliseconds: 10_042,
      answer: '<html><body>Service Unavailable</body></html>',
      problem: 'The endpoint returned 503.',
      next_at: ago(-12),
    }),
    aDelivery({
      state: 'waiting',
      type: 'target.step_completed',
      tries: 0,
      status: null,
      milliseconds: null,
      answer: '',
    }),
    aDelivery({
      state: 'failed',
      type: 'target.created',
      tries: 11,
      status: null,
      problem: 'The host doesn’t exist.',
    }),
    aDelivery({}),
  ]
  await withAnswer(page, /\/api\/admin\/webhooks\/[^/]+$/, (webhook: WebhookDetail) => ({
    ...webhook,
    ...some,
    deliveries: all,
  }))
  await button(page, /^Details for/).click()
}

export const programPictures: readonly Picture[] = [
  admin('api', full),
  admin('api-empty', async (page) => {
    await page.route(/\/api\/admin\/webhooks$/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), webhooks: [] } })
    })
    await withAnswer(page, /\/api\/admin\/tokens$/, (answer: object) => ({ ...answer, tokens: [] }))
    await page.getByText('No tokens yet.').waitFor()
  }),
  admin('api-offline', offline, { isBroken: true, isOffline: true }),
  admin('api-error', (page) => withoutAnswer(page, /\/api\/admin\/(tokens|webhooks)$/), { isBroken: true }),
  admin('api-token', makeToken),
  admin('api-token-wrong', async (page) => {
    await button(page, 'Create token').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  }),
  admin('api-token-made', tokenMade),
  admin('api-token-revoke', async (page) => {
    await full(page)
    await button(page, 'Revoke CRM sync').click()
  }),
  admin('api-webhook-add', (page) => button(page, 'Add a webhook').click()),
  admin('api-webhook-added', addWebhook),
  admin('api-webhook-none', openWebhook),
  admin('api-webhook-remove', async (page) => {
    await openWebhook(page)
    await button(page, 'Remove').click()
  }),
  admin('api-webhook', deliveries({})),
  admin('api-webhook-failing', deliveries({ failing_since: ago(95), waiting: 1204, old_secret_until: ago(-60 * 20) })),
  admin('api-webhook-off', deliveries({ off_why: 'failing', waiting: 1204 })),
  admin(
    'api-webhook-offline',
    async (page, context) => {
      await deliveries({})(page)
      await cutNetwork(context)
      await page.getByText('Admin is available when you’re back online.').waitFor()
    },
    { isBroken: true, isOffline: true },
  ),
]

async function offline(page: Page, context: Parameters<typeof cutNetwork>[0]): Promise<void> {
  await cutNetwork(context)
  await page.reload()
  await page.getByText('Admin is available when you’re back online.').waitFor()
}
