import { readFileSync } from 'node:fs'
import { axe, expect, test } from '#tests/browser.ts'
import { unpacked } from '#tests/unpack.ts'

test('lets an operator export a firm, save the archive, and export before a deletion', async ({ page, app }) => {
  await app.signIn(page, 'operator')
  const { Org } = (await app.call('admin', 'user')) as { Org: { id: string } }
  await page.goto(`/admin/firms/${Org.id}`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This firm hasn’t been exported.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Export first' }).click()
  await expect(dialog).toBeHidden()

  const part = page.getByRole('region', { name: 'Export' })
  await expect(part.getByText(/^Ready, /)).toBeVisible({ timeout: 60_000 })
  expect(await axe(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^hartwell-stone-llp-\d{4}-\d\d-\d\d\.tar\.gz$/)
  const entries = await unpacked(readFileSync(await download.path()))
  expect(entries.get('tables/users.jsonl')!.toString()).toContain('@')
  await expect(page).toHaveURL(/\/admin\/firms\//)

  await page.getByRole('button', { name: 'View log' }).click()
  await expect(page.getByText('Downloaded the export of the firm Hartwell & Stone LLP')).toBeVisible()
})
