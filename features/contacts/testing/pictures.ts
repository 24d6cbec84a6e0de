import type { Page } from '@playwright/test'
import { asDana, type Picture } from '#tests/pictures.ts'

const firstContact = async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Touches' }).waitFor()
}

export const pictures: readonly Picture[] = [
  asDana('contacts', '/contacts', (page) => page.getByRole('table').getByRole('link').first().waitFor()),
  asDana('contact', '/contacts', firstContact),
  asDana('dialog-contact', '/contacts', async (page) => {
    await firstContact(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('First name').waitFor()
  }),
]
