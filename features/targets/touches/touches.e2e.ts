// Tests touches in a browser: logged in two taps, by key, and by line, also offline, and asked about for the open step.
import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'

const target = (given: object = {}) => ({
  company: 'Quillon Harbor',
  contact: 'Jane Doe',
  contact_email: 'jane@quillon.example',
  contact_phone: '',
  type: 'client',
  value: 'H',
  goal: 'Win the first engagement',
  tasks: [{ description: 'Send the staffing plan', due: '2026-12-01', help: '' }],
  ...given,
})
type Made = { id: string; contacts: { id: string }[] }
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const dialog = (page: Page) => page.getByRole('dialog')
const openActivity = async (page: Page, id: string) => {
  await page.goto(`/target/${id}`)
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(timeline(page)).toBeVisible()
}

test('logs a call from a tile in two taps, with details afterwards, and takes it back', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await app.call('dana', 'tiles', target())
  await app.signIn(page)
  await page.goto('/targets/active?q=quillon')
  const tile = page.getByRole('article', { name: /Quillon Harbor/ })
  await tile.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Called: log a call with Jane Doe' }).click()
  await expect(tile).toContainText('Last touch today')
  await page.getByRole('button', { name: 'Details' }).click()
  await dialog(page).getByLabel('Subject').fill('Rates for next year')
  await dialog(page).getByText('Yesterday').click()
  await dialog(page).getByLabel('Minutes').fill('25')
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(tile).toContainText('Last touch yesterday')
  await tile.getByRole('link').click()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(timeline(page)).toContainText('You called Jane Doe, 25 min')
  await expect(timeline(page)).toContainText('Rates for next year')
  expect(await axe(page)).toEqual([])
  await timeline(page).getByRole('button', { name: 'Actions: you called Jane Doe' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(timeline(page)).not.toContainText('You called')
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('No touch is logged yet.')
  await page.getByRole('listitem').filter({ hasText: 'deleted.' }).getByRole('button', { name: 'Undo' }).click()
  await expect(timeline(page)).toContainText('You called Jane Doe')
  await expect(summary).toContainText('Last touch yesterday.')
})

test('logs by key and line offline, with several contacts, and sends it later', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const { id } = (await app.call('dana', 'tiles', target())) as Made
  await app.call('dana', `tiles/${id}/contacts`, {
    contact: { first_name: 'Tom', last_name: 'Hale' },
    role: 'Influencer',
  })
  await app.signIn(page)
  await openActivity(page, id)
  const connect = await cutNetwork(context)
  await page.keyboard.press('t')
  await dialog(page).getByLabel('What happened?').pressSequentially('met jane and tom yesterday 1 hour about the pilot')
  await expect(dialog(page).getByRole('radio', { name: 'Meeting' })).toBeChecked()
  for (const name of ['Jane Doe', 'Tom Hale']) await expect(dialog(page).getByRole('checkbox', { name })).toBeChecked()
  await expect(dialog(page).getByRole('radio', { name: 'Yesterday' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(timeline(page)).toContainText('You met Jane Doe and Tom Hale, 1 h')
  await expect(timeline(page)).toContainText('the pilot')
  await expect(timeline(page)).toContainText('not synced yet')
  await timeline(page).getByRole('button', { name: 'Steps' }).click()
  await expect(timeline(page)).toContainText('No step is done yet.')
  await timeline(page).getByRole('button', { name: 'Touches' }).click()
  await expect(timeline(page).getByRole('listitem')).toHaveCount(1)
  await connect()
  await allSaved(page)
  await expect(timeline(page)).not.toContainText('not synced yet')
  const { touches } = (await app.call('dana', `touches?target_id=${id}`)) as { touches: unknown[] }
  expect(touches).toMatchObject([
    { kind: 'meeting', minutes: 60, subject: 'the pilot', contacts: [{ name: 'Jane Doe' }, { name: 'Tom Hale' }] },
  ])
})

test('asks whether a touch was the open step, and not again after an answer', async ({ app, page }) => {
  const { id, contacts } = (await app.call('dana', 'tiles', target())) as Made
  await app.signIn(page)
  await page.goto(`/target/${id}`)
  const asked = page.getByRole('note').filter({ hasText: 'You emailed Jane Doe today. Done?' })
  await expect(page.getByRole('button', { name: 'Done? Take the Next Step' })).toBeVisible()
  await expect(asked).toBeHidden()
  const email = { kind: 'email', direction: 'out', target_id: id, contacts: [{ id: contacts[0]!.id }] }
  await app.call('dana', 'touches', { ...email, at: new Date().toISOString() })
  await page.evaluate('window.dispatchEvent(new Event("focus"))')
  await expect(asked).toBeVisible()
  expect(await axe(page)).toEqual([])
  await asked.getByRole('button', { name: 'Take the Next Step' }).click()
  await expect(dialog(page).getByLabel('Next step')).toBeVisible()
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Not yet' }).click()
  await expect(asked).toBeHidden()
  await allSaved(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Done? Take the Next Step' })).toBeVisible()
  await expect(asked).toBeHidden()
})

test('logs a touch on a contact and from the search, and shows it to collaborators', async ({ app, page }) => {
  const { id, contacts } = (await app.call('dana', 'tiles', target())) as Made
  await app.signIn(page)
  await page.goto(`/contact/${contacts[0]!.id}`)
  await page.getByRole('button', { name: 'Log a touch' }).click()
  await dialog(page).getByLabel('What happened?').fill('called about the fees')
  await dialog(page).getByRole('button', { name: 'Log it' }).click()
  const touches = page.getByRole('region', { name: 'Touches' })
  await expect(touches).toContainText('You called Jane Doe')
  await expect(touches.getByRole('link', { name: 'Quillon Harbor' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await touches.getByRole('button', { name: 'Actions: you called Jane Doe' }).click()
  await page.getByRole('menuitem', { name: 'Show to collaborators' }).click()
  await expect(touches).toContainText('shown to collaborators')
  await page.goto('/targets/active')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').pressSequentially('emailed jane')
  await page.getByRole('option', { name: /Log: Email with Jane Doe/ }).click()
  await expect(page.getByText('Email with Jane Doe logged on Quillon Harbor.')).toBeVisible()
  await page.goto(`/target/${id}`)
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(timeline(page)).toContainText('You emailed Jane Doe')
})

/** Drops files anywhere on the page. */
const drop = (page: Page, files: { name: string; text: string }[]) =>
  page.evaluate((given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, text } of given) dataTransfer.items.add(new File([text], name))
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
const email = (given: { to?: string; id?: string; subject?: string }) =>
  [
    'From: Dana Reyes <dana@hartwell.example>',
    `To: ${given.to ?? 'Jane Doe <jane@quillon.example>'}`,
    `Subject: ${given.subject ?? 'Staffing plan'}`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
    'Cc: Mira Lund <mira@quillon.example>',
    `Message-ID: <${given.id ?? 'plan@hartwell.example'}>`,
    '',
    'Here it is.',
    '',
  ].join('\r\n')

test('files dropped emails and meetings on the device, offline, once each', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  const { id } = (await app.call('dana', 'tiles', target())) as Made
  await app.signIn(page)
  await openActivity(page, id)
  await page.goto('/targets/active?q=quillon')
  await expect(page.getByRole('article', { name: /Quillon Harbor/ })).toBeVisible()
  // The page takes files once nothing else is to do.
  await expect(async () => {
    await drop(page, [{ name: 'first.txt', text: 'Notes' }])
    await expect(page.getByText('first.txt: Only emails')).toBeVisible({ timeout: 1000 })
  }).toPass()
  const connect = await cutNetwork(context)
  await drop(page, [{ name: 'plan.eml', text: email({}) }])
  await expect(page.getByText('Filed on Quillon Harbor.')).toBeVisible()
  await drop(page, [
    { name: 'unknown.eml', text: email({ to: 'Kim <kim@elsewhere.example>', id: 'two', subject: 'Rates' }) },
  ])
  await expect(page.getByText('No Target matches the email “Rates”.')).toBeVisible()
  await drop(page, [
    { name: 'notes.txt', text: 'Notes' },
    { name: 'broken.ics', text: 'Nothing' },
  ])
  await expect(page.getByText('notes.txt: Only emails (.eml, .msg) and meetings (.ics) can be filed.')).toBeVisible()
  await expect(page.getByText('broken.ics: This isn’t a calendar file. Nothing was filed.')).toBeVisible()
  await connect()
  await allSaved(page)
  await openActivity(page, id)
  const uid = 'BEGIN:VEVENT\r\nUID:lunch\r\nSUMMARY:Lunch\r\nDTSTART:20261120T190000Z\r\nDTEND:20261120T203000Z'
  const guests = 'ATTENDEE;CN=Jane Doe:mailto:jane@quillon.example\r\nEND:VEVENT'
  await drop(page, [
    { name: 'again.eml', text: email({}) },
    { name: 'lunch.ics', text: `BEGIN:VCALENDAR\r\n${uid}\r\n${guests}\r\nEND:VCALENDAR\r\n` },
  ])
  await expect(timeline(page)).toContainText('You met Jane Doe, 1 h 30 min')
  await timeline(page).getByRole('button', { name: 'Add Mira Lund as a contact' }).first().click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue('mira@quillon.example')
  await dialog(page).getByRole('button', { name: 'Add contact' }).click()
  await expect(timeline(page).getByRole('button', { name: 'Add Mira Lund as a contact' })).toHaveCount(0)
  await allSaved(page)
  const { touches } = (await app.call('dana', `touches?target_id=${id}`)) as { touches: unknown[] }
  expect(touches).toMatchObject([
    { kind: 'email', source: 'dropped', subject: 'Staffing plan', text: 'Here it is.' },
    { kind: 'meeting', source: 'dropped', subject: 'Lunch', minutes: 90 },
  ])
  expect(touches).toHaveLength(2)
})
