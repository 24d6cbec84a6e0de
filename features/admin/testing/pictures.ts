import type { Page } from '@playwright/test'
import type { Person } from '#tests/browser.ts'
import { button, type Picture } from '#tests/pictures.ts'

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
const openFirm = async (page: Page) => {
  await page.getByRole('link', { name: 'Brook & Vale' }).click()
  await page.getByRole('heading', { name: 'Access' }).scrollIntoViewIfNeeded()
}
const openGroup = async (page: Page) => {
  await page.getByRole('link', { name: 'Litigation' }).click()
  await page.getByRole('checkbox').first().waitFor()
}

export const pictures: readonly Picture[] = [
  admin('people', 'people'),
  admin('people-chosen', 'people', async (page) => {
    for (const index of [1, 2, 3])
      await page
        .getByRole('checkbox', { name: /^Choose [A-Z]/ })
        .nth(index)
        .check()
  }),
  admin('people-nobody', 'people?q=nobody'),
  admin('invite', 'people', (page) => button(page, 'Invite').click()),
  admin('person', 'people', openPerson),
  admin('deactivate', 'people', async (page) => {
    await openPerson(page)
    await button(page, 'Deactivate …').click()
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
  admin('sign-on', 'sign-on'),
  admin('policies', 'policies'),
  admin('policies-strict', 'policies', async (page) => {
    await page.getByText('Everybody needs a second step').click()
    await page.getByText('The operator may come in at any time').click()
  }),
  admin('audit', 'audit', (page) => button(page, /^More about/).click()),
  admin('firms', 'firms', undefined, 'operator'),
  admin('firm', 'firms', openFirm, 'operator'),
  admin(
    'firm-delete',
    'firms',
    async (page) => {
      await openFirm(page)
      await button(page, 'Delete …').click()
    },
    'operator',
  ),
  admin('health', 'health', (page) => page.getByText('sweep-files').waitFor(), 'operator'),
]
