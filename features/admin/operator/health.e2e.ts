// Tests the health page as operators read it, with parts of the server actually broken.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { withE2eServer } from '#tests/e2eServer.ts'
import { startMailServer } from '#tests/smtpServer.ts'

const mail = withE2eServer({
  start: () => startMailServer(),
  environment: ({ url }) => ({ PURSUIT_SMTP_URL: url }),
  end: (server) => server.close(),
})

test('shows an operator that email and file storage fail, and sends again once both are fixed', {
  tag: ['@ownServer', '@keptOnDevice'],
}, async ({ page, app, context }) => {
  mail().behave(() => ({ recipient: 550 }))
  await app.call('dana', 'user/reset_password', { email: app.people.dana })
  await app.signIn(page, 'operator')
  const line = (label: string) => page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) })
  const [files, mails] = [line('Files'), line('Email, text, and push')]

  await page.goto('/admin/health')
  for (const label of ['Database latency', 'Migrations', 'Disk', 'Queues', 'Processes', 'Clocks', 'Backup'])
    await expect(line(label)).toBeVisible()
  await expect(files.getByRole('img', { name: 'OK' })).toBeVisible()
  const kept = join(app.directory, 'files/kept')
  renameSync(kept, `${kept}-away`)
  writeFileSync(kept, '')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(async () => {
    await refresh.press('Enter')
    await expect(mails).toContainText('1 failed', { timeout: 1000 })
  }).toPass()
  await expect(refresh).toBeFocused()
  await expect(page.getByRole('heading', { name: /^\d issues$/ })).toBeVisible()
  await expect(files.getByRole('img', { name: 'Failing' })).toBeVisible()
  await expect(files).toContainText(
    /^FilesCan’t save files in \/\S+: it isn’t a folder\.Check that this location exists/,
  )
  await expect(mails.getByRole('img', { name: 'Needs attention' })).toBeVisible()
  await expect(mails).toContainText('See which ones and why below. Messages you can resend have a button.')
  // Times use the firm's time zone, as on every other page.
  await expect(page.getByRole('region', { name: 'Health' })).not.toContainText('UTC')
  await expect(page.getByText(/^As of \d{1,2}:\d\d [AP]M\.$/)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

  await expect(line('Migrations')).toBeHidden()
  await page.locator('summary').press('Enter')
  await expect(line('Migrations')).toBeVisible()

  renameSync(kept, `${kept}-broken`)
  renameSync(`${kept}-away`, kept)
  mail().behave(() => 'take')
  await page.getByRole('button', { name: `Resend to ${app.people.dana}` }).click()
  await expect(page.getByText(`Resending to ${app.people.dana}.`)).toBeVisible()
  await expect.poll(() => mail().taken.map(({ to }) => to[0])).toEqual([app.people.dana])
  await expect(async () => {
    await refresh.click()
    await expect(mails.getByRole('img', { name: 'OK' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(files.getByRole('img', { name: 'OK' })).toBeVisible()

  const online = await cutNetwork(context)
  await expect(refresh).toBeDisabled()
  await expect(page.getByText('Admin is available when you’re back online.')).toBeVisible()
  await online()
})
