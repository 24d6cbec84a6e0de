// Covers a managing partner who schedules a weekly report, sees its recipients, and opens the report from the email.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { axe, expect, test } from '#tests/browser.ts'
import { pagesOfPdf, sheetsOf } from '#tests/readers.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Returns the sent email with attachments to this address. */
async function mailTo(directory: string, email: string) {
  const folder = join(directory, 'outbox', 'mail')
  const files = () => {
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(folder, name)))
        .filter((bytes) => bytes.includes(email) && bytes.includes('spreadsheetml'))
    } catch {
      return []
    }
  }
  await expect.poll(() => files().length, { timeout: 20_000 }).toBe(1)
  return simpleParser(files()[0]!)
}

test('schedules a report from its page, and emails the same figure with a link back', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  await expect(heading(page, 'Overview')).toBeVisible()
  await page.getByRole('button', { name: 'Email this report' }).click()
  const panel = page.getByRole('dialog', { name: 'Email this report' })
  await expect(panel.getByRole('combobox', { name: 'How often' })).toBeFocused()
  await panel.getByRole('combobox', { name: 'How often' }).selectOption('Monthly')
  await panel.getByRole('combobox', { name: 'Day of the month' }).selectOption('31st')
  await expect(panel.getByText('In shorter months, it goes out on the last day.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Subject (optional)' }).fill('Our month')
  expect(await axe(page)).toEqual([])
  await panel.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^First email: .* at 7:00 AM\.$/)).toBeVisible()
  await expect(panel).toBeHidden()

  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Scheduled reports' })
    .click()
  await expect(heading(page, 'Scheduled reports')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Monthly on the 31st at 7:00 AM' })
  await expect(row).toContainText('Not sent yet')
  expect(await axe(page)).toEqual([])
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Run now' }).click()
  await expect(page.getByText('Sending the report…')).toBeVisible()
  await expect(row).toContainText('1 of 1', { timeout: 20_000 })

  const mail = await mailTo(app.directory, app.people.morgan)
  expect(mail.subject).toBe('Our month')
  const link = /https?:\S+\/viewer\/pipeline\/overview\?\S+/.exec(mail.text ?? '')![0]
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(heading(page, 'Overview')).toBeVisible()
  const steps = page.getByRole('term').filter({ hasText: 'Steps completed' }).locator('..')
  const shown = await steps.getByRole('link').textContent()
  const sums = sheetsOf(mail.attachments[0]!.content).Summary!
  const inSheet = sums.find(([label]) => label?.value === 'Steps completed')![1]!.value
  expect(String(inSheet)).toBe(shown)
  expect(mail.text).toContain(`Steps completed: ${shown} (before: `)
  expect(pagesOfPdf(mail.attachments[1]!.content).join('\n')).toContain('Steps completed')
})

test('pauses, edits, and deletes it from the list, says so when offline, and hides it from members', async ({
  app,
  page,
  browser,
}) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/schedules')
  const row = page.getByRole('row').filter({ hasText: 'Mondays at 7:00 AM' })
  const act = async (name: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Pause')
  await expect(row).toContainText('Paused')
  await act('Resume')
  await expect(row).toContainText('On')
  await act('Edit')
  const panel = page.getByRole('dialog', { name: 'Edit scheduled report' })
  await panel.getByRole('combobox', { name: 'Format' }).selectOption('Excel')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Last 7 Days, Excel')
  await page.context().setOffline(true)
  await expect(page.getByText('You can see and change scheduled reports when you’re back online.')).toBeVisible()
  await page.context().setOffline(false)
  await act('Delete')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No scheduled reports yet')).toBeVisible()

  const other = await browser.newPage()
  await app.signIn(other, 'lee')
  await other.goto('/viewer/schedules')
  await expect(other).not.toHaveURL(/\/viewer/)
  await expect(other.getByRole('link', { name: 'Scheduled reports' })).toHaveCount(0)
  await other.close()
})
