// Covers a browser that can't store data: it says so, works online, and keeps text in the form.
import type { Page } from '@playwright/test'
import { allSaved, expect, PASSWORD, test } from '#tests/browser.ts'

async function typeTarget(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Company').fill(company)
  await form.getByLabel('Objective').fill('Win the first engagement')
  await form.getByLabel('First step').fill('Call them')
  return form
}

test('warns on the login without local databases and works online', async ({ app, page }) => {
  await page.addInitScript(() => {
    for (const name of Object.getOwnPropertyNames(window).filter((one) => /^(indexedDB|IDB)/.test(one)))
      Object.defineProperty(window, name, { value: undefined, configurable: true })
  })
  await page.goto('/login')
  await expect(
    page.getByText('This browser can’t save data, possibly because you’re in a private window.', { exact: false }),
  ).toBeVisible()
  await page.getByLabel('Email').fill(app.people.dana)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText('This browser can’t save data', { exact: false })).toBeVisible()
  const form = await typeTarget(page, 'Kept Nowhere')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { company: string }[] }
  expect(tiles.map(({ company }) => company)).toContain('Kept Nowhere')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Kept Nowhere' }).first()).toBeVisible()
})

/** Refuses writes as a full disk does. Chromium's quota override doesn't stop writes to a local database. */
const fillDisk = (page: Page, isFull: boolean) =>
  page.evaluate((full) => {
    const { prototype } = IDBDatabase as unknown as { prototype: IDBDatabase & { real?: IDBDatabase['transaction'] } }
    const real = prototype.real ?? prototype.transaction
    prototype.real = real
    prototype.transaction = function (this: IDBDatabase, ...given) {
      if (full && given[1] === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
      return real.apply(this, given)
    }
  }, isFull)

test('keeps typed text while the disk is full and stores it once there is space', async ({ app, page }) => {
  await app.signIn(page)
  await allSaved(page)
  const form = await typeTarget(page, 'Typed Mills')
  await fillDisk(page, true)
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(page.getByText('We couldn’t save this on your device.', { exact: false })).toBeVisible()
  await expect(form.getByLabel('Company')).toHaveValue('Typed Mills')
  await expect(form.getByLabel('Objective')).toHaveValue('Win the first engagement')
  await expect(page.getByText('Typed Mills created.')).toHaveCount(0)
  await fillDisk(page, false)
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { company: string }[] }
  expect(tiles.filter(({ company }) => company === 'Typed Mills')).toHaveLength(1)
})
