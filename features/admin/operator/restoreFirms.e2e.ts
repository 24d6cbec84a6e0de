// Moves a firm from one server to another, including failures on the way.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { type App, axe, expect, failOnce, PASSWORD, people, test } from '#tests/browser.ts'
import { type SharedServer, startSharedServer } from '#tests/sharedStoryServer.ts'
import type { FirmDetail } from './contract.ts'

let there: SharedServer
test.beforeAll(async () => {
  there = await startSharedServer(`second_${randomUUID().slice(0, 8)}`)
})
test.afterAll(() => there.stop())

const FILE = 'marchbank.tar.gz'
const archive = (buffer: Buffer, name = FILE) => ({ name, mimeType: 'application/gzip', buffer })

async function exportNew(app: App, name: string, email: string): Promise<Buffer> {
  const admin = { first_name: 'Ada', last_name: 'March', email }
  const firm = { name, time_zone: 'America/Chicago', category_name: 'Firm', admin }
  const { id } = (await app.call('operator', 'operator/firms', firm)) as FirmDetail
  const path = `operator/firms/${id}`
  await app.call('operator', `${path}/export`, {})
  const state = async () => ((await app.call('operator', path)) as FirmDetail).exported?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
  const { url } = (await app.call('operator', `${path}/export/link`, {})) as { url: string }
  return Buffer.from(await (await fetch(app.url + url)).arrayBuffer())
}

/** Blocks the restore where it writes people. The returned function releases it. */
async function holdAtPeople(): Promise<() => Promise<void>> {
  const client = new pg.Client(there.database)
  await client.connect()
  await client.query('begin; lock table users in share mode')
  return () => client.end()
}

async function enterAsOperator(page: Page) {
  await page.goto(`${there.url}/login`)
  await page.getByLabel('Email').fill(people.operator)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto(`${there.url}/admin/firms`)
}

test('lets an operator restore a firm, and handles broken archives, a reload, and a stop', async ({ page, app }) => {
  const [name, email] = [`Marchbank ${app.domain}`, `ada@marchbank.${app.domain}`]
  const whole = await exportNew(app, name, email)
  await enterAsOperator(page)
  const part = page.getByRole('region', { name: 'Import a firm' })
  const field = part.getByLabel('Firm archive')
  const ended = part.getByRole('list', { name: 'Imported firms' })
  const firm = page.getByRole('link', { name })
  await expect(page.getByRole('link', { name: 'Hartwell & Stone LLP' })).toBeVisible()

  await field.setInputFiles(archive(Buffer.from('These are the notes of a meeting.'), 'notes.txt'))
  await expect(ended).toContainText('This archive can’t be read: it isn’t a .tar.gz file, or it’s damaged.')
  await field.setInputFiles(archive(whole.subarray(0, whole.length / 2)))
  await expect(ended).toContainText('This archive can’t be read: its end is missing. Upload it again.')
  // Tests an upload that is canceled and one that is lost with the page.
  const isPiece = (url: URL) => url.pathname.startsWith('/api/uploads/')
  await page.route(isPiece, (route) => (route.request().method() === 'PATCH' ? undefined : route.fallback()))
  await field.setInputFiles(archive(whole))
  await part.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload canceled. Nothing was saved.')).toBeVisible()
  await field.setInputFiles(archive(whole))
  await expect(part.getByText(`Uploading ${FILE}`)).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('link', { name: 'Firms' }).click()
  await expect(part.getByText(`Uploading ${FILE}`)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus::'))))
    .toHaveLength(1)
  await page.reload()
  await expect(part.getByText(`${FILE} didn’t finish uploading. Choose it again to resume.`)).toBeVisible()
  await page.unroute(isPiece)

  const release = await holdAtPeople()
  await field.setInputFiles(archive(whole))
  const how = part.getByText(/^[\d,]+ of [\d,]+ records and files\. You can leave this page\. The import continues\.$/)
  await expect(how).toBeVisible()
  await page.reload()
  await expect(how).toBeVisible()
  await expect(firm).toBeHidden()
  expect(await axe(page)).toEqual([])
  await part.getByRole('button', { name: 'Stop' }).click()
  await release()
  await expect(ended.getByRole('listitem').first()).toContainText('Stopped. Nothing was imported.', {
    timeout: 60_000,
  })

  await field.setInputFiles(archive(whole))
  await expect(ended.getByRole('listitem').first()).toContainText(/Imported [\d,]+ records and files\./, {
    timeout: 60_000,
  })
  await expect(firm).toBeVisible()
  await field.setInputFiles(archive(whole))
  await expect(ended.getByRole('listitem').first()).toContainText(
    `${name} is already on this server. Delete it first to import it again.`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

  // The page doesn't poll for restores if it shows none.
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await firm.click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'View log' }).click()
  await expect(page.getByText(`Imported the firm ${name} from another server`)).toBeVisible()
  expect(asked.filter((path) => path.endsWith('/arrivals'))).toEqual([])
})

test('loads lists of restored and deleted firms again after an error', async ({ page, app }) => {
  await app.signIn(page, 'operator')
  for (const [path, name] of [
    [/\/api\/operator\/arrivals$/, 'Import a firm'],
    [/\/api\/operator\/deleted-firms$/, 'Deleted firms'],
  ] as const) {
    const why = await failOnce(page, path)
    await page.goto(`${app.url}/admin/firms`)
    const part = page.getByRole('region', { name })
    await expect(part.getByText(why)).toBeVisible()
    await part.getByRole('button', { name: 'Try again' }).click()
    await expect(part.getByText(why)).toBeHidden()
  }
})
