// Covers drafts of forms that were open when the session ended elsewhere.
import type { Page } from '@playwright/test'
import { type App, allSaved, expect, PASSWORD, type Person, test } from '#tests/browser.ts'

async function logIn(page: Page, app: App, person: Person) {
  await page.getByLabel('Email').fill(app.people[person])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
  await expect(page.getByRole('main')).toBeVisible()
}

async function endElsewhere(app: App, page: Page, person: Person = 'dana') {
  await app.call(person, 'user/sessions/end_others', {})
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
}

const back = 'We restored what you typed before your session ended.'
const kept = 'What you typed before your session ended is saved. Reopen the same form to continue.'

/**
 * Watches for the message from the next page load on, and returns whether it was ever visible. A later message can
 * replace it within a frame, sooner than the test can query.
 */
async function watchForBack(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript((message) => {
    const isShown = () =>
      [...document.querySelectorAll('p, span, div')].some(
        (one) => one.childElementCount === 0 && one.textContent === message && one.checkVisibility(),
      )
    const watch = new MutationObserver(() => {
      if (!document.body?.textContent.includes(message) || !isShown()) return
      watch.disconnect()
      Object.assign(globalThis, { wasShown: true })
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  }, back)
  return () => page.evaluate('globalThis.wasShown === true')
}

test('reopens a new target and an edit for their person, with an explanation', async ({ app, page, context }) => {
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
  const wasBackShown = await watchForBack(page)
  await page.goto('/login')

  await logIn(page, app, 'dana')
  await expect(page.getByRole('dialog').getByLabel('Company')).toHaveValue('Half Typed Mills')
  await expect(page.getByRole('dialog').getByLabel('Objective')).toHaveValue('A first meeting')
  await expect.poll(wasBackShown).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: 'Create Target' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await allSaved(page)
  await page.goto(`/target/${id}`)
  const contact = page.getByRole('textbox', { name: 'Contact', exact: true })
  // The form opens by itself in the first seconds after signing in. Later the person opens it.
  await expect(async () => {
    if (!(await contact.isVisible()))
      await page.getByRole('button', { name: 'Edit', exact: true }).click({ timeout: 2000 })
    await expect(contact).toHaveValue('Ada Lovelace', { timeout: 5000 })
  }).toPass()
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
  // The drafts return only once.
  await page.reload()
  await allSaved(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('announces a saved admin draft and fills the dialog when it opens again', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByLabel('First name').fill('Grace')
  await endElsewhere(app, page, 'admin')
  await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await logIn(page, app, 'admin')
  await expect(page).toHaveURL(/\/admin\/people$/)
  await expect(page.getByText(kept)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('Grace')
  await expect(page.getByText(back)).toBeVisible()
})

test('refills inline forms for the same person, without secrets and saved values', async ({ app, page, context }) => {
  const { users } = (await app.call('admin', 'users')) as { users: { id: string; first_name: string }[] }
  const lee = users.find(({ first_name }) => first_name === 'Lee')!.id
  await app.call('admin', 'admin/sign_on/providers', { name: 'Own login', issuer: 'https://login.example.com' })
  await app.signIn(page, 'admin')
  const open = async (path: string) => {
    const one = await context.newPage()
    await one.goto(path)
    return one
  }
  await page.goto('/account/edit')
  await page.getByLabel('First name').fill('Half')
  const tabs = {
    person: await open(`/admin/people/${lee}`),
    firm: await open('/admin/firm'),
    policies: await open('/admin/policies'),
    provider: await open('/admin/sign-on'),
    key: await open('/admin/sign-on'),
  }
  await tabs.person.getByRole('form', { name: 'Person' }).getByLabel('Last name').fill('Park-Typed')
  const firm = tabs.firm.getByRole('form', { name: 'Firm', exact: true })
  await firm.getByLabel('Name').fill('Hartwell Saved')
  await firm.getByRole('button', { name: 'Save' }).click()
  await expect(tabs.firm.getByText('Firm saved.')).toBeVisible()
  await tabs.firm.getByLabel('Step starters').fill('Call\nWrite')
  await tabs.policies.getByLabel('Sign people out after inactivity of').fill('5')
  await tabs.provider.getByRole('button', { name: 'Set up Own login' }).click()
  await tabs.provider.getByLabel('Client ID').fill('pursuit-typed')
  await tabs.provider.getByLabel('Client secret').fill('never-kept-words')
  await tabs.key.getByRole('button', { name: 'Create key' }).first().click()
  await tabs.key.getByRole('dialog').getByLabel('Name').fill('Entra half')

  await endElsewhere(app, page, 'admin')
  for (const one of [page, ...Object.values(tabs)]) await expect(one).toHaveURL(/\/login$/, { timeout: 30_000 })
  for (const one of Object.values(tabs)) await one.close()

  await logIn(page, app, 'dana')
  await page.goto('/account/edit')
  await expect(page.getByLabel('First name')).toHaveValue('Dana')
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/empty')
  await page.evaluate("localStorage.removeItem('session')")
  await page.goto('/login')

  await logIn(page, app, 'admin')
  const wasBackShown = await watchForBack(page)
  await page.goto('/account/edit')
  await expect(page.getByLabel('First name')).toHaveValue('Half')
  await expect.poll(wasBackShown).toBe(true)
  await page.goto(`/admin/people/${lee}`)
  const person = page.getByRole('form', { name: 'Person' })
  await expect(person.getByLabel('Last name')).toHaveValue('Park-Typed')
  await expect(person.getByLabel('First name')).toHaveValue('Lee')
  await page.goto('/admin/firm')
  await expect(page.getByLabel('Step starters')).toHaveValue('Call\nWrite')
  await page.goto('/admin/policies')
  await expect(page.getByLabel('Sign people out after inactivity of')).toHaveValue('5')
  await page.goto('/admin/sign-on')
  await page.getByRole('button', { name: 'Set up Own login' }).click()
  await expect(page.getByLabel('Client ID')).toHaveValue('pursuit-typed')
  await expect(page.getByLabel('Client secret')).toHaveValue('')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Entra half')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Secret token')).toBeVisible()
  // The draft returns once. Saved values were never a draft.
  await page.goto('/admin/firm')
  await expect(page.getByLabel('Step starters')).not.toHaveValue('Call\nWrite')
  await endElsewhere(app, page, 'admin')
  await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await logIn(page, app, 'admin')
  await expect(page.getByLabel('Step starters')).toBeVisible()
  await expect(page.getByText(back)).toBeHidden()
})

/** Keeps the page's local database busy for a while from the moment the page learns of the end. */
const holdDiskAtTheEnd = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    const { name } = all.find((one) => one.name?.startsWith('pursuit:'))!
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(name!)
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const hold = () => {
      const records = db.transaction('records', 'readwrite').objectStore('records')
      const until = Date.now() + 3000
      const goOn = () => {
        if (Date.now() < until) records.count().onsuccess = goOn
      }
      goOn()
    }
    addEventListener('storage', hold, { once: true })
  })

test('has stored drafts by the time the login shows, even on a busy disk', async ({ app, page, context }) => {
  await app.signIn(page, 'admin')
  await allSaved(page)
  const second = await context.newPage()
  await second.goto('/admin/firm')
  await second.getByLabel('Step starters').fill('Call\nWrite')
  await holdDiskAtTheEnd(second)
  await endElsewhere(app, page, 'admin')
  await expect(second).toHaveURL(/\/login$/, { timeout: 30_000 })
  await second.close()
  await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await logIn(page, app, 'admin')
  // The form can already be open with its text, which loading the page again would drop.
  if (!page.url().endsWith('/admin/firm')) await page.goto('/admin/firm')
  await expect(page.getByLabel('Step starters')).toHaveValue('Call\nWrite')
})

test('reopens the snooze day as it was chosen', async ({ app, page }) => {
  const { id } = (await app.call('dana', 'tiles', {
    company: 'Quillon Harbor',
    contact: 'Ada Lane',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2099-12-04' }],
  })) as { id: string }
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  await page.getByRole('button', { name: 'Snooze', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Choose a date' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^1[0-9] December 2099/ })
    .first()
    .click()
  const verb = page.getByRole('dialog').getByRole('button', { name: /^Snooze until/ })
  const chosen = await verb.textContent()
  await endElsewhere(app, page)
  await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await logIn(page, app, 'dana')
  await expect(page.getByRole('dialog').getByRole('button', { name: chosen! })).toBeVisible()
  await expect(page.getByText(back)).toBeVisible()
  await expect(page.getByText(kept)).toBeHidden()
})
