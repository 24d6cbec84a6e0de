// The measure of the house: a feature that nothing else names is routed, permitted, listed and shown, once it is in the two lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features as serverFeatures } from '#app/features.ts'
import { features as clientFeatures } from '#app/features.tsx'
import { areaOf, isPermitted, landingPath } from '#core/client/areas.ts'
import { composeFeatures as composeClient, defineFeature as defineClient, screen } from '#core/client/feature.ts'
import { routerOf } from '#core/client/router.tsx'
import type { Flag } from '#core/contract/area.ts'
import { defineReport, ReportFacts } from '#core/contract/report.ts'
import { defineRoute } from '#core/contract/route.ts'
import type { Session } from '#core/contract/session.ts'
import { composeFeatures, defineFeature } from '#core/server/feature.ts'
import { serveReport } from '#core/server/reports/serveReport.ts'
import { both, serve, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { defineCollection } from '#core/sync/collection.ts'
import { routes as account } from '#features/account/contract.ts'
import { operatorRoutes } from '#features/admin/operator/contract.ts'
import { type Api, type Client, openApi } from './api.ts'

const flag: Flag = { name: 'ideas', label: 'Ideas', tells: 'What people thought of.' }
const ideas = defineCollection({ name: 'ideas', row: z.object({ id: z.string() }) })
const list = defineRoute({
  name: 'ideas.list',
  method: 'GET',
  path: 'ideas',
  summary: 'All ideas',
  answer: z.object({ ideas: z.array(z.string()) }),
})
const Facts = ReportFacts.extend({ ideas: z.number() })
const report = defineReport<z.infer<typeof Facts>>({
  name: 'ideas',
  title: 'Ideas Report',
  sentence: 'What you thought of.',
  flag,
  facts: Facts,
  totals: [{ label: 'Ideas', sentence: 'How many.', kind: 'count', of: (facts) => facts.ideas }],
  tables: [],
})
const toy = defineFeature({
  name: 'ideas',
  flags: [flag],
  routes: [serve(list, both(signedIn, subscribed(flag)), async () => ({ ideas: ['Fly'] }))],
  reports: [serveReport(report, signedIn, async () => ({ ideas: 1 }))],
  jobs: [{ name: 'forget-ideas', cron: '0 0 * * *', run: async () => {} }],
  subscriptionData: [{ flag, read: async () => ({ feed: '/api/ideas' }) }],
})

const Page = () => null
const Settings = () => null

describe('on the server', () => {
  let api: Api
  let dana: Client
  let olive: Client
  beforeAll(async () => {
    api = await openApi({ also: [toy] })
    dana = await api.aPerson(await api.aFirm())
    olive = await api.aPerson(await api.aFirm({ name: 'Pursuit' }), { role: 'operator' })
  })
  afterAll(() => api?.close())

  test('its routes answer where an operator has turned it on, and nowhere else', async () => {
    expect((await dana.call(list)).status).toBe(403)
    expect((await dana.call(report.routes.read)).status).toBe(403)
    const turn = { params: { id: dana.orgId }, body: { flags: { ideas: true } } }
    const { body } = await olive.call<{ flags: Flag[]; subscriptions: object }>(operatorRoutes.subscribe, turn)
    expect(body.flags).toContainEqual(flag)
    expect(body.subscriptions).toMatchObject({ ideas: true, targets: true })
    expect(await dana.call(list)).toMatchObject({ status: 200, body: { ideas: ['Fly'] } })
    expect(await dana.call(report.routes.read)).toMatchObject({ status: 200, body: { ideas: 1 } })
    const me = await dana.call<Session>(account.me)
    expect(me.body.Subscriptions.ideas).toEqual({ on: 'yes', data: { feed: '/api/ideas' } })
  })

  test('its jobs are the product’s', () => {
    const { jobs } = composeFeatures([...serverFeatures, toy])
    expect(jobs.map(({ name }) => name)).toContain('forget-ideas')
  })
})

describe('on the client', () => {
  const entries = { screens: [{ key: 'screen:/ideas/best', label: 'Best ideas', run: () => {} }] }
  const product = composeClient([
    ...clientFeatures,
    defineClient({
      name: 'ideas',
      area: {
        name: 'ideas',
        label: 'Ideas',
        path: '/ideas',
        prefixes: ['/ideas'],
        icon: Page,
        order: 20,
        landing: 9,
        flag,
      },
      screens: [screen('/ideas', async () => Page), screen('/ideas/$id', async () => Page)],
      tabs: async () => [{ area: 'account', name: 'ideas', label: 'Ideas', order: 75, load: async () => Settings }],
      palette: async () => () => entries,
      reports: [{ flag, load: async () => report }],
      offline: async () => ({
        collections: [ideas],
        actions: [],
        words: async () => ({ sentenceOf: () => 'An idea.', typedIn: () => null }),
      }),
    }),
  ])
  const sessionWith = (on: 'yes' | 'no') =>
    ({ user: { role: 'member' }, Settings: {}, Subscriptions: { ideas: { on } } }) as unknown as Session

  test('its area stands among the others, is permitted by its flag, and is where somebody lands who has no other', () => {
    expect(product.areas.map(({ name }) => name)).toEqual(['targets', 'ideas', 'account', 'admin'])
    const area = areaOf('/ideas/7', product.areas)!
    expect(area.name).toBe('ideas')
    expect([isPermitted(sessionWith('yes'), area), isPermitted(sessionWith('no'), area)]).toEqual([true, false])
    expect([landingPath(sessionWith('yes'), product.areas), landingPath(sessionWith('no'), product.areas)]).toEqual([
      '/ideas',
      '/account',
    ])
  })

  test('its screens are addresses of the router, beside those of the others', () => {
    expect(Object.keys(routerOf(product).routesByPath)).toEqual(
      expect.arrayContaining(['/ideas', '/ideas/$id', '/targets/$status', '/account/$tab', '/login']),
    )
  })

  test('its tab in another’s page, its palette entries, its rows and its report are the product’s', async () => {
    const tabs = await product.tabs()
    expect(tabs.flatMap(({ area, label }) => (area === 'account' && label) || []).slice(-2)).toEqual(['About', 'Ideas'])
    const palettes = await Promise.all(product.palette.map((load) => load()))
    expect(palettes.at(-1)?.(sessionWith('yes'))).toBe(entries)
    expect(await product.reports.at(-1)?.load()).toBe(report)
    expect(product.reports.filter((one) => isPermitted(sessionWith('no'), one))).toEqual([])
    expect((await product.offline()).flatMap(({ collections }) => collections)).toContain(ideas)
  })
})
