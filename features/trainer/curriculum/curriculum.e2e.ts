import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'

const film = join(import.meta.dirname, '../../../core/server/testing/films/film.mp4')
const linesOf = (page: Page, category: string) =>
  page
    .getByRole('list', { name: `Lessons of ${category}` })
    .getByRole('link')
    .allTextContents()
const addLesson = async (page: Page, category: string, title: string) => {
  await page.getByRole('button', { name: `Add a lesson to ${category}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Create lesson' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}
const act = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

test('writes a category with lessons, orders them by keyboard and drag, and undoes a move', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  await app.signIn(page, 'operator')
  await page.goto('/admin/curriculum')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Focus', { exact: true }).fill('Keeping clients')
  await dialog.getByLabel('Focus description').fill('They leave quietly.')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create category' }).click()
  await expect(page.getByRole('heading', { name: 'Keeping clients' })).toBeVisible()
  for (const title of ['First', 'Second', 'Third']) {
    await addLesson(page, 'Keeping clients', title)
    await page.getByRole('link', { name: 'Curriculum', exact: true }).last().click()
  }
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['First', 'Second', 'Third'])

  // By keyboard, the focus stays on the moved row.
  const handle = page.getByRole('button', { name: 'Move Third', exact: true })
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['Third', 'First', 'Second'])
  await expect(handle).toBeFocused()
  await expect(page.getByText('Third is now 1 of 3 in Keeping clients.')).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['First', 'Second', 'Third'])

  // Moves by drag.
  await page
    .getByRole('button', { name: 'Move First', exact: true })
    .dragTo(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Third' }) }), {
      targetPosition: { x: 200, y: 45 },
    })
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['Second', 'Third', 'First'])

  // Moves to the end of the category above, and stays there after a reload.
  await act(page, 'Second', 'Move up')
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['Third', 'First'])
  await expect(page.getByText('Moved “Second.”')).toBeVisible()
  await page.reload()
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['Third', 'First'])
  expect(await axe(page)).toEqual([])

  await act(page, 'Third', 'Publish')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Add a video before you publish this lesson.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await act(page, 'Third', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => linesOf(page, 'Keeping clients')).toEqual(['First'])
})

test('writes a lesson and its worksheet, and restores an accidentally archived lesson', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  await app.signIn(page, 'operator')
  await page.goto('/admin/curriculum')
  await addLesson(page, 'Growing the clients you have', 'Ask why they stayed')
  await page.getByLabel('Homework').fill('Ask one client.')
  await page.getByLabel('Handle').fill('no good!')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Use lowercase letters, digits, and hyphens.')).toBeVisible()
  await expect(page.getByLabel('Handle')).toBeFocused()
  await page.getByLabel('Handle').fill('why-they-stayed')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('“Ask why they stayed” saved.')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toBeHidden()

  await page.locator('input[type=file]').first().setInputFiles(film)
  await expect(page.getByText('Video added to “Ask why they stayed.”')).toBeVisible()
  const poster = page.getByRole('group', { name: 'Thumbnail' })
  await poster.locator('input[type=file]').setInputFiles(join(process.cwd(), 'public/icon-512.png'))
  await expect(page.getByText('Thumbnail changed for “Ask why they stayed.”')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('“Ask why they stayed” published.')).toBeVisible()
  await page.getByLabel('Transcript').fill('They stayed. You ask why.')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('This video has captions.')).toBeVisible()

  await page.getByRole('button', { name: 'Add a worksheet' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Who stayed?')
  // Enter moves to the next field without saving.
  await page.getByRole('textbox', { name: 'Question 1' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question 2' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Question 2' }).fill('Why?')
  await page.getByRole('button', { name: 'Save worksheet' }).click()
  await expect(page.getByText('Please complete this field')).toBeVisible()
  await page.getByRole('textbox', { name: 'Parameter 1' }).fill('Client 1')
  await page.getByRole('button', { name: 'Move question 2', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Why?')
  await expect(page.getByRole('button', { name: 'Move question 1', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remove question 2' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('columnheader')).toHaveText(['Why?', 'Who stayed?'])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Save worksheet' }).click()
  await expect(page.getByText('Worksheet saved.')).toBeVisible()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  // Leaving either form with unsaved changes asks first.
  for (const field of ['Instructions', 'Homework']) {
    await page.getByLabel(field).fill('Unsaved.')
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.getByRole('link', { name: 'Curriculum', exact: true }).last().click()
    await page.getByRole('dialog', { name: 'Unsaved changes' }).press('Escape')
    await expect(page.getByLabel(field)).toHaveValue('Unsaved.')
    await page.getByRole('button', { name: field === 'Homework' ? 'Save text' : 'Save worksheet' }).click()
    await expect(page.getByText('Not saved yet')).toBeHidden()
  }
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('Why?')
  await expect(page.getByText('Version 1. No one has answered it yet.')).toBeVisible()

  await page.getByRole('link', { name: 'Curriculum', exact: true }).last().click()
  await page.getByRole('link', { name: 'Cut your list to nine names' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Cut your list to nine names” published again.')).toBeVisible()
  await expect(page.getByText(/Editing it creates version 2/)).toBeVisible()
})

test('removes a worksheet after a confirmation, puts it back, and reports conflicting edits of a category', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  await app.signIn(page, 'operator')
  await page.goto('/admin/curriculum')
  await page.getByRole('link', { name: 'Cut your list to nine names' }).click()
  await page.getByRole('button', { name: 'Remove worksheet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('People can still read their answers and history')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This worksheet was removed from the lesson.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Worksheet restored to the lesson.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove worksheet' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.reload()
  await expect(page.getByText('This worksheet was removed from the lesson.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore worksheet' }).click()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toBeVisible()

  await page.getByRole('link', { name: 'Curriculum', exact: true }).last().click()
  const { categories } = (await app.call('operator', 'operator/curriculum')) as {
    categories: { id: string; name: string; description: string; revision: number }[]
  }
  const { id, name, description, revision } = categories[0]!
  await act(page, name, 'Edit')
  await dialog.getByLabel('Focus description').fill('Mine.')
  const theirs = { name, description: `${description} Theirs.`, revision }
  await app.call('operator', `operator/categories/${id}`, theirs, 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Someone else changed this category in the meantime.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show the latest version' }).click()
  await expect(dialog.getByLabel('Focus description')).toHaveValue(theirs.description)
  await dialog.getByLabel('Focus description').fill('Ours.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`“${name}” saved.`)).toBeVisible()
  await expect(page.getByText('Ours.')).toBeVisible()
})
