// A firm of 2,000 people, and its panels that choose among them, for a browser test and a benchmark.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { openSession } from '#core/server/sessions.ts'
import { addFirmPeople, addGroup, createFirm } from '#features/admin/operator/server/firms.ts'
import { flags } from './flags.ts'
import { SECRET, startServer } from './server.ts'

const PASSWORD = 'Pursuit#2026'
const ADMIN = 'person0@large.example'

export const PEOPLE = 2000
/** The title of a draft for everyone but one person, so that the recipients are chosen by name. */
const DIGEST = 'To almost all of us'

export type LargeFirm = {
  url: string
  /** Calls the API as the admin. */
  call: <T>(path: string, body?: unknown) => Promise<T>
  digestId: string
  end: () => Promise<void>
}

/** Starts a server with the firm on an embedded database. */
export async function openLargeFirm(): Promise<LargeFirm> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-large-firm-'))
  const database = await openDatabase({ directory: join(directory, 'database'), poolSize: 4 })
  await migrate(database)
  const passwordHash = await hashPassword(PASSWORD)
  const token = await withoutRls(database, async (tx) => {
    const orgId = await createFirm(tx, flags, { name: 'A large firm' })
    const people = Array.from({ length: PEOPLE }, (_, at) => ({
      email: `person${at}@large.example`,
      first_name: `Anderson${at % 40}`,
      last_name: `Person${at}`,
      role: at === 0 ? ('admin' as const) : ('member' as const),
      passwordHash,
    }))
    const ids = (await addFirmPeople(tx, orgId, people)).map(({ id }) => id)
    await addGroup(tx, orgId, 'All people', ids, [ids[0]!])
    return openSession(tx, orgId, ids[0]!)
  })
  await database.pool.query('vacuum analyze')
  await database.close()
  const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-client': 'web',
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { users } = await call<{ users: { user_id: string }[] }>('contents/reach')
  const user_ids = users.map(({ user_id }) => user_id)
  await call('distributionlist', { name: 'All of us', user_ids })
  const { id } = await call<{ id: string }>('digest', { title: DIGEST, user_ids: user_ids.slice(1), draft: true })
  return {
    url: server.url,
    call,
    digestId: id,
    async end() {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function signInTo(page: Page, { url }: LargeFirm): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel(/e-?mail/i).fill(ADMIN)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

export type LargePanel = {
  name: string
  /** Opens the panel from any page. */
  open: (page: Page, url: string) => Promise<Locator>
  /** Its text fields. */
  fields: { name: string; find: (panel: Locator) => Locator; text?: string }[]
}

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name }).first()
const textbox = (name: string) => ({
  name,
  find: (panel: Locator) => panel.getByRole('textbox', { name, exact: true }),
})
/** A field that searches people. All their names contain these letters. */
const search = (name: string) => ({ name, find: (panel: Locator) => panel.getByLabel(name).first(), text: 'anderson' })
const dialog = (page: Page) => page.getByRole('dialog').last()

async function openDigest(page: Page, url: string): Promise<Locator> {
  await page.goto(`${url}/insights/digests`)
  await page.getByRole('button', { name: `Actions for ${DIGEST}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const panel = dialog(page)
  await panel.getByText('1,999', { exact: true }).waitFor()
  return panel
}

export const largePanels: readonly LargePanel[] = [
  {
    name: 'new digest',
    async open(page, url) {
      await page.goto(`${url}/insights/digests`)
      await button(page, 'Create Digest').click()
      return dialog(page)
    },
    fields: [textbox('Title'), textbox('Description'), search('Add a list or a person')],
  },
  {
    name: 'digest to 1,999 people',
    open: openDigest,
    fields: [textbox('Title'), textbox('Description'), search('Add a list or a person')],
  },
  {
    name: 'contacts of a digest',
    async open(page, url) {
      const panel = await openDigest(page, url)
      await button(panel, /^See the 1,999 contacts/).click()
      return dialog(page)
    },
    fields: [search('Search by name')],
  },
  {
    name: 'distribution list',
    async open(page, url) {
      await page.goto(`${url}/insights/digests`)
      await button(page, 'Create Digest').click()
      await button(dialog(page), 'Add new Distribution List').click()
      const list = page.getByRole('dialog', { name: 'Add new Distribution List' })
      await list.getByLabel('Select all 2000').check()
      return list
    },
    fields: [textbox('Name'), search('People')],
  },
  {
    name: 'content',
    async open(page, url) {
      await page.goto(`${url}/insights/library`)
      await button(page, 'Add Content').click()
      const panel = dialog(page)
      await panel.getByLabel('Everyone, including people who join later').uncheck()
      await panel.getByLabel('Select all 2000').check()
      await panel.getByLabel('Review on').fill('2030-01-01')
      return panel
    },
    fields: [textbox('Name'), textbox('Description'), search('Who can open it?')],
  },
  {
    name: 'insight',
    async open(page, url) {
      await page.goto(`${url}/admin/insights`)
      await button(page, 'Write an insight').click()
      return dialog(page)
    },
    fields: [textbox('Observation'), textbox('Suggestion')],
  },
  {
    name: 'file access',
    async open(page, url) {
      await page.goto(`${url}/viewer/assets`)
      await button(page, 'Upload').click()
      const upload = dialog(page)
      await upload.getByLabel('Select all 2000').check()
      return upload
    },
    fields: [textbox('File Name'), search('File Access')],
  },
  {
    name: 'lesson assigning',
    async open(page, url) {
      await page.goto(`${url}/trainers/progress`)
      await button(page, 'Assign').click()
      return dialog(page)
    },
    fields: [search('People and groups')],
  },
  {
    name: 'scheduled report',
    async open(page, url) {
      await page.goto(`${url}/viewer/pipeline/overview`)
      await button(page, 'Email this report').click()
      return dialog(page)
    },
    fields: [textbox('Subject (optional)'), search('To')],
  },
  {
    name: 'people of a group',
    async open(page, url) {
      await page.goto(`${url}/admin/groups`)
      await page
        .getByRole('link', { name: /All people/ })
        .first()
        .click()
      await button(page, 'Add managers').click()
      return dialog(page)
    },
    fields: [search('Search people')],
  },
]
