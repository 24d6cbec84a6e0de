// Covers the inbox between two people, on the device, and outside of the app.
import type { CDPSession, Page } from '@playwright/test'
import { type App, allSaved, axe, cutNetwork, expect, test, WHOLE_LIST, waitForServiceWorker } from '#tests/browser.ts'

type Made = { id: string }
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const inbox = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const line = (page: Page, company: string) => inbox(page).getByRole('listitem').filter({ hasText: company })
test('shows a shared target in the bell, accepts it offline, and notifies the sender', {
  tag: ['@everyCommit', '@keptOnDevice'],
}, async ({ app, page }) => {
  const share = async (company: string): Promise<string> => {
    const made = (await app.call('dana', 'tiles', {
      company,
      goal: 'Win the first engagement',
      type: 'prospect',
      value: 'M',
      tasks: [{ description: 'Call', due: '2027-01-04' }],
    })) as Made
    const { users } = (await app.call('dana', 'users')) as { users: { id: string; fullname: string }[] }
    const lee = users.find(({ fullname }) => fullname === 'Lee Okafor')!
    await app.call('dana', `tiles/${made.id}/sharewith/${lee.id}`, {})
    return made.id
  }
  await app.signIn(page, 'lee')
  await page.setViewportSize(WHOLE_LIST)
  await expect(page.getByRole('article').first()).toBeVisible()
  await waitForServiceWorker(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await share('Ferrow Glass')
  await share('Quillon Harbor')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')

  await bell(page).click()
  await expect(inbox(page).getByText('Dana Reyes invited you to pursue Quillon Harbor.').first()).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  const online = await cutNetwork(page.context())
  await inbox(page)
    .getByRole('button', { name: /^Accept .*Quillon Harbor/ })
    .click()
  await expect(line(page, 'Quillon Harbor').getByText('Accepted', { exact: true })).toBeVisible()
  await inbox(page)
    .getByRole('button', { name: /^Decline .*Ferrow Glass/ })
    .click()
  await expect(page.getByRole('button', { name: 'Offline, 2 pending' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inbox(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
  await expect(page.getByRole('article', { name: 'Quillon Harbor' })).toBeVisible()
  // The lines are still there after an offline start.
  await page.reload()
  await bell(page).click()
  await expect(inbox(page).getByText('Dana Reyes invited you to pursue Ferrow Glass.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inbox(page)).toBeHidden()
  await online()
  await page.evaluate('window.dispatchEvent(new Event("online"))')
  await allSaved(page)
  await bell(page).click()
  await expect(line(page, 'Ferrow Glass').getByText('Declined', { exact: true })).toBeVisible()

  // A background task on the server notifies her after the change.
  const toldToDana = async () => {
    const { notifications } = (await app.call('dana', 'notifications')) as { notifications: { text: string }[] }
    return notifications
      .slice(0, 2)
      .map(({ text }) => text)
      .sort()
  }
  await expect
    .poll(toldToDana)
    .toEqual([
      'Lee Okafor accepted your invitation to Quillon Harbor.',
      'Lee Okafor declined your invitation to Ferrow Glass.',
    ])
})

test('closes the inbox with Escape right after opening and with focus elsewhere', async ({ app, page }) => {
  await app.signIn(page, 'lee')
  await bell(page).click()
  await expect(inbox(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inbox(page)).toBeHidden()
  // Presses Escape before the inbox has the focus.
  const isShown = await bell(page).evaluate(async (button: HTMLElement) => {
    button.focus()
    button.click()
    await Promise.resolve()
    const isShown = document.querySelector('[role="dialog"]') !== null
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    return isShown
  })
  expect(isShown).toBe(true)
  await expect(inbox(page)).toBeHidden()
  await bell(page).click()
  await expect(inbox(page)).toBeVisible()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await expect(inbox(page)).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test('has an inbox page with links to targets and marks everything as read', async ({ app, page }) => {
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { id: string; shared: string; collaborators: { response: string; user_id: string }[] }[]
  }
  const shared = tiles.find(({ shared }) => shared === 'accepted')!
  await app.call('dana', 'notes', { target_id: shared.id, note: 'Their counsel is new.' })
  await app.signIn(page, 'lee')
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const line = page.getByRole('link', { name: /Dana Reyes wrote a note on/ }).first()
  await expect(line).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page)).toEqual([])
  await line.click()
  await expect(page).toHaveURL(new RegExp(`/target/${shared.id}$`))
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('syncs reads made offline to the other device without counting them as unsent changes', {
  tag: '@keptOnDevice',
}, async ({ app, page, browser }) => {
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { id: string; shared: string }[] }
  const shared = tiles.find((one) => one.shared === 'accepted')!
  for (const note of ['First', 'Second']) {
    await app.call('dana', 'notes', { target_id: shared.id, note })
  }
  const otherContext = await browser.newContext({ baseURL: app.url })
  const other = await otherContext.newPage()
  for (const one of [page, other]) {
    await app.signIn(one, 'lee')
    await waitForServiceWorker(one)
    await expect(bell(one)).toHaveAccessibleName('Notifications, 2 unread')
  }
  const lines = (one: Page) => inbox(one).getByRole('link', { name: /Dana Reyes wrote a note on/ })
  const [online, otherOnline] = [await cutNetwork(page.context()), await cutNetwork(otherContext)]
  // Each device reads one line, and one of them restarts offline.
  for (const [one, at] of [
    [page, 0],
    [other, 1],
  ] as const) {
    await bell(one).click()
    await lines(one).nth(at).click()
    await expect(bell(one)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(one.getByRole('status').filter({ hasText: 'waiting' })).toHaveCount(0)
  }
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  await expect(lines(page).nth(1)).toBeVisible()
  await expect(inbox(page).getByText(/^Updated .*\. Refreshes when you’re back online\.$/)).toBeVisible()
  await online()
  await otherOnline()
  for (const one of [page, other]) await one.evaluate('window.dispatchEvent(new Event("online"))')
  for (const one of [page, other]) await expect(bell(one)).toHaveAccessibleName('Notifications', { timeout: 15_000 })
  await otherContext.close()
})

test('sets a reminder beside the due date, shows it, and announces it on time', async ({ app, page }) => {
  test.setTimeout(180_000)
  await app.signIn(page, 'dana')
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Minute Mills')
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call their counsel')
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByText(/^Tomorrow at 9:00 AM$/).click()
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Minute Mills' }).first().click()
  const reminder = page.getByRole('button', { name: /Tomorrow at 9:00 AM/ })
  await expect(reminder).toBeVisible()
  await allSaved(page)
  await page.reload()
  await reminder.click()
  await page.getByRole('menuitem', { name: 'Choose a time' }).click()
  await dialog.getByRole('button', { name: /Choose a time/ }).click()
  // The minute that starts 20 to 80 seconds from now, so that a busy machine has time to fill in the form.
  const soon = new Date(Date.now() + 80_000)
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-CA', {
      timeZone: 'America/Los_Angeles',
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
      .formatToParts(soon)
      .map(({ type, value }) => [type, value]),
  )
  await dialog.getByLabel('Day', { exact: true }).fill(`${parts.year}-${parts.month}-${parts.day}`)
  await dialog.getByLabel('Time', { exact: true }).fill(`${parts.hour}:${parts.minute}`)
  await dialog.getByRole('button', { name: 'Remind me' }).click()
  await expect(page.getByText(/^Reminder: Call their counsel, Minute Mills/)).toBeVisible({ timeout: 100_000 })
})

/** Replaces the browser's push service, which tests can't reach, with a subscription of the same shape. */
const fakeSubscription = `
  const subscription = {
    endpoint: 'https://push.example/device-1',
    options: {},
    toJSON: () => ({ endpoint: 'https://push.example/device-1', keys: { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => { delete globalThis.subscribed; return true },
  }
  PushManager.prototype.getSubscription = async () => globalThis.subscribed ?? null
  PushManager.prototype.subscribe = async (options) => {
    globalThis.asked = options
    globalThis.subscribed = subscription
    return subscription
  }`

test('turns on pushes only by a click and off on logging out', { tag: '@keptOnDevice' }, async ({ app, page }) => {
  await page.context().grantPermissions(['notifications'], { origin: app.url })
  await page.addInitScript(fakeSubscription)
  const sent: string[] = []
  page.on('request', (request) => {
    if (/notification-(un)?register/.test(request.url())) sent.push(new URL(request.url()).pathname)
  })
  await app.signIn(page, 'dana')
  await waitForServiceWorker(page)
  await page.goto('/account/notifications')
  const push = page.getByRole('switch', { name: 'Push notifications on this device' })
  // The input itself lies under its track.
  const turn = () => page.getByText('Push notifications on this device', { exact: true }).click()
  await expect(push).not.toBeChecked()
  expect(sent).toEqual([])
  await turn()
  await expect(push).toBeChecked()
  await expect(page.getByText('Notification setting updated')).toBeVisible()
  expect(sent).toEqual(['/api/user/notification-register'])
  expect(await page.evaluate('globalThis.asked.userVisibleOnly && globalThis.asked.applicationServerKey.length')).toBe(
    87,
  )
  expect(await axe(page)).toEqual([])

  await page.getByLabel('From').fill('18:30')
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByRole('button', { name: 'Save quiet hours' })).toBeDisabled()
  const me = (await app.call('dana', 'user')) as { Settings: Record<string, number> }
  expect([me.Settings.quiet_from, me.Settings.quiet_to]).toEqual([1110, 420])

  await turn()
  await expect(push).not.toBeChecked()
  await turn()
  await expect(push).toBeChecked()
  await page.goto('/account/edit')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate('[localStorage.getItem("push"), globalThis.subscribed ?? null]')).toEqual([null, null])
})

test('chooses a level by keyboard and shows Custom after a single switch changes', async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await page.goto('/account/notifications')
  const level = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(level('Daily')).toBeChecked()
  await expect(level('Custom')).toHaveCount(0)
  const pushes = page.getByRole('switch', { name: 'Daily nudge by push' })
  await expect(pushes).not.toBeChecked()
  await level('Daily').focus()
  await page.keyboard.press('ArrowDown')
  await expect(level('Everything')).toBeChecked()
  await expect(level('Everything')).toBeFocused()
  await expect(pushes).toBeChecked()
  await expect(page.getByText('Notification setting updated')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await pushes.focus()
  await page.keyboard.press('Space')
  await expect(level('Custom')).toBeChecked()
  await page.reload()
  await expect(level('Custom')).toBeChecked()
  await expect(pushes).not.toBeChecked()
})

const offer = (page: Page) => page.getByRole('region', { name: 'Get these on this device too?' })
const news = (page: Page) => page.getByRole('link', { name: /^Unread: Dana Reyes wrote a note on/ })
const offered = { tag: '@keptOnDevice' }

/** Gives Lee an inbox line that would have been pushed, and a browser that would accept pushes. */
async function hasNews(page: Page, app: App) {
  await app.call('lee', 'user/notification_level', { level: 'everything' })
  await page.context().grantPermissions(['notifications'], { origin: app.url })
  await page.addInitScript(fakeSubscription)
  await page.addInitScript(`
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => { globalThis.asks = (globalThis.asks ?? 0) + 1; return ask() }`)
  await app.signIn(page, 'lee')
  await waitForServiceWorker(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { id: string; shared: string }[] }
  await app.call('dana', 'notes', { target_id: tiles.find(({ shared }) => shared === 'accepted')!.id, note: 'News' })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
}
const asks = (page: Page) => page.evaluate('globalThis.asks ?? 0')

test(
  'offers pushes in the inbox once there is news, never offline, and never after Not now',
  offered,
  async ({ app, page }) => {
    await hasNews(page, app)
    const online = await cutNetwork(page.context())
    await bell(page).click()
    await expect(inbox(page).getByText('Refreshes when you’re back online')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await online()
    await page.evaluate('window.dispatchEvent(new Event("online"))')
    await allSaved(page)
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await bell(page).click()
      await expect(offer(page)).toBeVisible()
      expect(await axe(page, '[role="dialog"]')).toEqual([])
      await page.keyboard.press('Escape')
    }
    await bell(page).click()
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await expect(offer(page)).toBeHidden()
    expect(await asks(page)).toBe(0)
    await page.goto('/notifications')
    await expect(news(page)).toBeVisible()
    await expect(offer(page)).toBeHidden()
    // The switch in the settings is still available.
    await page.goto('/account/notifications')
    await expect(page.getByRole('switch', { name: 'Push notifications on this device' })).toBeEnabled()
  },
)

test(
  'turns on offered pushes with one click, or explains how to unblock them',
  offered,
  async ({ app, page, browser }) => {
    await hasNews(page, app)
    const other = await browser.newContext({ baseURL: app.url })
    const blocking = await other.newPage()
    await page.goto('/notifications')
    const registered = page.waitForRequest(/notification-register/)
    await offer(page).getByRole('button', { name: 'Turn on' }).click()
    await registered
    await expect(page.getByText('Notification setting updated')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    expect(await asks(page)).toBe(1)
    await page.goto('/account/notifications')
    const push = page.getByRole('switch', { name: 'Push notifications on this device' })
    await expect(push).toBeChecked()
    await page.getByText('Push notifications on this device', { exact: true }).click()
    await expect(push).not.toBeChecked()
    await page.goto('/notifications')
    await expect(news(page)).toBeVisible()
    await expect(offer(page)).toBeHidden()

    await other.grantPermissions(['notifications'], { origin: app.url })
    await app.signIn(blocking, 'lee')
    await blocking.goto('/notifications')
    await expect(offer(blocking)).toBeVisible()
    const cdp = await other.newCDPSession(blocking)
    const { browserContextId } = (await cdp.send('Target.getTargetInfo')).targetInfo
    const denied = { permission: { name: 'notifications' }, setting: 'denied', origin: app.url } as const
    await cdp.send('Browser.setPermission', { ...denied, browserContextId })
    await offer(blocking).getByRole('button', { name: 'Turn on' }).click()
    await expect(offer(blocking).getByText('Allow them in its settings for this site, then come back.')).toBeVisible()
    await offer(blocking).getByRole('button', { name: 'Close' }).click()
    await blocking.reload()
    await expect(news(blocking)).toBeVisible()
    await expect(offer(blocking)).toBeHidden()
    await other.close()
  },
)

test('shows a push message and opens its subject on a click', { tag: '@keptOnDevice' }, async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: app.url })
  await app.signIn(page, 'dana')
  await waitForServiceWorker(page)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  const path = (await page.getByRole('article').first().getByRole('link').first().getAttribute('href'))!
  const cdp = await context.newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data })
  const shown = () =>
    page.evaluate(
      'navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((all) => all.map(({ title, body, data }) => [title, body, data.path]))',
    )
  await deliver(JSON.stringify({ title: 'Shared Target', body: 'Lee Okafor won Acme.', path, tag: 'one' }))
  await expect.poll(shown).toEqual([['Shared Target', 'Lee Okafor won Acme.', path]])
  // An unreadable message, or one to another site, opens the inbox.
  await deliver('not json')
  await deliver(JSON.stringify({ title: 'Elsewhere', path: 'https://evil.example/', tag: 'two' }))
  await expect
    .poll(async () => ((await shown()) as string[][]).map(([title, , to]) => `${title} ${to}`).sort())
    .toEqual(['Elsewhere /notifications', 'Pursuit /notifications', `Shared Target ${path}`])
  const worker = context.serviceWorkers()[0]!
  await worker.evaluate(
    'self.registration.getNotifications({ tag: "one" }).then(([notification]) => self.dispatchEvent(new NotificationEvent("notificationclick", { notification })))',
  )
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

async function registrationOf(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return found
}
