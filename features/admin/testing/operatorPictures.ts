// Screenshots of firms and the server for operators: healthy, busy, broken, and offline.
import type { Page } from '@playwright/test'
import { cutNetwork } from '#tests/browser.ts'
import { button, type Picture, withAnswer, withoutAnswer } from '#tests/pictures.ts'
import type { Checks, FirmDetail, Health } from '../operator/contract.ts'
import type { FirmExport } from '../operator/exportContract.ts'
import type { FirmArrival } from '../operator/firmRestoreContract.ts'

type More = Pick<Picture, 'isBroken' | 'isOffline'>
const operator = (name: string, tab: string, prepare?: Picture['prepare'], more: More = {}): Picture => ({
  name: `admin-${name}`,
  path: `/admin/${tab}`,
  person: 'operator',
  prepare,
  ...more,
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const toArrivals = (page: Page) => page.getByRole('heading', { name: 'Import a firm' }).scrollIntoViewIfNeeded()
const openFirm = async (page: Page) => {
  await page.getByRole('link', { name: 'Brook & Vale' }).click()
  await page.getByRole('heading', { name: 'Access' }).scrollIntoViewIfNeeded()
}

const anArrival = (some: Partial<FirmArrival>): FirmArrival => ({
  id: crypto.randomUUID(),
  state: 'done',
  file_name: 'ashdown-and-marchbank-solicitors-llp-2026-11-22.tar.gz',
  bytes: 48_210_334,
  asked_by: 'Olive Park',
  asked_at: ago(60),
  firm_id: crypto.randomUUID(),
  firm_name: 'Ashdown & Marchbank Solicitors LLP',
  total: 48_213,
  done: 48_213,
  left_out: [],
  problem: '',
  finished_at: ago(30),
  ...some,
})
const bringing = (page: Page) =>
  withAnswer(page, /\/api\/operator\/arrivals$/, () => ({
    arrivals: [
      anArrival({ state: 'reading', firm_id: null, firm_name: '', finished_at: null }),
      anArrival({ state: 'writing', firm_name: 'Carrow & Lyle', done: 17_204, finished_at: null }),
      anArrival({ state: 'undoing', firm_name: 'Pell Partners', finished_at: null }),
      anArrival({
        left_out: [
          '12 lesson progress: what they refer to isn’t on this server.',
          '3 files were already missing when the firm was exported.',
        ],
      }),
      anArrival({ state: 'stopped', firm_name: 'Quarrier Lowe' }),
      anArrival({
        state: 'failed',
        firm_name: '',
        problem: "This archive can't be read: its end is missing. Upload it again.",
      }),
    ],
  }))

const exported = (state: FirmExport['state']) => async (page: Page) => {
  const { pathname } = new URL(page.url())
  await withAnswer(page, new RegExp(`/api/operator/firms/${pathname.split('/').at(-1)}$`), (firm: FirmDetail) => ({
    ...firm,
    exported: {
      id: crypto.randomUUID(),
      state,
      asked_by: 'Olive Park',
      asked_at: ago(10),
      total: 48_213,
      done: 17_204,
      problem: state === 'failed' ? 'The disk is full. Please make room, then export the firm again.' : '',
      finished_at: state === 'running' ? null : ago(5),
      ends_at: null,
      bytes: null,
    } satisfies FirmExport,
  }))
  await page.getByRole('heading', { name: 'Export' }).scrollIntoViewIfNeeded()
}

const wrong: Record<string, Pick<Checks['checks'][number], 'state' | 'says' | 'advice'>> = {
  files: {
    state: 'bad',
    says: 'Can’t save files in /var/lib/pursuit/files/kept: it is read-only.',
    advice: 'Check that this location exists, has space, and lets Pursuit write.',
  },
  disk: { state: 'warn', says: '1.6 GB of 40.0 GB free.', advice: 'Free up space, or use a larger disk.' },
  queues: {
    state: 'warn',
    says: 'The oldest job has waited 9 min, in mail. Failed permanently: 3 in mail, 1 in sweep-files.',
    advice: 'See the reason below, fix it, then retry.',
  },
}
const unwell = async (page: Page) => {
  await page.route(/\/api\/operator\/health$/, async (route) => {
    const answer = await route.fetch()
    const health = (await answer.json()) as Health
    await route.fulfill({
      response: answer,
      json: {
        ...health,
        outgoing: health.outgoing.map((one) =>
          one.channel === 'mail' ? { ...one, waiting: 12, failed: 3, doubt: 1, oldest: ago(14) } : one,
        ),
        troubles: (['failed', 'doubt', 'waiting'] as const).map((state, place) => ({
          orgId: crypto.randomUUID(),
          firm: 'Ashdown & Marchbank Solicitors LLP',
          id: crypto.randomUUID(),
          channel: 'mail',
          recipient: `wilhelmina.throckmorton-${place}@ashdown-and-marchbank.example`,
          state,
          problem: state === 'doubt' ? '' : 'The mail server refused: 550 5.7.1 Relaying denied',
          tries: 3 + place,
          at: ago(place),
          canRetry: state !== 'waiting',
        })),
        runs: [
          {
            id: crypto.randomUUID(),
            name: 'importRows',
            firm: { id: crypto.randomUUID(), name: 'Ashdown & Marchbank Solicitors LLP' },
            since: ago(3),
            is_active: true,
            done: 4200,
            can_stop: true,
            if_stopped: 'What is imported stays.',
          },
        ],
      },
    })
  })
  await withAnswer(page, /\/api\/operator\/health\/checks$/, (found: Checks) => ({
    ...found,
    checks: found.checks.map((check) => ({ ...check, ...wrong[check.name] })),
  }))
  await page.getByText('it is read-only.').waitFor()
}

export const operatorPictures: readonly Picture[] = [
  operator('firms', 'firms'),
  operator('firms-none', 'firms?q=nobody'),
  operator('firms-bring', 'firms', toArrivals),
  operator('firms-bringing', 'firms', async (page) => {
    await bringing(page)
    await toArrivals(page)
  }),
  operator('firms-sending', 'firms', async (page) => {
    await page.route(/\/api\/uploads/, (route) => void route)
    await page.getByLabel('Firm archive').setInputFiles({
      name: 'ashdown-and-marchbank-solicitors-llp-2026-11-22.tar.gz',
      mimeType: 'application/gzip',
      buffer: Buffer.alloc(3 * 1024 * 1024),
    })
    await button(page, 'Cancel').scrollIntoViewIfNeeded()
  }),
  operator('firms-deleted', 'firms', async (page) => {
    await withAnswer(page, /\/api\/operator\/deleted-firms$/, () => ({
      firms: ['Ashdown & Marchbank Solicitors LLP', 'Pell Partners'].map((name, place) => ({
        id: crypto.randomUUID(),
        name,
        asked_at: ago(60 * 24 * 31),
        finished_at: place === 0 ? ago(60 * 20) : null,
        rows: 48_213,
        files: 1204,
        bytes: 948_210_334,
      })),
    }))
    await page.getByRole('heading', { name: 'Deleted firms' }).scrollIntoViewIfNeeded()
  }),
  operator('firms-offline', 'firms', offline, { isBroken: true, isOffline: true }),
  operator('firms-error', 'firms', (page) => withoutAnswer(page, /\/api\/operator\/(firms|arrivals)$/), {
    isBroken: true,
  }),
  operator('firm', 'firms', openFirm),
  operator('firm-delete', 'firms', async (page) => {
    await openFirm(page)
    await button(page, 'Delete…').click()
  }),
  operator('firm-export', 'firms', async (page) => {
    await openFirm(page)
    await button(page, /^Export( again)?$/).click()
    await button(page, 'Download').waitFor()
    await page.getByRole('heading', { name: 'Export' }).scrollIntoViewIfNeeded()
  }),
  ...(['running', 'failed', 'ended'] as const).map((state) =>
    operator(`firm-export-${state}`, 'firms', async (page) => {
      await openFirm(page)
      await exported(state)(page)
    }),
  ),
  operator('health', 'health', (page) => page.getByText('sweep-files').waitFor()),
  operator('health-wrong', 'health', unwell),
  operator('health-jobs', 'health', (page) => page.getByText('sweep-files').scrollIntoViewIfNeeded()),
  operator('health-offline', 'health', offline, { isBroken: true, isOffline: true }),
  operator('health-error', 'health', (page) => withoutAnswer(page, /\/api\/operator\/health/), { isBroken: true }),
]

async function offline(page: Page, context: Parameters<typeof cutNetwork>[0]): Promise<void> {
  await cutNetwork(context)
  await page.reload()
  await page.getByText('Admin is available when you’re back online.').waitFor()
}
