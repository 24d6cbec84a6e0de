// Stories of what stands in an open form when the session ends elsewhere: it is kept for its person, and comes back.
import type { Page } from '@playwright/test'
import { type App, allSaved, expect, PASSWORD, type Person, test } from '#tests/browser.ts'

async function logIn(page: Page, app: App, person: Person) {
  await page.getByLabel('E-mail').fill(app.people[person])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
  await expect(page.getByRole('main')).toBeVisible()
}

/** From another device; any call of the page hears of it. */
async function endElsewhere(app: App, page: Page, person: Person = 'dana') {
  await app.call(person, 'user/sessions/end_others', {})
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
}

const back = 'What you typed before your session ended is back.'

test('a new target and an edit are open again with what was typed, for their person alone, in each tab it is said why', async ({
  app,
  page,
  context,
}) => {
  const { id } = (await app.call('dana', 'tiles', {
    company: 'Quillon Harbor',
    contact: 'Ada Lane',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Contact', exact: true }).fill('Ada Lovelace')
  const second = await context.newPage()
  await second.goto('/targets/active')
  await allSaved(second)
  await second.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  const form = second.getByRole('dialog')
  await form.getByLabel('Company').fill('Half Typed Mills')
  await form.getByLabel('Objective').fill('A first meeting')

  await endElsewhere(app, second)
  for (const one of [page, second]) {
    await expect(one).toHaveURL(/\/login$/, { timeout: 30_000 })
    await expect(one.getByText('Your session has ended.', { exact: false })).toBeVisible()
  }
  await second.close()

  await logIn(page, app, 'lee')
  await allSaved(page)
  await page.goto('/targets/active')
  await allSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.evaluate("localStorage.removeItem('session')")
  await page.goto('/login')

  await logIn(page, app, 'dana')
  await expect(page.getByRole('dialog').getByLabel('Company')).toHaveValue('Half Typed Mills')
  await expect(page.getByRole('dialog').getByLabel('Objective')).toHaveValue('A first meeting')
  await expect(page.getByText(back)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Create Target' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await allSaved(page)
  await page.goto(`/target/${id}`)
  await expect(page.getByRole('textbox', { name: 'Contact', exact: true })).toHaveValue('Ada Lovelace')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByRole('heading', { name: 'Ada Lovelace' }).or(page.getByText('Ada Lovelace')).first(),
  ).toBeVisible()
  const onServer = async () => {
    const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
      tiles: { company: string; contact: string }[]
    }
    return tiles.filter(({ company }) => ['Half Typed Mills', 'Quillon Harbor'].includes(company))
  }
  const both = [{ company: 'Half Typed Mills' }, { company: 'Quillon Harbor', contact: 'Ada Lovelace' }]
  await expect
    .poll(async () => (await onServer()).sort((a, b) => a.company.localeCompare(b.company)))
    .toMatchObject(both)
  // Once.
  await page.reload()
  await allSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog of administration is filled when it is opened again, and the person is told that it will be', async ({
  app,
  page,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByLabel('First name').fill('Grace')
  await endElsewhere(app, page, 'admin')
  await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await logIn(page, app, 'admin')
  await expect(page).toHaveURL(/\/admin\/people$/)
  await expect(
    page.getByText('What you typed before your session ended is kept. Open the same form again to go on.'),
  ).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('Grace')
  await expect(page.getByText(back)).toBeVisible()
})
