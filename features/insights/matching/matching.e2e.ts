// Shares a Library item with the Targets that would care about it, and finds it in their history.
import { allSaved, axe, expect, test } from '#tests/browser.ts'

type Listed = { id: string; name: string; description: string; blog_url: string; allow_external: boolean }
type Tiles = { tiles: { company: string; contact: string; tasks: { description: string; done: string }[] }[] }

test('finds the Targets that would care about an item, explains why, and records the email as a done step', async ({
  app,
  page,
}) => {
  const { videoinsights } = (await app.call('dana', 'videoinsights')) as { videoinsights: Listed[] }
  const content = videoinsights.find(({ blog_url, allow_external }) => blog_url !== '' && allow_external)!
  await app.call('dana', 'tiles', {
    company: 'Meridian Foods',
    contact: 'Tom Achterberg',
    contact_email: 'tom@meridian.example',
    type: 'client',
    value: 'H',
    goal: `Talk about: ${content.name}. ${content.description}`.slice(0, 250),
    projected_revenue: null,
    tasks: [{ description: 'Call Tom', due: '2030-01-07', help: '' }],
    note: '',
  })
  await app.signIn(page)
  await page.goto(`/asset/${content.id}`)
  await page.getByRole('button', { name: 'Find matching Targets' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find matching Targets' })
  const line = dialog.getByRole('listitem').first()
  await expect(line).toContainText('In your objective')
  await line.getByRole('checkbox', { name: 'Meridian Foods' }).check()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Send to 1' }).click()
  const write = page.getByRole('dialog').getByRole('link', { name: 'Write to Tom Achterberg' })
  const mail = new URL((await write.getAttribute('href'))!)
  expect(decodeURIComponent(mail.pathname)).toBe('tom@meridian.example')
  expect(mail.searchParams.get('body')).toContain(content.blog_url)
  // The test must not open an email client.
  await write.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
  await write.click()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await page.getByRole('button', { name: 'Log as done for Tom Achterberg' }).click()
  await expect(page.getByText('Logged on the Target')).toBeVisible()
  await allSaved(page)
  const steps = async () => {
    const { tiles } = (await app.call('dana', 'tiles?status=active')) as Tiles
    const { tasks } = tiles.find(({ company }) => company === 'Meridian Foods')!
    return tasks.map(({ description, done }) => [description, done])
  }
  await expect.poll(steps).toEqual([
    ['Call Tom', 'incomplete'],
    [`Send “${content.name}” to Tom Achterberg`, 'done'],
  ])
})
