// The phone's wrapper from its first start on: its built files at its own origin, a firm's real server at another.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { allSaved, axe, expect, PASSWORD, test } from '#tests/browser.ts'
import { installMobile } from '#tools/mobilePackages.mjs'
import { buildMobile } from '../../wrappers/mobile/build.ts'
import { aPhone, ORIGIN, type Phone } from './phone.ts'

const files = mkdtempSync(join(tmpdir(), 'pursuit-mobile-'))
test.beforeAll(async () => {
  await installMobile()
  await buildMobile({ directory: files, isForDevelopers: true })
})
test.afterAll(() => rmSync(files, { recursive: true, force: true }))
test.use({ viewport: { width: 390, height: 844 } })

const firmField = (page: Page) => page.getByLabel('Work e-mail or address')

async function chooseFirm(page: Page, typed: string) {
  await firmField(page).fill(typed)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signedIn(page: Page, app: { url: string; people: { dana: string } }): Promise<Phone> {
  const phone = await aPhone(page, files)
  await page.goto(ORIGIN)
  await chooseFirm(page, app.url)
  await page.getByLabel('E-mail').fill(app.people.dana)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  return phone
}

test('the first start asks for the firm, and what is there without a network is there again', async ({ page, app }) => {
  const phone = await signedIn(page, app)
  expect(phone.secure.get('pursuit_server')).toBe(app.url)
  const token = JSON.parse(phone.secure.get('pursuit_session')!).token as string
  expect(token).toBeTruthy()
  expect(
    await page.evaluate('JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })'),
  ).not.toContain(token)
  expect(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  await allSaved(page)
})
