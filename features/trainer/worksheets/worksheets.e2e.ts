import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, refuse, test } from '#tests/browser.ts'

const cell = (page: Page, name: RegExp) => page.getByRole('textbox', { name })
const note = (page: Page, text: string) => page.getByText(text, { exact: true })
const open = async (page: Page, title: string) => {
  await page.goto('/trainers/worksheets')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}
const SHEET = 'Hold a client review'
const year = /^Their year: What did they say/
const keep = /^Keep doing: What did they say/

test('merges offline answers from two devices, and lists the overwritten one in the history', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(120_000)
  await app.signIn(page)
  await open(page, SHEET)
  const phone = await app.openDevice('dana')
  await open(phone.page, SHEET)
  const onlineHere = await cutNetwork(page.context())
  const onlineThere = await cutNetwork(phone.context)

  await cell(page, year).fill('They plan a second plant.')
  await expect(note(page, 'Not saved yet')).toBeVisible()
  await cell(page, keep).click()
  await expect(note(page, 'Saved just now')).toBeVisible()
  await cell(page, keep).fill('The monthly call, said on the laptop.')
  await page.keyboard.press('Tab')
  await cell(phone.page, /^Stop doing: What did they say/).fill('Long memos.')
  await cell(phone.page, keep).fill('The monthly call, said on the phone.')
  await phone.page.keyboard.press('Tab')
  await expect(note(phone.page, 'Saved just now')).toBeVisible()
  // Stored answers survive an offline restart.
  await page.reload()
  await expect(cell(page, year)).toHaveValue('They plan a second plant.')

  await onlineHere()
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await allSaved(page)
  await onlineThere()
  await phone.page.evaluate('window.dispatchEvent(new Event("online"))')
  await allSaved(phone.page)
  for (const device of [page, phone.page])
    await expect(async () => {
      // Simulates the person's return. Devices sync then, and once a minute.
      await device.evaluate('window.dispatchEvent(new Event("online"))')
      await expect(cell(device, keep)).toHaveValue('The monthly call, said on the phone.', { timeout: 3000 })
      await expect(cell(device, year)).toHaveValue('They plan a second plant.')
      await expect(cell(device, /^Stop doing: What did they say/)).toHaveValue('Long memos.')
    }).toPass({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Earlier answers' }).click()
  const earlier = page.getByRole('dialog', { name: 'Earlier answers' })
  const lost = earlier.getByRole('listitem').filter({ hasText: 'said on the laptop' })
  await expect(lost).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await lost.getByRole('button', { name: 'Restore' }).click()
  await page.keyboard.press('Escape')
  await expect(cell(page, keep)).toHaveValue('The monthly call, said on the laptop.')
})

test('keeps typed input across a reload and a closed tab, and saves it afterwards', async ({ app, page }) => {
  await app.signIn(page)
  await open(page, SHEET)
  await cell(page, year).fill('They plan a second plant.')
  await expect(note(page, 'Not saved yet')).toBeVisible()
  await page.reload()
  await expect(cell(page, year)).toHaveValue('They plan a second plant.')
  await allSaved(page)
  await expect(note(page, 'Not saved yet')).toBeHidden()

  await cell(page, keep).fill('The monthly call.')
  // A second tab leaves the first tab's input alone.
  const second = await page.context().newPage()
  await second.goto(page.url())
  await expect(cell(second, year)).toHaveValue('They plan a second plant.')
  await page.close()
  await expect(cell(second, keep)).toHaveValue('The monthly call.')
  await allSaved(second)
  const kept = (await app.call('dana', 'worksheets')) as { worksheets: { matrix: { value: string }[] }[] }
  const values = kept.worksheets.flatMap(({ matrix }) => matrix.map(({ value }) => value))
  expect(values).toContain('They plan a second plant.')
  expect(values).toContain('The monthly call.')
})

test('shows that answers are being saved, and a second later that they are saved', async ({ app, page }) => {
  await app.signIn(page)
  await open(page, SHEET)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/worksheets\//, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.fallback()
  })
  await cell(page, year).fill('They plan a second plant.')
  await page.keyboard.press('Tab')
  await expect(note(page, 'Saving...')).toBeVisible()
  await expect(note(page, 'Saved just now')).toBeHidden()
  release()
  await expect(note(page, 'Saved just now')).toBeVisible()
  await expect(note(page, 'Saving...')).toBeHidden()
})

