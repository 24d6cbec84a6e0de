import type { Page } from '@playwright/test'
import { aTarget } from '#features/targets/samples.ts'
import { type App, allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'

const COMPANY = 'Halden Freight'
const LESSON = 'Send one page, not a brochure'
const QUESTION = 'What is our answer, in one sentence?'

/** Creates a target of Dana's with a step to send something, and returns its path. */
async function aTargetOf(app: App): Promise<string> {
  const made = (await app.call('dana', 'tiles', aTarget({ company: COMPANY }))) as { id: string }
  return `/target/${made.id}`
}
const help = (page: Page) => page.getByRole('region', { name: 'Help me with this step' })
/** Help that arrives after the page is folded. */
async function unfoldHelp(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Help me with this step' })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}
const back = (page: Page, to = COMPANY) => page.getByRole('link', { name: `Back to ${to}` })
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })

test("leads from a step to the lesson's minute and to the question, and back", {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(120_000)
  const target = await aTargetOf(app)
  await app.signIn(page)
  await page.goto(target)
  await unfoldHelp(page)
  await expect(help(page).getByRole('listitem')).toHaveText([
    `${LESSON}Lesson 11, from 0:29, 1 minute`,
    `${QUESTION}Worksheet, question 3, no answer yet`,
  ])
  expect(await axe(page, 'aside')).toEqual([])

  await help(page).getByRole('link', { name: LESSON }).click()
  await expect(page.getByRole('heading', { level: 1, name: LESSON })).toBeVisible()
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:29/)
  await page.getByRole('link', { name: 'Transcript' }).click()
  await expect(back(page)).toBeVisible()
  expect(await axe(page, 'main')).toEqual([])
  await back(page).click()
  await expect(page).toHaveURL(target)

  await help(page).getByRole('link', { name: QUESTION }).click()
  await expect(page.locator('textarea:focus')).toHaveAttribute('aria-label', new RegExp(QUESTION.replace('?', '\\?')))
  await page.keyboard.insertText('Closed in six days, without new software.')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Saved just now', { exact: true })).toBeVisible()
  await allSaved(page)
  await back(page).click()
  await expect(page).toHaveURL(target)
  await expect(help(page)).toContainText('Worksheet, question 3, answered')

  await page.getByRole('button', { name: 'Help me with this step' }).click()
  await expect(help(page).getByRole('link')).toHaveCount(0)
  const online = await cutNetwork(page.context())
  await page.reload()
  await help(page).getByRole('link', { name: LESSON }).click()
  await expect(page.getByRole('heading', { level: 1, name: LESSON })).toBeVisible()
  await back(page).click()
  await expect(help(page).getByRole('listitem')).toHaveCount(2)
  await online()
})

test("shows the firm's linked asset first with a way back, and no help for other steps", async ({
  app,
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const target = await aTargetOf(app)
  const admin = await (await browser.newContext({ baseURL: app.url })).newPage()
  await app.signIn(admin, 'admin')
  const { assets } = (await app.call('dana', 'assets')) as { assets: { name: string }[] }
  const { name } = assets[0]!
  await admin.goto('/admin/help')
  await expect(admin.getByRole('list', { name: 'Links for Send' })).toHaveText('No links yet')
  await admin.getByRole('button', { name: 'Edit help for Send' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Help with “Send”' })
  const place = (number: number) => dialog.getByRole('group', { name: `Link ${number}` })
  await place(1).getByLabel('Kind').selectOption('Asset')
  await place(1).getByLabel('Asset', { exact: true }).selectOption(name)
  await place(2).getByLabel('Kind').selectOption('Lesson')
  await place(2).getByLabel('Lesson', { exact: true }).selectOption('21. Talk about money early')
  await place(2).getByLabel('From').fill('9:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(place(2).getByText('This lesson ends at 1:15.')).toBeVisible()
  expect(await axe(admin, '[role="dialog"]')).toEqual([])
  await place(2).getByLabel('From').fill('0:20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByRole('list', { name: 'Links for Send' }).getByRole('listitem')).toHaveText([
    name,
    'Talk about money early, from 0:20',
  ])
  expect(await axe(admin, 'main')).toEqual([])
  await admin.context().close()

  await app.signIn(page)
  await page.goto(target)
  await unfoldHelp(page)
  await expect(help(page).getByRole('link')).toHaveCount(3)
  await help(page).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await back(page).click()
  await expect(page).toHaveURL(target)

  await page.getByRole('button', { name: 'Done? Take the Next Step' }).last().click()
  const next = page.getByRole('dialog', { name: 'Done? Take the Next Step' })
  await next.getByLabel('Next step').fill('Wait for their board')
  await next.getByRole('button', { name: 'Done, Next Step' }).click()
  await expect(page.getByText('Wait for their board').first()).toBeVisible()
  await expect(help(page)).toHaveCount(0)
})

test('leads back only to paths within the app', async ({ app, page }) => {
  await app.signIn(page)
  const { lessons } = (await app.call('dana', 'lessons')) as { lessons: { id: string }[] }
  for (const from of ['//evil.example/target/1', 'https://evil.example/target/1', '/nowhere', 'target/1']) {
    await page.goto(`/lesson/${lessons[0]!.id}?from=${encodeURIComponent(from)}`)
    await expect(page.getByRole('navigation', { name: 'Lessons' }).getByRole('link').first()).toHaveText('Lessons')
  }
  await page.goto(`/lesson/${lessons[0]!.id}?from=/target/00000000-0000-4000-8000-000000000000`)
  await expect(back(page, 'the Target')).toBeVisible()
})
