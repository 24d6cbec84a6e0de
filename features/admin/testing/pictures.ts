import type { Page } from '@playwright/test'
import type { Person } from '#tests/browser.ts'
import { button, type Picture } from '#tests/pictures.ts'
import { operatorPictures } from './operatorPictures.ts'
import { programPictures } from './programPictures.ts'

const admin = (name: string, tab: string, prepare?: Picture['prepare'], person: Person = 'admin'): Picture => ({
  name: `admin-${name}`,
  path: `/admin/${tab}`,
  person,
  prepare,
})
const openPerson = async (page: Page) => {
  await page.getByRole('link', { name: 'Gwendolyn Pike' }).click()
  await page.getByRole('heading', { name: 'Signing in' }).waitFor()
}
let instances = 0
/** Creates its own instance, since screenshots run in parallel. */
const fillInstance = async (page: Page) => {
  const [name, key] = [
    ['Pursuit East', 'east'],
    ['Pursuit North', 'north'],
    ['Pursuit South', 'south'],
    ['Pursuit Canada', 'canada'],
    ['Pursuit Europe', 'europe'],
  ][instances++ % 5] as [string, string]
  await page.getByRole('heading', { name: 'Proved here' }).waitFor()
  await button(page, 'Add an instance').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Key').fill(key)
  await dialog.getByLabel('URL').fill(`https://${key}.pursuit.example`)
  await dialog
    .getByLabel('Domains')
    .fill(`ashdown-${key}.example\ncarrow-and-lyle-${key}.example\nmarchbank-${key}.example`)
  return dialog
}
const listInstances = async (page: Page) => {
  const dialog = await fillInstance(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await dialog.waitFor({ state: 'hidden' })
}
const openGroup = async (page: Page) => {
  await page.getByRole('link', { name: 'Litigation' }).click()
  await page.getByRole('checkbox').first().waitFor()
}

let files = 0
/** IDs are unique per run, since a file is imported once. */
const aPipeline = (run: string) =>
  [
    'id,agent,account,opportunity,stage,opened,closed,value of the deal,remarks,',
    `${run}1,Dana Reyes,Halden Shipping,Charter of two ships,Won,15.01.2026,20.02.2026,"120.000,00 €",Met at the fair,`,
    `${run}2,Dana Reyes,Ibsen Paper,Charter,Engaging,15.01.2026,31.12.2026,"15.760,00 €",,`,
    '',
    `${run}3,D. Reyes,Jensen Mills,Retainer,Astral,15.01.2026,31.12.2026,"1.210,00 €",,signed by both`,
  ].join('\n')

/** Opens a step of the import: chooses a file and presses 'Continue' `steps` times. */
const importUntil = (steps: number) => async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'pipeline.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(aPipeline(`p${process.pid}-${++files}-`)),
  })
  await page.getByLabel('value of the deal').selectOption('Won revenue')
  for (let step = 0; step < steps; step++) {
    // The file has amounts in euros, so the import asks what to do with them.
    if (step === 1) await page.getByRole('radio', { name: 'Take the same number of dollars' }).check()
    await button(page, 'Continue').click()
  }
  await page.getByRole('heading', { level: 2 }).first().waitFor()
}

const policiesShown = (page: Page) => page.getByRole('heading', { name: 'Signing in' }).waitFor()

export const pictures: readonly Picture[] = [
  admin('setup', 'setup'),
  admin('people', 'people'),
  admin('people-chosen', 'people', async (page) => {
    for (const index of [1, 2, 3])
      await page
        .getByRole('checkbox', { name: /^Select [A-Z]/ })
        .nth(index)
        .check()
  }),
  admin('people-nobody', 'people?q=nobody'),
  admin('invite', 'people', (page) => button(page, 'Invite').click()),
  admin('person', 'people', openPerson),
  admin('deactivate', 'people', async (page) => {
    await openPerson(page)
    await button(page, 'Deactivate…').click()
    await page.getByRole('radio', { name: 'A person for each status' }).check()
  }),
  admin('groups', 'groups'),
  admin('group', 'groups', openGroup),
  admin('group-add', 'groups', async (page) => {
    await openGroup(page)
    await button(page, 'Add people').click()
    await page.getByRole('dialog').getByRole('checkbox').first().check()
  }),
  admin('imports', 'imports'),
  admin('imports-columns', 'imports', importUntil(0)),
  admin('imports-values', 'imports', importUntil(1)),
  admin('imports-preview', 'imports', async (page) => {
    await importUntil(2)(page)
    await page.getByRole('row', { name: /Rejected/ }).scrollIntoViewIfNeeded()
  }),
  admin('imports-report', 'imports', async (page) => {
    await importUntil(2)(page)
    await button(page, /^Import \d/).click()
    await page.getByRole('heading', { name: 'Imported: pipeline.csv' }).waitFor()
  }),
  admin('sign-on', 'sign-on', (page) => page.getByRole('heading', { name: 'Domains' }).waitFor()),
  ...programPictures,
  admin('policies', 'policies', policiesShown),
  admin('policies-strict', 'policies', async (page) => {
    await policiesShown(page)
    await page.getByLabel('Require two-factor authentication').check({ force: true })
    await page.getByLabel('Allow operator access at any time').uncheck({ force: true })
  }),
  admin('audit', 'audit', (page) => button(page, /^Details for/).click()),
  ...operatorPictures,
  admin('own-firm', 'firm', (page) => page.getByRole('heading', { name: 'How long' }).scrollIntoViewIfNeeded()),
  admin('instances', 'instances', listInstances, 'operator'),
  admin('instance-add', 'instances', fillInstance, 'operator'),
]
