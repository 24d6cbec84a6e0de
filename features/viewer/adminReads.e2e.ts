import { axe, expect, test, WHOLE_LIST } from '#tests/browser.ts'

test('shows a firm admin with org access progress, worksheets, and a pipeline, without letting them change it', async ({
  app,
  page,
}) => {
  const { name, time_zone, category_name } = (await app.call('admin', 'admin/firm')) as Record<string, string>
  await app.call('admin', 'admin/firm', { name, time_zone, category_name, access: 'yes' }, 'PUT')
  const { id: target } = (await app.call('dana', 'tiles', {
    company: 'Corvane Mills',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  const { users } = (await app.call('admin', 'users')) as { users: { id: string; email: string }[] }
  const dana = users.find(({ email }) => email === app.people.dana)!
  await page.setViewportSize(WHOLE_LIST)
  await app.signIn(page, 'admin')
  for (const report of ['Progress', 'Worksheets']) {
    await page.goto(`/viewer/pipeline/${report === 'Progress' ? 'progress' : 'worksheet'}`)
    await expect(page.getByRole('link', { name: 'Dana Reyes' }).first()).toBeVisible()
  }
  await page.goto(`/viewer/pipeline/people/${dana.id}`)
  const band = page.getByRole('region', { name: 'Dana Reyes’s pipeline' })
  await expect(band).toContainText('You can read it and change nothing.')
  await expect(page.getByRole('link', { name: /Corvane Mills/ }).first()).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto(`/viewer/pipeline/people/${dana.id}/target/${target}`)
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: 'Corvane Mills' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(
    page.getByText('You can read this pipeline. Only its owner and their managers can change it.').first(),
  ).toBeVisible()
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { id: string }[] }
  expect(tiles.some(({ id }) => id === target)).toBe(true)

  await page.goto(`/viewer/pipeline/people/${dana.id}`)
  await band.getByRole('button', { name: 'Hand over Targets' }).click()
  await expect(page.getByRole('list', { name: 'Targets' })).toContainText('Corvane Mills')
})

test('shows a message for URLs of missing people and figures', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  for (const uid of ['xyz', crypto.randomUUID()]) {
    await page.goto(`/viewer/pipeline/people/${uid}`)
    await expect(page.getByRole('heading', { name: 'We couldn’t find this person.' })).toBeVisible()
  }
  await page.goto('/viewer/pipeline/made-of')
  await expect(page.getByText('There is no such figure. Open one in a report to see its rows.')).toBeVisible()
})
