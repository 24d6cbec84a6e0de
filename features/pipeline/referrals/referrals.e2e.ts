// Says who a Target came from when it's won, thanks them, and records what is sent back, offline too.
import type { Page } from '@playwright/test'
import { aTarget } from '#features/targets/samples.ts'
import { allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'

const harold = { first_name: 'Harold', last_name: 'Finch', company: 'Finch Partners', emails: ['harold@finch.example'] }
const referrals = (page: Page) => page.getByRole('region', { name: 'Referrals' })

test('asks once who a won Target came from, and offers to thank them', async ({ app, page }) => {
  await subscribe(app, { referrals: true })
  const { id } = (await app.call('dana', 'tiles', aTarget())) as { id: string }
  await app.call('dana', 'contacts', harold)
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  const facts = page.getByRole('complementary').first()
  await expect(page.getByText('Came from')).toBeVisible()
  await page.getByRole('button', { name: 'Won', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Won', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Who did Halden Shipping come from?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a contact, a colleague, or an entry of the list.')).toBeVisible()
  await dialog.getByLabel('Came from').pressSequentially('harold fin')
  await page
    .getByRole('option', { name: /^Harold Finch/ })
    .first()
    .click()
  await expect(dialog.getByLabel('Came from')).toHaveValue('Harold Finch')
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(facts.getByRole('link', { name: 'Harold Finch' })).toBeVisible()
  await page.getByRole('button', { name: 'Thank Harold' }).click()
  await expect(dialog.getByLabel('First step')).toHaveValue('Thank Harold Finch for Halden Shipping')
  await expect(dialog.getByRole('textbox', { name: 'Contact' })).toHaveValue('Harold Finch')
  await page.keyboard.press('Escape')
  // The win can still be undone.
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('Current step')).toBeVisible()
  await page.goto('/referrals')
  const row = page.getByRole('row').filter({ hasText: 'Harold Finch' })
  await expect(row).toContainText('Contact')
  expect(await axe(page, 'main')).toEqual([])
})

test('records a referral offline, changes what became of it, and sends both later', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await subscribe(app, { referrals: true })
  const { id } = (await app.call('dana', 'contacts', harold)) as { id: string }
  await app.call('dana', 'tiles', { ...aTarget(), came_from: { contact_id: id } })
  await app.signIn(page)
  await page.goto(`/contact/${id}`)
  await expect(referrals(page).getByRole('link', { name: /Halden Shipping\s*Pursuing/ })).toBeVisible()
  const connect = await cutNetwork(context)
  await referrals(page).getByRole('button', { name: 'Record a referral' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What about').pressSequentially('The Moore family’s estate plan')
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Record referral' }).click()
  await expect(referrals(page)).toContainText('No answer yet')
  await referrals(page).getByRole('button', { name: 'Actions: The Moore family’s estate plan' }).click()
  await page.getByRole('menuitem', { name: 'Became work' }).click()
  await expect(referrals(page)).toContainText('Became work')
  await page.reload()
  await expect(referrals(page)).toContainText('Became work')
  await connect()
  await allSaved(page)
  await expect
    .poll(
      async () => ((await app.call('dana', `contacts/${id}`)) as { sent: { about: string; outcome: string }[] }).sent,
    )
    .toMatchObject([{ about: 'The Moore family’s estate plan', outcome: 'work' }])
  expect(await axe(page, 'main')).toEqual([])
})

test('shows no trace without the flag', async ({ app, page }) => {
  await subscribe(app, { referrals: false })
  const { id } = (await app.call('dana', 'tiles', aTarget())) as { id: string }
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  await expect(page.getByText('Projected', { exact: true })).toBeVisible()
  await expect(page.getByText('Came from')).toHaveCount(0)
  await page.goto('/referrals')
  await expect(page.getByRole('heading', { name: 'Referrals' })).toHaveCount(0)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Referrals' })).toHaveCount(0)
})
