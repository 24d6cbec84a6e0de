// The KPI dashboard: the token by which a frame may read it, and what the frame and the page around it say to each other.
import { z } from 'zod'
import type { Days } from '#core/contract/ranges.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'

/** Source: the second specification, section 9. */
export const REFRESH_MS = 600_000
/** A token lasts as long as it takes until it is refreshed. Source: RULINGS, section 9 'Viewer'. */
export const TOKEN_SECONDS = REFRESH_MS / 1000

/** Where the embedded dashboard is, and below which address it reads its figures. */
export const EMBED_PATH = '/kpi/embed'
export const FIGURES_PATH = '/kpi/figures'

const Given = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number().min(1) })
/** In the words of OAuth 2.0 (RFC 6749, section 5.2). */
const Failed = z.object({ error: z.string().min(1).max(200), error_description: z.string().max(1000) })

/** Source: the second specification, section 3 'KPI token response'. */
export const KpiToken = z.object({
  token: z.union([Given, Failed]),
  /** `embed`: the page of the frame; `js`: its script; `getToken`: this call. */
  urls: z.object({ embed: z.string(), js: z.string(), getToken: z.string() }),
  reportId: z.string(),
  tokenType: z.string(),
  type: z.string(),
  settings: z.record(z.string(), z.unknown()),
})
export type KpiToken = z.infer<typeof KpiToken>

/** The panels on the Tracker's work, and those on the Trainer's. */
export type PanelArea = 'work' | 'learning'

export const routes = {
  token: defineRoute({
    name: 'kpi.token',
    method: 'GET',
    path: 'kpi/token',
    summary: 'A token by which the KPI dashboard in a frame reads its figures for ten minutes, or why there is none',
    answer: KpiToken,
  }),
}
export type TokenAnswer = RouteResponse<typeof routes.token>

/** From the page to the frame: the token, and what is to be shown. `opens`: reports that the person may open. `firm`: the whole firm, where it can be shown instead. */
export type ToFrame = Pick<KpiToken, 'reportId' | 'tokenType' | 'settings'> & {
  kpi: 'show'
  token: string
  scheme: 'light' | 'dark'
  scope: { key: ScopeKey; id: string; name: string }
  days: Days
  opens: string[]
  firm: string | null
}
/** From the frame to the page: it is there, how high it is, that its token is no longer taken, or that a report (of a person), or the whole firm, is wanted. */
export type FromFrame =
  | { kpi: 'ready' }
  | { kpi: 'height'; height: number }
  | { kpi: 'ended' }
  | { kpi: 'open'; report: string; which?: string; person?: string }
  | { kpi: 'firm' }
