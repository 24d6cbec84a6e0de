import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, PASSWORD, test } from '#tests/browser.ts'
import { startServer } from '#tests/server.ts'
import { freePort } from '#tools/postgres.ts'

test('sends a login to its email domain’s instance with the address but no password', async ({ browser }) => {
  const home = mkdtempSync(join(tmpdir(), 'pursuit-instances-'))
  const demo = process.env.PURSUIT_DEMO_COPY
  if (demo) for (const key of ['west', 'east']) cpSync(demo, join(home, key), { recursive: true })
  const [westPort, eastPort] = [await freePort(), await freePort()]
  const [west, east] = [`http://localhost:${westPort}`, `http://127.0.0.1:${eastPort}`]
  const PURSUIT_INSTANCES = JSON.stringify([
    { key: 'west', name: 'Pursuit West', url: west, domains: ['brookvale.example'] },
    { key: 'east', name: 'Pursuit East', url: east, domains: ['hartwell.example'] },
  ])
  const start = (key: string, port: number) =>
    startServer({
      directory: join(home, key),
      port,
      environment: { PURSUIT_INSTANCE: key, PURSUIT_INSTANCES },
    })
  const servers = [await start('west', westPort), await start('east', eastPort)]
  await leave(west)
  const context = await browser.newContext()
  const page = await context.newPage()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  try {
    await page.goto(`${west}/login`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Email').fill('dana@hartwell.example')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${east}/login?email=dana%40hartwell.example`)
    await expect(page.getByLabel('Email')).toHaveValue('dana@hartwell.example')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    expect(sent.filter((one) => one.includes(encodeURIComponent(PASSWORD)) || one.includes(PASSWORD))).toEqual([])

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${east}/targets/active`)
  } finally {
    await context.close()
    for (const server of servers) await server.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
})

/** The demo firm belongs to the other instance, because a domain verified in a database overrides the configuration. */
async function leave(url: string): Promise<void> {
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        'x-client': 'web',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.ok, `${method} ${path}`).toBe(true)
    return answer.status === 204 ? undefined : answer.json()
  }
  const { token } = await call('POST', 'user/login', undefined, { email: 'admin@hartwell.example', password: PASSWORD })
  const { domains } = await call('GET', 'admin/sign_on', token)
  for (const { id } of domains) await call('DELETE', `admin/sign_on/domains/${id}`, token)
}
