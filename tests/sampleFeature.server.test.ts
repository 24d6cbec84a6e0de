// Checks that a feature is routed, permitted, listed, and shown once it is in the two lists, although nothing else
// names it.

import { createMemoryHistory } from '@tanstack/history'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features as serverFeatures } from '#app/features.ts'
import { features as clientFeatures } from '#app/features.tsx'
import { areaOf, isPermitted, landingPath } from '#core/client/areas.ts'
import { composeFeatures as composeClient, defineFeature as defineClient, screen } from '#core/client/feature.ts'
import { routerOf } from '#core/client/router/router.ts'
import type { Flag } from '#core/contract/area.ts'
import { defineReport, ReportFacts } from '#core/contract/report.ts'
import { defineRoute } from '#core/contract/route.ts'
import type { Session } from '#core/contract/session.ts'
import { composeFeatures, defineFeature } from '#core/server/feature.ts'
import { serveReport } from '#core/server/reports/serveReport.ts'
import { allOf, defineHandler, signedIn } from '#core/server/routes.ts'
import { type OfferedFlag, subscribed } from '#core/server/subscriptions.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { routes as account } from '#features/account/contract.ts'
import { operatorRoutes } from '#features/admin/operator/contract.ts'
import { type Api, type Client, openApi } from './api.ts'

const flag: Flag = { name: 'toys' }
const offered: OfferedFlag = { ...flag, label: 'Toys', tells: 'What people thought of.' }
const fixtures = defineCollection({ name: 'toys', row: z.object({ id: z.string() }) })
const list = defineRoute({
  name: 'toys.list',
  method: 'GET',
  path: 'toys',
  summary: 'All toys',
  answer: z.object({ toys: z.array(z.string()) }),
})
const Facts = ReportFacts.extend({ toys: z.number() })
const report = defineReport<z.infer<typeof Facts>>({
  name: 'toys',
  title: 'Toys Report',
  sentence: 'What you thought of.',
  flag,
  facts: Facts,
  totals: [{ label: 'Toys', sentence: 'How many.', kind: 'count', of: (facts) => facts.toys }],
  tables: [],
})
const toy = defineFeature({
  name: 'toys',
  flags: [offered],
  routes: [defineHandler(list, allOf(signedIn, subscribed(flag)), async () => ({ toys: ['Fly'] }))],
  reports: [serveReport(report, signedIn, async () => ({ toys: 1 }))],
  jobs: [{ name: 'forget-toys', cron: '0 0 * * *', run: async () => {} }],
  subscriptionData: [{ flag, read: async () => ({ feed: '/api/toys' }) }],
})

const Page = () => null
const Settings = () => null

describe('a sample feature on the server', () => {
  let api: Api
  let dana: Client
  let olive: Client
  beforeAll(async () => {
    api = await openApi({ also: [toy] })
    dana = await api.aPerson(await api.aFirm())
    olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  })
  afterAll(() => api?.close())

  test('responds only where an operator has turned it on', async () => {
    expect((await dana.call(list)).status).toBe(403)
    expect((await dana.call(report.routes.read)).status).toBe(403)
    const turn = { params: { id: dana.orgId }, body: { flags: { toys: true } } }
    const { body } = await olive.call<{ flags: OfferedFlag[]; subscriptions: object }>(operatorRoutes.subscribe, turn)
    expect(body.flags).toContainEqual(offered)
    expect(body.subscriptions).toMatchObject({ toys: true, targets: true })
    expect(await dana.call(list)).toMatchObject({ status: 200, body: { toys: ['Fly'] } })
    expect(await dana.call(report.routes.read)).toMatchObject({ status: 200, body: { toys: 1 } })
    const me = await dana.call<Session>(account.me)
    expect(me.body.Subscriptions.toys).toEqual({ on: 'yes', data: { feed: '/api/toys' } })
  })

  test('adds its jobs to the product', () => {
    const { jobs } = composeFeatures([...serverFeatures, toy])
    expect(jobs.map(({ name }) => name)).toContain('forget-toys')
  })
})

describe('a sample feature on the client', () => {
  const entries = { screens: [{ key: 'screen:/toys/best', label: 'Best toys', run: () => {} }] }
  const product = composeClient([
    ...clientFeatures,
    defineClient({
      name: 'toys',
      area: {
        name: 'toys',
        label: 'Toys',
        path: '/toys',
        prefixes: ['/toys'],
        icon: 'users',
        order: 20,
        landing: 9,
        flag,
      },
      screens: [screen('/toys', async () => Page), screen('/toys/$id', async () => Page)],
      tabs: async () => [{ area: 'account', name: 'toys', label: 'Toys', order: 75, load: async () => Settings }],
      palette: async () => () => entries,
      reports: [{ flag, load: async () => report }],
      offline: async () => ({
        collections: [fixtures],
        actions: [],
        words: async () => ({ sentenceOf: () => 'An idea.', typedIn: () => null }),
      }),
    }),
  ])
  const sessionWith = (on: 'yes' | 'no') =>
    ({ user: { role: 'member' }, Settings: {}, Subscriptions: { toys: { on } } }) as unknown as Session

  test('adds its area, permitted by its flag, as the landing page of people without another', () => {
    const known = ['targets', 'toys', 'account', 'admin']
    expect(product.areas.map(({ name }) => name).filter((name) => known.includes(name))).toEqual(known)
    const area = areaOf('/toys/7', product.areas)!
    expect(area.name).toBe('toys')
    expect([isPermitted(sessionWith('yes'), area), isPermitted(sessionWith('no'), area)]).toEqual([true, false])
    expect([landingPath(sessionWith('yes'), product.areas), landingPath(sessionWith('no'), product.areas)]).toEqual([
      '/toys',
      '/account',
    ])
  })

  test('adds its screens to the router beside the others', () => {
    expect(routerOf(product, createMemoryHistory()).paths).toEqual(
      expect.arrayContaining(['/toys', '/toys/$id', '/targets/$status', '/account/$tab', '/login']),
    )
  })

  test('adds its tab on another page, its palette entries, rows, and report', async () => {
    const tabs = await product.tabs()
    expect(tabs.flatMap(({ area, label }) => (area === 'account' && label) || []).slice(-2)).toEqual(['About', 'Toys'])
    const palettes = await Promise.all(product.palette.map((load) => load()))
    expect(palettes.at(-1)?.(sessionWith('yes'))).toBe(entries)
    expect(await product.reports.at(-1)?.load()).toBe(report)
    expect(product.reports.filter((one) => isPermitted(sessionWith('no'), one))).toEqual([])
    expect((await product.offline()).flatMap(({ collections }) => collections)).toContain(fixtures)
  })
})
