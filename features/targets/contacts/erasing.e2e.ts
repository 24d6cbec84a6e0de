// Tests in a browser that an admin exports a contact and erases it, on its page and by an address.
import { axe, expect, test } from '#tests/browser.ts'

const target = (given: object) => ({
  ...{ company: 'Heron Mills', contact: 'Jane Doe', contact_email: 'jane@heron.example', contact_phone: '' },
  ...{ type: 'client', value: 'H', goal: 'Win', tasks: [{ description: 'Call', due: '2027-12-01', help: '' }] },
  ...given,
})

test('exports a contact, and erases it and a private one', { tag: '@ownServer' }, async ({ app, page, context }) => {
  test.slow()
  const made = (await app.call('admin', 'tiles', target({}))) as { contacts: { id: string }[] }
  await app.call('dana', 'tiles', target({ contact: 'Zoe Roe', contact_email: 'zoe@heron.example', private: true }))
  await app.signIn(page, 'admin')
  await page.goto('/contacts')
  await expect(page.getByRole('link', { name: 'Jane Doe' })).toBeVisible()
  for (const [item, name] of [
    ['vCard', 'Contacts.vcf'],
    ['Excel', 'Contacts.xlsx'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    expect((await saved).suggestedFilename()).toBe(name)
  }
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await context.setOffline(false)

  await page.goto(`/contact/${made.contacts[0]!.id}`)
  await page.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Jane Doe?' })
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'someone no longer kept' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(page.getByText('jane@heron.example')).toBeHidden()
  expect(await axe(page)).toEqual([])

  await page.goto('/admin/firm')
  await page.getByRole('button', { name: 'Erase a person…' }).click()
  const asking = page.getByRole('dialog', { name: 'Erase a person outside the firm' })
  await asking.getByLabel('Email address').fill('zoe@heron.example')
  expect(await axe(page)).toEqual([])
  await asking.getByRole('button', { name: 'Erase' }).click()
  await expect(
    page.getByText('If your firm keeps this address, everything that names the person is erased now.'),
  ).toBeVisible()
  const left = (await app.call('dana', 'contacts?q=zoe@heron')) as { contacts: object[] }
  expect(left.contacts).toEqual([])
})
