// Tests contacts in a browser: on a Target, as a list, and as a page, also offline and by keyboard.
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const target = (given: object) => ({
  company: 'Seven Pines Holdings',
  contact: 'Anjali Rao',
  contact_email: 'anjali@sevenpines.example',
  contact_phone: '+1 206 555 0134',
  type: 'client',
  value: 'H',
  goal: 'Win the first engagement',
  tasks: [{ description: 'Send the memo', due: '2027-12-01', help: '' }],
  ...given,
})
const section = (page: Page) => page.getByRole('region', { name: 'Contacts', exact: true }).filter({ visible: true })
const openTarget = async (page: Page, id: string) => {
  await page.goto(`/target/${id}`)
  await expect(section(page)).toBeVisible()
}
const addNew = async (page: Page, name: string, role: string) => {
  await section(page).getByRole('button', { name: 'Add a contact' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').pressSequentially(name)
  await dialog.getByLabel('Title').fill('General Counsel')
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await expect(dialog).toBeHidden()
}

test('adds a contact, makes it the first, changes its role, and takes it back', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  const { id } = (await app.call('dana', 'tiles', target({}))) as { id: string }
  await app.signIn(page)
  await openTarget(page, id)
  await addNew(page, 'Priya Natarajan', 'Gatekeeper')
  await expect(section(page).getByRole('link', { name: /Priya Natarajan\s*Gatekeeper/ })).toBeVisible()
  await section(page).getByRole('button', { name: 'Actions for Priya Natarajan' }).click()
  await page.getByRole('menuitemradio', { name: 'Decision maker' }).click()
  await expect(section(page)).toContainText('Decision maker')
  await section(page).getByRole('button', { name: 'Actions for Priya Natarajan' }).click()
  await page.getByRole('menuitem', { name: 'Make first contact' }).click()
  await expect(section(page)).toContainText('Decision maker · First contact')
  const told = page.getByRole('listitem').filter({ hasText: 'is now the first contact.' })
  await told.getByRole('button', { name: 'Undo' }).click()
  await expect(section(page)).toContainText('Other · First contact')
  expect(await axe(page)).toEqual([])
  await section(page)
    .getByRole('link', { name: /Priya Natarajan/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Priya Natarajan' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email addresses').fill('priya@sevenpines.example\nnot an address')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('Email addresses').fill('priya@sevenpines.example')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('link', { name: 'priya@sevenpines.example' })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('finds contacts by typing, on a new Target and in the list', async ({ app, page }) => {
  await app.call('dana', 'tiles', target({}))
  await app.signIn(page)
  await page.goto('/contacts')
  await page.getByLabel('Search contacts').fill('sevenpines')
  await expect(page.getByRole('row').filter({ hasText: 'Anjali Rao' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await page.goto('/targets/active')
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Contact' }).pressSequentially('anj')
  await dialog.getByRole('option', { name: /Anjali Rao/ }).click()
  await expect(dialog.getByLabel('Company')).toHaveValue('Seven Pines Holdings')
  await expect(dialog.getByText('anjali@sevenpines.example').first()).toBeVisible()
})

test('adds and changes contacts offline, and sends them later', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const { id } = (await app.call('dana', 'tiles', target({}))) as { id: string }
  await app.signIn(page)
  await page.goto('/contacts')
  await expect(page.getByRole('row').filter({ hasText: 'Anjali Rao' })).toBeVisible()
  await openTarget(page, id)
  const connect = await cutNetwork(context)
  await addNew(page, 'Omar Haddad', 'Influencer')
  await section(page).getByRole('button', { name: 'Actions for Omar Haddad' }).click()
  await page.getByRole('menuitemradio', { name: 'Introducer' }).click()
  await expect(section(page)).toContainText('Introducer')
  await page.goto('/contacts')
  await expect(page.getByRole('row').filter({ hasText: 'Anjali Rao' })).toBeVisible()
  await connect()
  await expect
    .poll(
      async () => ((await app.call('dana', `tiles/${id}`)) as { contacts: { name: string; role: string }[] }).contacts,
    )
    .toMatchObject([{ name: 'Anjali Rao' }, { name: 'Omar Haddad', role: 'Introducer' }])
})

test('merges two contacts that are the same person, and undoes it', async ({ app, page }) => {
  await app.call('dana', 'tiles', target({}))
  const body = {
    last_name: 'Rao',
    first_name: 'Anjali',
    company: 'SEVEN PINES',
    emails: ['a.rao@sevenpines.example'],
    title: 'CFO',
  }
  await app.call('dana', 'contacts', body)
  await app.signIn(page)
  await page.goto('/contacts?q=rao')
  // Three pairs are the demo's own.
  await page.getByRole('button', { name: '4 possible duplicates' }).click()
  const pair = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Anjali Rao' })
  await pair.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two contacts' })
  await expect(dialog.getByRole('radio', { name: 'Seven Pines Holdings' })).toBeChecked()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(pair).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '3 possible duplicates' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'CFO' })).toHaveCount(1)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('row')).toHaveCount(3)
})
