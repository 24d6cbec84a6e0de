// `npm run verify:crm -- <folder>` tests the import of sales_teams.csv and sales_pipeline.csv over HTTP, on a new server.
// Exits with 1 when a figure differs from the file's.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { routes as account } from '#features/account/contract.ts'
import { type Import, type ImportDetail, type ImportPreview, routes } from '#features/admin/imports/contract.ts'
import type { TargetMapping } from '#features/admin/imports/mappingContract.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { type AdminGroup, peopleRoutes } from '#features/admin/people/contract.ts'
import { WON_REVENUE } from '#features/targets/pastContract.ts'
import { routes as targets } from '#features/targets/score/contract.ts'
import { type Viewer, routes as viewerRoutes } from '#features/viewer/contract.ts'
import { compared, dealsIn, type ImportedFirm, moved, YEARS_LATER } from '#tests/crmFigures.ts'
import { flags } from '#tests/flags.ts'
import { SECRET, startServer } from '#tests/server.ts'

const PASSWORD = 'Pursuit#2026'
const EMAIL = 'admin@crm.example'

type Call = <T>(route: AnyRoute, input?: RouteInput) => Promise<T>

async function main(folder: string): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-crm-'))
  try {
    await makeFirm(directory)
    const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
    try {
      return await tryOn(server.url, folder)
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function makeFirm(directory: string): Promise<void> {
  const database = await openDatabase({ directory: join(directory, 'database') })
  await migrate(database)
  const passwordHash = await hashPassword(PASSWORD)
  await withoutRls(database, async (tx) => {
    const firm = await createFirm(tx, flags, { name: 'CRM Sales', domains: ['crm.example'] })
    const [admin] = await addFirmPeople(tx, firm, [
      { email: EMAIL, first_name: 'Admin', last_name: 'Admin', role: 'admin', passwordHash },
    ])
    // In a firm with org access, a group's manager sees everyone in the Viewer.
    const board = newId()
    await tx.sql`update orgs set access = 'yes' where id = ${firm}`
    await tx.sql`insert into groups (org_id, id, name) values (${firm}, ${board}, 'Board')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${firm}, ${board}, ${admin!.id})`
  })
  await database.close()
}

async function tryOn(url: string, folder: string): Promise<boolean> {
  const { token } = await callerOf(url)<{ token: string }>(account.login, {
    body: { email: EMAIL, password: PASSWORD },
  })
  const call = callerOf(url, token)

  const people = await importFile(url, token, join(folder, 'sales_teams.csv'), 'people', (detail) => detail.suggestion)
  say(
    `People: ${people.imported} imported, ${people.matched} matched, ${people.refused} rejected of ${people.total} rows`,
  )
  const everyone = await call<{ people: unknown[] }>(peopleRoutes.people)
  const groups = await call<{ groups: { name: string; members: number; managers: string[] }[] }>(peopleRoutes.groups)
  say(`The firm has ${everyone.people.length - 1} people without the admin, in ${groups.groups.length} groups`)
  for (const group of groups.groups)
    say(`  ${group.name}: ${group.members} people, managed by ${group.managers.join(', ')}`)

  const began = performance.now()
  const file = join(folder, 'sales_pipeline.csv')
  const done = await importFile(
    url,
    token,
    file,
    'targets',
    (detail) => {
      const mapping = detail.suggestion as TargetMapping
      // Rows without an account use the product as their contact.
      return { ...mapping, stand_in: detail.columns.findIndex(({ header }) => header === 'product') }
    },
    () => call(targets.hud),
  )
  say(
    `Targets: ${done.imported} imported, ${done.refused} rejected of ${done.total} rows, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  const isImported = await check(call, done, file)
  return (await checkViewer(call, folder)) && isImported
}

/** As the screen does it. */
async function importFile(
  url: string,
  token: string,
  file: string,
  kind: 'people' | 'targets',
  mappingOf: (detail: ImportDetail) => unknown,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Import> {
  const call = callerOf(url, token)
  const form = new FormData()
  form.append('file', new File([moved(readFileSync(file, 'utf8'))], file.split('/').at(-1)!, { type: 'text/csv' }))
  const answer = await fetch(url + addressOf(routes.upload, { query: { kind } }), {
    method: 'POST',
    body: form,
    headers: headersOf(token, 'POST'),
  })
  const uploaded = (await answer.json()) as Import & { message?: string }
  if (!answer.ok) throw new Error(uploaded.message)
  const params = { id: uploaded.id }
  const detail = await call<ImportDetail>(routes.read, { params })
  const mapping = mappingOf(detail)
  const preview = await call<ImportPreview>(routes.preview, { params, body: { mapping } })
  say(
    `${file.split('/').at(-1)}: ${uploaded.total} rows; the preview says ${JSON.stringify(preview.counts)} ${preview.parts.map(({ label, count }) => `${label} ${count}`).join(', ')}`,
  )
  for (const { notice, count } of preview.notices) say(`  ${count} × ${notice}`)
  for (const { reason, count, rows } of preview.reasons)
    say(`  ${count} × rejected: ${reason} (rows ${rows.join(', ')} …)`)
  await call(routes.run, { params, body: { mapping } })
  let slowest = 0
  for (;;) {
    const now = await call<ImportDetail>(routes.read, { params })
    if (now.state !== 'running') {
      if (slowest > 0) say(`  the slowest other request took ${Math.round(slowest)} ms`)
      if (now.state !== 'done') throw new Error(`The import is ${now.state}: ${now.problem}`)
      return now
    }
    const began = performance.now()
    await meanwhile()
    slowest = Math.max(slowest, performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function check(call: Call, done: Import, file: string): Promise<boolean> {
  const rows = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data
  const count = (stages: string[]) => rows.filter(({ deal_stage }) => stages.includes(deal_stage ?? '')).length
  const expected = { Won: count(['Won']), Lost: count(['Lost']), Pursuing: count(['Engaging', 'Prospecting']) }
  const sum = rows
    .filter(({ deal_stage }) => deal_stage === 'Won')
    .reduce((total, { close_value }) => total + Number(close_value), 0)
  const { parts } = await call<ImportDetail>(routes.read, { params: { id: done.id } })
  const actual = (label: string) => parts.find((part) => part.label === label)?.count ?? 0
  const results = [
    ...Object.entries(expected).map(([label, wanted]) => ({ label, wanted, is: actual(label) })),
    { label: WON_REVENUE, wanted: sum, is: actual(WON_REVENUE) },
    { label: 'Rejected', wanted: 0, is: done.refused },
    { label: 'Rows in the file', wanted: rows.length, is: done.imported + done.refused },
  ]
  for (const { label, wanted, is } of results)
    say(
      `${is === wanted ? 'ok   ' : 'WRONG'} ${label}: ${is.toLocaleString('en-US')}${is === wanted ? '' : `, the file says ${wanted.toLocaleString('en-US')}`}`,
    )
  return results.every(({ wanted, is }) => wanted === is)
}

/** Compares the firm, each group, and each person, for the year and each quarter. */
async function checkViewer(call: Call, folder: string): Promise<boolean> {
  const text = (name: string) => readFileSync(join(folder, `${name}.csv`), 'utf8')
  const { graphs } = await call<Viewer>(viewerRoutes.viewer)
  const { groups } = await call<{ groups: AdminGroup[] }>(peopleRoutes.groups)
  const firm: ImportedFirm = {
    id: graphs.find(({ key }) => key === 'org')!.id,
    groups: new Map(groups.flatMap(({ id, managers }) => managers.map((name) => [name, id]))),
    people: new Map(graphs.filter(({ key }) => key === 'user').map(({ name, id }) => [name, id])),
  }
  say(`The Viewer, each date ${YEARS_LATER} years later than in the file, because the Viewer’s days begin in 2018`)
  const figures = await compared(call, firm, dealsIn(text('sales_pipeline'), text('sales_teams')))
  for (const { label, file, viewer } of figures)
    say(`${file === viewer ? 'ok   ' : 'WRONG'} ${label}: the file ${shown(file)}, the Viewer ${shown(viewer)}`)
  const wrong = figures.filter(({ file, viewer }) => file !== viewer).length
  say(`${figures.length} figures of the Viewer, ${wrong} of them differ from the file`)
  return wrong === 0
}

const shown = (value: string | number | undefined) => value?.toLocaleString('en-US') ?? 'none'

const headersOf = (token: string | undefined, method: string) => ({
  'x-client': 'web',
  ...(token && { authorization: `Bearer ${token}` }),
  ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
})

const callerOf =
  (url: string, token?: string): Call =>
  async <T>(route: AnyRoute, input: RouteInput = {}) => {
    const answer = await fetch(url + addressOf(route, input), {
      method: route.method,
      headers: {
        ...headersOf(token, route.method),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${route.name} answered ${answer.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

const say = (line: string) => console.log(line)

const folder = process.argv[2]
if (!folder) {
  console.error(
    'Name the folder with the files: npm run verify:crm -- <folder with sales_teams.csv and sales_pipeline.csv>',
  )
  process.exitCode = 1
} else process.exitCode = (await main(folder)) ? 0 : 1
