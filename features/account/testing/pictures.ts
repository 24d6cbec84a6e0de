import { cutNetwork } from '#tests/browser.ts'
import { asDana, button, type Picture, withoutAnswer } from '#tests/pictures.ts'

export const pictures: readonly Picture[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    isBroken: true,
    async prepare(page) {
      await page.getByLabel('Email').fill('dana@hartwell.example')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Invalid username or password').waitFor()
    },
  },
  { name: 'login-sso', path: '/login/sso' },
  asDana('account', '/account/edit'),
  asDana('account-notifications', '/account/notifications'),
  asDana('account-password', '/account/pwd'),
  asDana('account-security', '/account/security'),
  {
    ...asDana('account-security-error', '/account/security', (page) => withoutAnswer(page, /\/api\/user\/security$/)),
    isBroken: true,
  },
  asDana('account-devices', '/account/devices'),
  {
    ...asDana('account-devices-error', '/account/devices', (page) => withoutAnswer(page, /\/api\/user\/sessions$/)),
    isBroken: true,
  },
  asDana('account-data', '/account/data'),
  asDana('account-data-making', '/account/data', async (page) => {
    await page.route(/\/api\/user\/workbook/, (route) => void route)
    await button(page, /workbook/).click()
    await button(page, 'Cancel').waitFor()
  }),
  asDana('account-data-saved', '/account/data', async (page) => {
    await button(page, /workbook/).click()
    await page.getByText(/^Downloaded /).waitFor()
  }),
  {
    ...asDana('account-data-refused', '/account/data', async (page) => {
      const message = 'You downloaded your data a moment ago. Please try again in a minute.'
      await page.route(/\/api\/user\/workbook/, (route) =>
        route.fulfill({ status: 429, json: { code: 'slow', message } }),
      )
      await button(page, /workbook/).click()
      await page.getByText(message).waitFor()
    }),
    isBroken: true,
  },
  {
    ...asDana('account-data-offline', '/account/data', async (page, context) => {
      await cutNetwork(context)
      await page.getByText('when you’re back online').waitFor()
    }),
    isBroken: true,
    isOffline: true,
  },
  asDana('account-about', '/account/about'),
]
