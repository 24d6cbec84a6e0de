import { expect, type Locator, type Page } from '@playwright/test'
import type { IdentityProvider } from './identityProvider.ts'

/** Tries a configured provider as this person on the admin's sign-in page, and turns it on. */
export async function goLive(page: Page, provider: Locator, identity: IdentityProvider, email: string): Promise<void> {
  identity.people.set('boss', { email, email_verified: true })
  await provider.getByRole('button', { name: 'Test sign-in' }).click()
  await page.getByPlaceholder('Enter any login').fill('boss')
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(provider.getByText(`(${email}) could sign in.`)).toBeVisible()
  await expect(provider.getByRole('row', { name: /^email_verified/ })).toContainText('true')
  await provider.getByRole('button', { name: 'Turn on' }).click()
  await expect(provider.getByText('On', { exact: true })).toBeVisible()
}
