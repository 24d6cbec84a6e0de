import { addDays, DEFAULT_ZONE, dayIn, formatDay } from '#core/contract/dates.ts'
import { axe, expect, test } from '#tests/browser.ts'

const LESSON = 'Talk about money early'
const due = addDays(dayIn(DEFAULT_ZONE, new Date()), 12)

test('assigns a lesson with a due date, notifies the person, and lists it until it is unassigned', async ({
  app,
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ baseURL: app.url })
  const morgan = await context.newPage()
  await app.signIn(morgan, 'morgan')
  await morgan.goto('/trainers/progress')
  await morgan.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = morgan.getByRole('dialog', { name: 'Assign a lesson' })
  await dialog.getByLabel('Lesson or category').selectOption({ label: LESSON })
  await dialog.getByLabel('Due').fill(due)
  await dialog.getByLabel('People and groups', { exact: true }).fill('dana')
  await dialog.getByRole('checkbox', { name: /Dana Reyes/ }).check()
  expect(await axe(morgan, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Assign to 1 person' }).click()
  await expect(morgan.getByText(`Assigned ${LESSON} to 1 person, due ${formatDay(due)}.`)).toBeVisible()

  await app.signIn(page)
  await page.goto('/notifications')
  const line = page.getByText(`Morgan Bell assigned you ${LESSON}, due ${formatDay(due)}.`)
  await expect(line).toBeVisible()
  await page.goto('/trainers/lessons')
  const list = page.getByRole('region', { name: 'Assigned to you' }).getByRole('listitem')
  await expect(list.filter({ hasText: LESSON })).toContainText('by Morgan Bell')

  await morgan.getByRole('button', { name: /Dana Reyes/ }).click()
  const assigned = morgan.getByRole('list', { name: 'Assigned to Dana Reyes' }).getByRole('listitem')
  await expect(assigned.filter({ hasText: LESSON })).toBeVisible()
  await expect(assigned.filter({ hasText: 'Overdue' })).toHaveCount(1)
  expect(await axe(morgan)).toEqual([])
  await morgan.getByRole('button', { name: `Unassign ${LESSON}` }).click()
  await expect(assigned.filter({ hasText: LESSON })).toHaveCount(0)
  await expect(list.filter({ hasText: LESSON })).toHaveCount(0, { timeout: 70_000 })
  await morgan.getByRole('button', { name: 'Completion record' }).click()
  const record = morgan.getByRole('dialog', { name: 'Completion record of Dana Reyes' })
  await expect(record.getByText(/lessons? completed, .+ minutes watched\./)).toBeVisible()
  expect(await axe(morgan, '[role="dialog"]')).toEqual([])
  await context.close()
})
