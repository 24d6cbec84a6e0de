// Tests concurrent changes, on two devices of one person and by two people.
import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'

/** Makes the device check the server, as when the person returns to the page. */
const look = (page: Page) => page.evaluate('window.dispatchEvent(new Event("focus"))')
const twice = (page: Page) => page.getByRole('list', { name: 'Edited on two devices' }).getByRole('listitem')

async function write(page: Page, words: string) {
  await page.getByLabel('Your Note').fill(`Note: ${words}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Objective').fill(`Objective: ${words}`)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}

const aTarget = (company: string) => ({
  company,
  contact: '',
  type: 'prospect',
  value: 'M',
  goal: 'Win the first engagement',
  tasks: [{ description: 'Call', due: '2027-01-04' }],
})

test('shows both devices the later note and lets a person use the earlier one with one tap', {
  tag: '@keptOnDevice',
}, async ({ app, page: phone }) => {
  const { id } = (await app.call('dana', 'tiles', aTarget('Quillon Harbor'))) as { id: string }
  await app.signIn(phone)
  await phone.goto(`/target/${id}`)
  await expect(phone.getByLabel('Your Note')).toBeVisible()
  const { page: desk, context } = await app.openDevice('dana')
  await desk.goto(`/target/${id}`)
  await expect(desk.getByLabel('Your Note')).toBeVisible()

  const online = await cutNetwork(context)
  await write(desk, 'from the desk')
  await write(phone, 'from the phone')
  await allSaved(phone)
  await online()
  await look(desk)
  await allSaved(desk)

  await expect(twice(desk)).toHaveCount(2)
  const note = twice(desk).filter({ hasText: 'Your Note' })
  await expect(note).toContainText(/You also changed this on another device at \d+:\d\d [AP]M\./)
  await note.getByRole('button', { name: 'Show earlier text' }).click()
  await expect(note.getByText('Note: from the phone')).toBeVisible()
  await expect(twice(desk).filter({ hasText: 'Objective' })).toContainText('You also changed this on another device at')
  expect(await axe(desk)).toEqual([])

  await look(phone)
  await expect(twice(phone)).toHaveCount(2, { timeout: 30_000 })
  await expect(phone.getByLabel('Your Note')).toHaveValue('Note: from the desk')
  await phone.getByRole('tab', { name: 'Activity' }).click()
  const history = phone.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  const changed = history.filter({ hasText: 'changed the note' }).first()
  await changed.getByText('Show the earlier text').click()
  await expect(changed).toContainText('Note: from the phone')
  await expect(changed).toContainText('Note: from the desk')
  expect(await axe(phone)).toEqual([])

  // Leaving the note at that moment must not save its old text over the restored one.
  await note.getByRole('button', { name: 'Use it instead' }).evaluate((button: HTMLElement) => {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
    button.click()
    setTimeout(() => tabs.find((tab) => tab.textContent === 'Collaboration')!.click())
  })
  await desk.getByRole('tab', { name: 'Collaboration', selected: true }).waitFor()
  await desk.getByRole('tab', { name: 'Notes' }).click()
  await expect(desk.getByLabel('Your Note')).toHaveValue('Note: from the phone')
  await expect(twice(desk)).toHaveCount(1)
  await twice(desk).getByRole('button', { name: 'Dismiss' }).click()
  await expect(twice(desk)).toHaveCount(0)
  await desk.reload()
  await expect(desk.getByLabel('Your Note')).toBeVisible()
  await expect(twice(desk)).toHaveCount(0)
})

test("names a colleague who changed the same field, and doesn't mark another device's step as done", {
  tag: '@keptOnDevice',
}, async ({ app, page: phone }) => {
  const { id } = (await app.call('dana', 'tiles', aTarget('Quillon Harbor'))) as { id: string }
  const { users } = (await app.call('dana', 'users')) as { users: { id: string; first_name: string }[] }
  const lee = users.find(({ first_name }) => first_name === 'Lee')!
  const { collaborators } = (await app.call('dana', `tiles/${id}/sharewith/${lee.id}`, {})) as {
    collaborators: { user_id: string; share_id: string }[]
  }
  await app.call('lee', `share/${collaborators.find(({ user_id }) => user_id === lee.id)!.share_id}/accept`, {})
  await app.signIn(phone)
  await phone.goto(`/target/${id}`)
  await expect(phone.getByLabel('Your Note')).toBeVisible()

  const online = await cutNetwork(phone.context())
  await phone.getByRole('button', { name: 'Edit', exact: true }).click()
  await phone.getByLabel('Objective').fill('Win them all')
  await phone.getByRole('button', { name: 'Save Changes' }).click()
  await phone.getByRole('button', { name: 'Done? Take the Next Step' }).last().click()
  await phone.getByRole('dialog').getByLabel('Next step').fill('Send the memo')
  await phone.getByRole('dialog').getByRole('button', { name: 'Done, Next Step' }).click()
  await app.call('lee', `tiles/${id}`, { goal: 'Win their bank', base: { goal: 'Win the first engagement' } }, 'PUT')
  await app.call('dana', 'tasks', { tile_id: id, description: 'Meet them', due: '2027-01-11', base: 'Call' })
  await phone.getByRole('button', { name: /^Back to/ }).click()
  await online()
  await look(phone)
  await allSaved(phone)

  const said = phone.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said.filter({ hasText: 'You also changed this on another device' })).toBeVisible()
  await said
    .filter({ hasText: /Quillon Harbor: .*Lee Okafor also changed this at/ })
    .getByRole('button', { name: 'Show' })
    .click()
  const goal = twice(phone).filter({ hasText: 'Lee Okafor also changed this at' })
  await goal.getByRole('button', { name: 'Show earlier text' }).click()
  await expect(goal.getByText('Win their bank')).toBeVisible()
  const step = twice(phone).filter({ hasText: 'Step' })
  await step.getByRole('button', { name: 'Show earlier text' }).click()
  await expect(step.getByText('Meet them, due')).toBeVisible()
  await phone.getByRole('tab', { name: 'Activity' }).click()
  await expect(phone.getByText('set the step “Send the memo”', { exact: false })).toContainText('replacing “Meet them”')
  const open = phone.getByRole('region', { name: 'Open steps' }).getByRole('listitem')
  await expect(open).toHaveCount(2)
  await expect(open.filter({ hasText: 'Send the memo' })).toHaveCount(1)
  const timeline = phone.getByRole('region', { name: 'Timeline' })
  await timeline.getByRole('button', { name: 'Steps' }).click()
  await expect(timeline.getByRole('listitem')).toHaveText([/^Call/])
})
