// Files emails as a person does: one that says it's from them, and one that matches no Target.
import type { Page } from '@playwright/test'
import { axe, expect, test, WHOLE_LIST } from '#tests/browser.ts'
import { withE2eServer } from '#tests/e2eServer.ts'
import { freePort } from '#tools/postgres.ts'
import { anEmail, DOMAIN } from './testing/filingServer.ts'
import { deliver } from './testing/smtpClient.ts'

const port = withE2eServer({
  start: freePort,
  environment: (smtp) => ({ PURSUIT_FILING_DOMAIN: DOMAIN, PURSUIT_FILING_PORT: `127.0.0.1:${smtp}` }),
  end: async () => {},
})

const target = (given: object) => ({
  company: 'Quillon Harbor',
  contact: 'Jane Doe',
  contact_email: 'jane@quillon.example',
  contact_phone: '',
  type: 'client',
  value: 'H',
  goal: 'Win the first engagement',
  tasks: [{ description: 'Send the staffing plan', due: '2026-12-01', help: '' }],
  ...given,
})
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const openInbox = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(inbox(page)).toBeVisible()
}

test('asks about an email, files it on its Target, and files another on a chosen one', {
  tag: '@ownServer',
}, async ({ app, page }) => {
  await app.call('dana', 'tiles', target({}))
  const other = target({ company: 'Ferrow Glass', contact: 'Kim Osei', contact_email: '' })
  const { id } = (await app.call('dana', 'tiles', other)) as { id: string }
  await app.signIn(page)
  const { address } = (await app.call('dana', 'filing')) as { address: string }
  await page.goto('/account/filing')
  await expect(page.getByRole('textbox', { name: 'Filing address' })).toHaveValue(address)
  expect(await axe(page)).toEqual([])

  const from = 'dana@hartwell.example'
  const send = (to: string, subject: string) => deliver(port(), { from, to: address }, anEmail({ from, to, subject }))
  expect(await send('Jane Doe <jane@quillon.example>', 'Staffing plan')).toMatch(/^250/)
  expect(await send('Mira Lund <mira@nowhere.example>', 'Rates')).toMatch(/^250/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'File this? It says it’s from you.' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  for (const subject of ['Staffing plan', 'Rates']) {
    const file = page.getByRole('button', { name: `File email “${subject}”` })
    await file.press('Enter')
    await expect(file).toBeHidden()
  }

  await openInbox(page)
  const filed = inbox(page).getByRole('listitem').filter({ hasText: 'Filed on Quillon Harbor' })
  await expect(filed.getByRole('button', { name: /^Move/ })).toBeVisible()
  const unmatched = inbox(page).getByRole('listitem').filter({ hasText: 'No Target matches your email “Rates”.' })
  expect(await axe(page)).toEqual([])
  await unmatched.getByRole('button', { name: /^Choose a Target/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'File the email' })
  await dialog.getByLabel('Target').selectOption(id)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'File email' }).press('Enter')
  await expect(page.getByText('Filed on Ferrow Glass.')).toBeVisible()
  await page.setViewportSize(WHOLE_LIST)
  await expect(page.getByRole('article', { name: /Ferrow Glass/ })).toContainText('Last touch')
})
