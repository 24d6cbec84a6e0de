import { asDana, type Picture } from '#tests/pictures.ts'

export const pictures: readonly Picture[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    isBroken: true,
    async prepare(page) {
      await page.getByLabel('E-mail').fill('dana@hartwell.example')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Invalid username or password').waitFor()
    },
  },
  { name: 'login-sso', path: '/login/sso' },
  asDana('account', '/account/edit'),
  asDana('account-notifications', '/account/notifications'),
  asDana('account-password', '/account/pwd'),
  asDana('account-about', '/account/about'),
]
