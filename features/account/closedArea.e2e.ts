// Covers a firm without the Tracker, or one that loses it. No session ends, and no Tracker data stays on the device.
import type { Page } from '@playwright/test'
import { type App, allSaved, axe, cutNetwork, expect, PASSWORD, test, WHOLE_LIST } from '#tests/browser.ts'

/** Other areas stay on, because without them only Account is left. */
async function subscribe(app: App, isOn: boolean) {
  const { Org } = (await app.call('dana', 'user')) as { Org: { id: string } }
  const flags = { targets: isOn, trainer: isOn, insights: isOn, assets: isOn }
  await app.call('operator', `operator/firms/${Org.id}/subscriptions`, { flags }, 'PUT')
}

const signedIn = (page: Page) => page.evaluate("localStorage.getItem('session') !== null")
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const all = await indexedDB.databases()
    const name = all.find((one) => one.name?.startsWith('pursuit:'))!.name!
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open(name)
      asked.onsuccess = () => resolve(asked.result)
    })
    const rows: unknown[] = []
    for (const store of db.objectStoreNames)
      await new Promise<void>((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll()
        asked.onsuccess = () => {
          rows.push(...asked.result)
          resolve()
        }
      })
    db.close()
    return JSON.stringify(rows)
  })

test('keeps a person without the Tracker signed in on every page and explains it on Account', async ({ app, page }) => {
  await subscribe(app, false)
  await page.goto('/targets/active')
  await page.getByLabel('Email').fill(app.people.dana)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/account\/edit$/)
  await expect(page.getByText('Your firm has no active Pursuit subscription', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tracker' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  for (const path of [
    '/targets/completed',
    '/target/018f0000-0000-7000-8000-000000000000',
    '/viewer/pipeline/people',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/account\/edit$/)
    await expect(page.getByText('Your firm’s subscription doesn’t include Tracker.')).toBeVisible()
    expect(await signedIn(page)).toBe(true)
  }
  // A feed without Tracker rows isn't a dead session.
  const pulled = page.waitForResponse(/\/api\/sync/)
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  expect((await pulled).status()).toBe(200)
  await allSaved(page)
  await expect(page).toHaveURL(/\/notifications$/)
  await subscribe(app, true)
})

test('explains a removed Tracker, leaves it, and keeps only drafts on the device', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const company = 'Sternwood Bindery'
  await app.call('dana', 'tiles', {
    company,
    contact: 'Ada Lane',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })
  const shared = (await app.call('lee', 'tiles', {
    company: 'Told Of Mills',
    contact: 'Ada Lane',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  const dana = ((await app.call('dana', 'user')) as { user: { id: string } }).user.id
  await app.call('lee', `tiles/${shared.id}/sharewith/${dana}`, {})
  await page.setViewportSize(WHOLE_LIST)
  await app.signIn(page)
  await expect(page.getByText(company).first()).toBeVisible()
  await allSaved(page)
  expect(await onDevice(page)).toContain(company)
  await expect.poll(() => onDevice(page)).toContain('Told Of Mills')
  const online = await cutNetwork(context)
  await page.keyboard.press('n')
  const form = page.getByRole('dialog')
  await form.getByLabel('Company').fill('Typed On The Way')
  await form.getByLabel('Objective').fill('A first meeting')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()

  await subscribe(app, false)
  await online()
  await expect(page).toHaveURL(/\/account\/edit$/, { timeout: 30_000 })
  await expect(page.getByText('Your firm’s subscription doesn’t include Tracker.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tracker' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Needs attention' })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => onDevice(page)).not.toContain(company)
  // Notifications about targets are deleted with them.
  await expect.poll(() => onDevice(page)).not.toContain('Told Of Mills')
  expect(await onDevice(page)).toContain('Typed On The Way')
  expect(await signedIn(page)).toBe(true)

  await subscribe(app, true)
  await page.reload()
  await page.getByRole('link', { name: 'Tracker' }).first().click()
  await expect(page.getByText(company).first()).toBeVisible()
})
