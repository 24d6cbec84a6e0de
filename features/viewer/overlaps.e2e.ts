import { axe, expect, test } from '#tests/browser.ts'

test('asks overlapping people to collaborate after a confirmation, shows them the message, and can cancel it', async ({
  app,
  page,
}) => {
  const target = (contact: string) => ({
    company: 'Halvorsen Locks',
    contact,
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })
  await app.call('dana', 'tiles', target('Ana Vik'))
  await app.call('lee', 'tiles', target('Bo Lund'))
  await app.signIn(page, 'morgan')
  const row = page.getByRole('row').filter({ hasText: 'Halvorsen Locks' })
  await expect(async () => {
    await page.goto('/viewer/pipeline/overlaps')
    await page.getByPlaceholder('Filter by keyword').fill('halvorsen')
    await expect(row).toBeVisible({ timeout: 3000 })
  }).toPass()
  const open = row.getByRole('button', { name: /^Bring them together: / })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Ask them to work together' })
  await expect(dialog).toContainText(
    /Dana Reyes and Lee Okafor each get a notice in your name that asks them to work together on Halvorsen Locks\./,
  )
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const { page: lees } = await app.openDevice('lee')
  await lees.goto('/notifications')
  const notice = lees.getByText(/asked you and Dana Reyes to work together on Halvorsen Locks\./)
  await expect(lees.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(notice).toHaveCount(0)

  await open.click()
  await dialog.getByLabel('Message (optional)').fill('You both met their general counsel.')
  await dialog.getByRole('button', { name: 'Ask them' }).click()
  await expect(row).toContainText(/Morgan Bell asked them to work together on \w{3} \d+, \d{4}\./)
  await expect(notice).toBeVisible()
  await expect(lees.getByText('“You both met their general counsel.”')).toBeVisible()

  await row.getByRole('button', { name: /^Cancel request: / }).click()
  await expect(open).toBeVisible()
  await expect(row).not.toContainText('asked them to work together')
  await expect(notice).toHaveCount(0)
})
