import { axe, expect, test } from '#tests/browser.ts'

test('lets an operator list another instance and redirects its people there', async ({ page, app, browser }) => {
  const key = app.domain.replaceAll('.', '-')
  const [domain, url] = [`north.${app.domain}`, `https://${key}.pursuit.example`]
  await app.signIn(page, 'operator')
  await page.goto('/admin/instances')
  await page.getByRole('button', { name: 'Add an instance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`Pursuit ${key}`)
  await dialog.getByLabel('Key').fill(key)
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel('Domains').fill(`${domain}\nno domain`)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('“no” is not a domain such as example.com.')).toBeVisible()
  await expect(dialog.getByLabel('Domains')).toBeFocused()
  await dialog.getByLabel('Domains').fill(domain)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: `Domains of Pursuit ${key}` }).getByText(domain)).toBeVisible()
  expect(await axe(page)).toEqual([])

  const visitor = await browser.newContext()
  await visitor.route(`${url}/**`, (route) => route.fulfill({ body: 'North', contentType: 'text/plain' }))
  const login = await visitor.newPage()
  await login.goto(`${app.url}/login`)
  await login.getByLabel('Email').fill(`nora@${domain}`)
  // The redirect happens before the person types a password.
  await login.getByLabel('Password', { exact: true }).focus()
  await expect(login).toHaveURL(`${url}/login?email=${encodeURIComponent(`nora@${domain}`)}`)
  await visitor.close()

  await page.getByRole('button', { name: `Remove Pursuit ${key}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(`Pursuit ${key} removed.`)).toBeVisible()
})

test('lets an operator verify a domain for a firm', async ({ page, app }) => {
  await app.signIn(page, 'operator')
  const { Org } = (await app.call('admin', 'user')) as { Org: { id: string } }
  await page.goto(`/admin/firms/${Org.id}`)
  const part = page.getByRole('region', { name: 'Domains' })
  await part.getByLabel('Verify a domain').fill(`second.${app.domain}`)
  await part.getByRole('button', { name: 'Verify' }).click()
  await expect(part.getByRole('listitem').filter({ hasText: `second.${app.domain}` })).toContainText(
    'Verified by an operator',
  )
  await part.getByLabel('Verify a domain').fill('gmail.com')
  await part.getByRole('button', { name: 'Verify' }).click()
  await expect(part.getByText('This is a public email domain.')).toBeVisible()
})