test('shows a rejected answer in its cell with the reason, and saves it on retry', async ({ app, page }) => {
  await app.signIn(page)
  await open(page, SHEET)
  const stop = await refuse(page, /\/api\/worksheets\//, 409, 'Not now.')
  await cell(page, year).fill('A year of two halves.')
  await page.keyboard.press('Tab')
  await expect(page.getByText('There was an error saving these changes.')).toBeVisible()
  await expect(cell(page, year)).toHaveValue('A year of two halves.')
  await stop()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There was an error saving these changes.')).toBeHidden()
  await allSaved(page)
  await page.reload()
  await expect(cell(page, year)).toHaveValue('A year of two halves.')
})

test('keeps answers after operators change a worksheet, and copies matching ones with one click', {
  tag: '@ownServer',
}, async ({ app, page }) => {
  await app.signIn(page)
  await open(page, SHEET)
  await cell(page, year).fill('A second plant.')
  await cell(page, keep).fill('The monthly call.')
  await page.keyboard.press('Tab')
  await allSaved(page)
  const lesson = new URL(page.url()).pathname.split('/').at(-1)
  const { worksheet } = (await app.call('operator', `operator/lessons/${lesson}`)) as {
    worksheet: { versions: { instructions: string; questions: object[]; parameters: object[]; version: number }[] }
  }
  const { instructions, questions, parameters, version } = worksheet.versions.at(-1)!
  const changed = {
    instructions,
    version,
    questions: [{ text: 'Who was there?' }, ...questions],
    parameters: parameters.slice(1),
  }
  await app.call('operator', `operator/lessons/${lesson}/worksheet`, changed, 'PUT')
  await page.reload()
  await expect(
    page.getByText('This worksheet has changed since you filled it in. 1 of your earlier answers still fits.'),
  ).toBeVisible({ timeout: 15_000 })
  await expect(cell(page, keep)).toHaveValue('')
  await page.getByRole('button', { name: 'Copy earlier answers' }).click()
  await expect(cell(page, keep)).toHaveValue('The monthly call.')
  await expect(page.getByRole('button', { name: 'Copy earlier answers' })).toBeHidden()
  await allSaved(page)
  await page.getByRole('button', { name: 'Earlier answers' }).click()
  const old = page.getByRole('listitem').filter({ hasText: 'A second plant.' })
  await expect(old).toContainText('Their year: What did they say?, version 1')
})

test('saves cells on leave or with Ctrl+Enter, discards with Esc, and prints only the worksheet', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await open(page, SHEET)
  await cell(page, year).focus()
  await page.keyboard.type('First')
  await page.keyboard.press('Tab')
  await expect(cell(page, /^Their year: What does it mean/)).toBeFocused()
  await page.keyboard.type('Second')
  await expect(note(page, 'Not saved yet')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(note(page, 'Not saved yet')).toBeHidden()
  await expect(note(page, 'Saved just now')).toBeVisible()
  await page.keyboard.type(' thoughts')
  await page.keyboard.press('Escape')
  await expect(cell(page, /^Their year: What does it mean/)).toHaveValue('Second')
  await allSaved(page)
  await expect(page.getByText('2 of 15 cells answered')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Worksheet' })).toBeVisible()
  for (const name of ['PDF', 'Earlier answers', 'Turn this into a step'])
    await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByText(SHEET).filter({ visible: true })).toHaveCount(1)
})

test('lets a manager read, comment, and return, and the person reply and turn an answer into a step', async ({
  app,
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await app.signIn(page)
  await open(page, SHEET)
  await cell(page, year).fill('Ask about the second plant')
  await page.keyboard.press('Tab')
  await allSaved(page)
  const address = new URL(page.url()).pathname

  const context = await browser.newContext({ baseURL: app.url })
  const morgan = await context.newPage()
  await app.signIn(morgan, 'morgan')
  await morgan.goto(`${address}?tab=worksheet`)
  await morgan.getByRole('button', { name: 'Choose a person' }).click()
  const choosing = morgan.getByRole('dialog', { name: 'Whose answers?' })
  await choosing.getByRole('searchbox').fill('reyes')
  await expect(choosing.getByRole('listitem')).toHaveCount(1)
  expect(await axe(morgan, '[role="dialog"]')).toEqual([])
  await choosing.getByRole('button', { name: /Dana Reyes/ }).click()
  await expect(cell(morgan, year)).toHaveValue('Ask about the second plant')
  await expect(cell(morgan, year)).not.toBeEditable()
  // Her own progress is hidden next to Dana's answers, and Dana's new answers appear automatically.
  await expect(morgan.getByRole('complementary', { name: 'About this lesson' })).toBeHidden()
  await cell(page, keep).fill('The monthly call')
  await page.keyboard.press('Tab')
  await expect(cell(morgan, keep)).toHaveValue('The monthly call', { timeout: 10_000 })
  await morgan.getByLabel('Comment on').selectOption({ label: 'Their year: What did they say?' })
  await morgan.getByLabel('Your comment').fill('Bring Hannah.')
  await morgan.getByLabel('Return the worksheet').check()
  await morgan.getByRole('button', { name: 'Comment and return' }).click()
  await expect(morgan.getByRole('listitem').filter({ hasText: 'Bring Hannah.' })).toBeVisible()
  expect(await axe(morgan)).toEqual([])
  await morgan.getByRole('button', { name: 'Back to mine' }).click()
  await expect(cell(morgan, year)).toBeEditable()
  await context.close()

  await expect(page.getByText(/returned your answers: Bring Hannah\./)).toBeVisible({ timeout: 70_000 })
  await page.getByRole('button', { name: '1 comment' }).click()
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Your comment').fill('I will.')
  await page.getByRole('button', { name: 'Reply' }).last().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'I will.' })).toBeVisible()

  await page.getByRole('button', { name: 'Turn this into a step' }).click()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Target', { exact: true }).selectOption({ index: 1 })
  const target = await page
    .getByLabel('Target', { exact: true })
    .evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]!.text)
  await page.getByLabel('That step is done').check()
  await page.getByLabel('Step', { exact: true }).fill('Ask about the second plant')
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('button', { name: 'Add Step' }).click()
  await expect(page.getByRole('button', { name: 'Turn this into a step' })).toBeVisible()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: {
      company: string
      contact: string
      id: string
      tasks: { description: string; done: string; help: string }[]
    }[]
  }
  const mine = tiles.find(({ company, contact }) => [company, contact].filter(Boolean).join(', ') === target)
  expect(mine?.tasks.find(({ done }) => done === 'incomplete')).toMatchObject({
    description: 'Ask about the second plant',
    help: expect.stringContaining(`Worksheet: ${SHEET}`),
  })
  // The step links back to the worksheet, where another answer is saved for when the step is done.
  await page.goto(`/target/${mine?.id}`)
  await page
    .getByRole('link', { name: `Worksheet: ${SHEET}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`${address}\\?tab=worksheet$`))
  await page.getByRole('button', { name: 'Turn this into a step' }).click()
  await page.getByLabel('Target', { exact: true }).selectOption({ label: target })
  await page.getByLabel('Step', { exact: true }).fill('Send the second page')
  await page.getByLabel('Save the new one for later').check()
  await page.getByRole('button', { name: 'Save for later', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Turn this into a step' })).toBeVisible()
  await allSaved(page)
  await page.goto(`/target/${mine?.id}`)
  await page
    .getByRole('button', { name: /Next Step/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send the second page' }).click()
  await expect(page.getByRole('dialog').getByLabel('Next step')).toHaveValue('Send the second page')
})

test("explains the columns of the progress and worksheet reports, and opens a person's worksheets", async ({
  app,
  page,
}) => {
  await app.signIn(page, 'morgan')
  for (const [code, name, meaning] of [
    ['progress', 'Progress', 'The most recent day a lesson was watched.'],
    ['worksheet', 'Worksheets', 'The group. People in several groups appear in each one.'],
  ] as const) {
    await page.goto(`/viewer/pipeline/${code}`)
    const table = page.getByRole('table', { name })
    await expect(table).toBeVisible()
    await expect(page.getByText(meaning)).toBeHidden()
    await page.getByText('What these numbers mean').click()
    await expect(page.getByText(meaning)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await table.getByRole('link', { name: 'Dana Reyes' }).first().click()
    await expect(page.getByRole('button', { name: 'Back from Dana Reyes' })).toBeVisible()
  }
})

test('shows a removed worksheet and one of an archived lesson to people who answered it', {
  tag: '@ownServer',
}, async ({ app, page }) => {
  await app.signIn(page)
  await open(page, SHEET)
  await cell(page, year).fill('A second plant.')
  await page.keyboard.press('Tab')
  await allSaved(page)
  const lesson = new URL(page.url()).pathname.split('/').at(-1)
  await app.call('operator', `operator/lessons/${lesson}/worksheet/place`, { is_taken_off: true, version: 1 }, 'PUT')
  await page.reload()
  await expect(page.getByText('This worksheet is archived. Your answers are read-only.')).toBeVisible({
    timeout: 15_000,
  })
  await expect(cell(page, year)).toHaveValue('A second plant.')
  await expect(cell(page, year)).not.toBeEditable()
  await app.call('operator', `operator/lessons/${lesson}/state`, { state: 'archived' }, 'PUT')
  await page.goto('/trainers/worksheets')
  const line = page.getByRole('listitem').filter({ hasText: SHEET })
  await expect(line).toContainText('Archived')
  await line.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: SHEET })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Worksheets', exact: true }).last()).toBeVisible()
  await expect(cell(page, year)).toHaveValue('A second plant.')
  await page.getByRole('button', { name: 'Earlier answers' }).click()
  await expect(page.getByRole('dialog').getByText('A second plant.')).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('shows an answer from another device right away without discarding the input, and notifies both devices', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await open(page, SHEET)
  const phone = await app.openDevice('dana')
  await open(phone.page, SHEET)
  await cell(page, year).fill('Said on the laptop.')
  await cell(phone.page, keep).fill('The monthly call.')
  await cell(phone.page, year).fill('Said on the phone.')
  await phone.page.keyboard.press('Tab')
  await expect(cell(page, keep)).toHaveValue('The monthly call.', { timeout: 20_000 })
  await expect(page.getByText('You changed this on another device.')).toBeVisible()
  await expect(page.getByText('On your other device you wrote: “Said on the phone.”.')).toBeVisible({ timeout: 20_000 })
  await expect(cell(page, year)).toHaveValue('Said on the laptop.')
  await expect(cell(page, year)).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.getByText('What you wrote on your other device is in Earlier answers.')).toBeVisible()
  await expect(cell(phone.page, year)).toHaveValue('Said on the laptop.', { timeout: 20_000 })
  await expect(phone.page.getByText('You changed this on another device.')).toBeVisible()

  // The other choice takes the other device's value and discards the input.
  await cell(phone.page, keep).fill('The yearly call.')
  await cell(page, keep).fill('Every call.')
  await page.keyboard.press('Tab')
  await phone.page.getByRole('button', { name: 'Use that' }).click({ timeout: 20_000 })
  await expect(cell(phone.page, keep)).toHaveValue('Every call.')
  await expect(cell(page, keep)).toHaveValue('Every call.')
})
