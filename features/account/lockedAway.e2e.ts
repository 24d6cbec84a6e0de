// Covers a session that ends elsewhere: the device is locked, unsent changes stay for their person, and a lost device
// is wiped.
import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, PASSWORD, type Person, test } from '#tests/browser.ts'

type Kept = Record<string, Record<string, unknown[]>>

/** Returns everything in the local databases, except the one each page opens to test storage. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const kept: Record<string, Record<string, unknown[]>> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name || name === 'pursuit-probe') continue
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
      const stores: Record<string, unknown[]> = {}
      for (const store of db.objectStoreNames)
        stores[store] = await new Promise((resolve) => {
          const asked = db.transaction(store).objectStore(store).getAll()
          asked.onsuccess = () => resolve(asked.result)
        })
      db.close()
      kept[name] = stores
    }
    return kept
  }) as Promise<Kept>

const countsIn = (kept: Kept) =>
  Object.values(kept).map(({ rows, records, outbox }) => [rows!.length, records!.length, outbox!.length])

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page).not.toHaveURL(/login/)
}

const aTarget = (company: string) => ({
  company,
  contact: '',
  type: 'prospect',
  value: 'M',
  goal: 'Win the first engagement',
  tasks: [{ description: 'Call', due: '2027-01-04' }],
})

test('keeps only queued changes after a remote sign-out, for their person alone', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const companies = async (person: Person) =>
    ((await app.call(person, 'tiles?status=active')) as { tiles: { company: string; note: string }[] }).tiles
  const { id } = (await app.call('dana', 'tiles', aTarget('Quillon Harbor'))) as { id: string }
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  await expect(page.getByLabel('Your Note')).toBeVisible()
  await allSaved(page)
  const second = await context.newPage()
  await second.goto('/targets/active')
  await expect(second.getByRole('article').first()).toBeVisible()

  const online = await cutNetwork(context)
  await page.getByLabel('Your Note').fill('Saved offline')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Last saved', { exact: false })).toBeVisible()
  await page.getByLabel('Your Note').fill('Saved offline, and typed on')
  await app.call('dana', 'user/sessions/end_others', {})
  await online()

  for (const one of [page, second]) {
    await expect(one).toHaveURL(/\/login$/, { timeout: 30_000 })
    await expect(one.getByRole('main').or(one.getByRole('form')).first()).toBeVisible()
    await expect(one.getByText('Quillon Harbor')).toHaveCount(0)
  }
  // The first tab to learn of it shows the message.
  const said = /unsaved changes? (is|are) kept on this device and will sync after you sign in again\./
  await expect
    .poll(async () => (await Promise.all([page, second].map((one) => one.getByText(said).count()))).some(Boolean))
    .toBe(true)
  const left = await onDevice(page)
  expect(countsIn(left)).toEqual([[0, 0, expect.any(Number)]])
  expect(JSON.stringify(left)).not.toContain('Quillon')
  expect(JSON.stringify(left)).toContain('Saved offline, and typed on')
  expect(await page.evaluate("localStorage.getItem('session')")).toBeNull()

  await logIn(page, app.people.lee)
  await allSaved(page)
  await expect(page.getByText('Quillon Harbor')).toHaveCount(0)
  expect((await companies('lee')).some(({ note }) => note.includes('offline'))).toBe(false)
  expect((await companies('dana')).find(({ company }) => company === 'Quillon Harbor')!.note).toBe('')
  await page.evaluate("localStorage.removeItem('session')")
  await page.goto('/login')

  await logIn(page, app.people.dana)
  await allSaved(page)
  await expect
    .poll(async () => (await companies('dana')).find(({ company }) => company === 'Quillon Harbor')!.note)
    .toBe('Saved offline, and typed on')
  await page.goto(`/target/${id}`)
  await expect(page.getByLabel('Your Note')).toHaveValue('Saved offline, and typed on')
})

test('ends and wipes a lost device including its queue, and lists the time', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  const lost = await app.openDevice('dana')
  await allSaved(lost.page)
  const online = await cutNetwork(lost.context)
  await lost.page.keyboard.press('n')
  const form = lost.page.getByRole('dialog')
  await form.getByLabel('Company').fill('Never Sent')
  await form.getByLabel('Objective').fill('A first meeting')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()

  await app.signIn(page)
  await page.goto('/account/devices')
  await page
    .getByRole('button', { name: /^Sign out and wipe / })
    .first()
    .click()
  await expect(page.getByText('including changes that haven’t synced', { exact: false })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out and wipe' }).click()
  const wiped = page.getByRole('list', { name: 'Wiped devices' }).getByRole('listitem')
  await expect(wiped).toContainText('Will be wiped the next time it’s online')
  expect(await axe(page)).toEqual([])

  await online()
  await expect(lost.page).toHaveURL(/\/login$/, { timeout: 30_000 })
  await expect(lost.page.getByText('This device was signed out, and its Pursuit data was deleted.')).toBeVisible()
  expect(await onDevice(lost.page)).toEqual({})
  await page.reload()
  await expect(wiped).toContainText(/Wiped today at \d+:\d\d [AP]M/)
  expect(await axe(page)).toEqual([])
})
