// Tests a manager on another person's pipeline: every page names its owner, and the owner's note stays theirs.
import type { Page } from '@playwright/test'
import { axe, expect, test, WHOLE_LIST } from '#tests/browser.ts'

const band = (page: Page) => page.getByRole('region', { name: 'Dana Reyes’s pipeline' })

test("tells a manager whose pipeline it is, links back, and shows the person's note read-only", {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  const note = 'Prefers to meet in the morning.'
  const { id } = (await app.call('dana', 'tiles', {
    company: 'Corvane Mills',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
    note,
  })) as { id: string }
  await app.signIn(page, 'morgan')
  await page.setViewportSize(WHOLE_LIST)
  await page.goto('/viewer/pipeline/people')
  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  await expect(band(page)).toContainText('Dana Reyes’s pipeline')
  expect(await axe(page)).toEqual([])
  await page.getByRole('article', { name: 'Corvane Mills' }).getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/viewer/pipeline/people/[\\w-]+/target/${id}$`))
  await expect(band(page)).toContainText('Dana Reyes’s pipeline')
  const notes = page.getByRole('tabpanel', { name: 'Notes' })
  await expect(notes.getByRole('heading', { name: 'Dana’s note' })).toBeVisible()
  await expect(notes).toContainText(note)
  await expect(notes.getByRole('textbox')).toHaveCount(0)
  await expect(notes.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(band(page).getByRole('button', { name: 'Back to People' })).toBeInViewport({ ratio: 1 })
  expect(await axe(page)).toEqual([])
  await band(page).getByRole('button', { name: 'Back to People' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people(\?|$)/)

  await page.getByRole('link', { name: /Dana Reyes/ }).click()
  await page.getByRole('link', { name: 'Activity Report' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/activity\?/)
  await expect(
    page.getByRole('table', { name: 'Targets' }).or(page.getByRole('list', { name: 'Targets' })),
  ).toBeVisible()

  // The manager's own row in a report opens their own pipeline.
  const own = await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).user.id as string)
  await page.goto(`/viewer/pipeline/people/${own}`)
  await expect(page).toHaveURL(/\/targets\/active$/)
  await page.goto(`/viewer/pipeline/people/${own}/target/${id}`)
  await expect(page).toHaveURL(new RegExp(`/target/${id}$`))
})

test('tells the writer of a note who can read it', async ({ app, page }) => {
  await app.signIn(page)
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'More' }).click()
  const note = dialog.getByLabel('Note')
  await expect(note).toHaveAttribute('placeholder', 'You, your collaborators, and your manager can read this.')
  await dialog.getByLabel('Private').check()
  await expect(note).toHaveAttribute('placeholder', 'Only you can read this.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'No, Cancel Changes' }).click()
  await page.locator('[data-tile] h3 a').first().click()
  await expect(page.getByLabel('Your Note')).toHaveAccessibleDescription(
    'A few things to remember the next time you reconnect. You, your collaborators, and your manager can read this.',
  )
})
