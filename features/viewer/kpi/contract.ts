// Contract of the KPI dashboard: the frame's token, and the messages between the frame and the surrounding page.
import { z } from 'zod'
import type { Days } from '#core/contract/ranges.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'

/** Source: the second specification, section 9. */
export const REFRESH_MS = 600_000
/** A token lasts until its refresh. Source: RULINGS, section 9 'Viewer'. */
export const TOKEN_SECONDS = REFRESH_MS / 1000

/** Paths of the embedded dashboard and of its data. */
export const EMBED_PATH = '/kpi/embed'
export const FIGURES_PATH = '/kpi/figures'

const Given = z.object({ access_token: z.string().min(1).max(8192), expires_in: z.number().min(1) })
/** Uses OAuth 2.0 error fields (RFC 6749, section 5.2). */
const Failed = z.object({ error: z.string().min(1).max(200), error_description: z.string().max(1000) })

/** Source: the second specification, section 3 'KPI token response'. */
export const KpiToken = z.object({
  token: z.union([Given, Failed]),
  /** `embed` is the frame's page, `js` its script, and `getToken` this endpoint. */
  urls: z.object({ embed: z.string(), js: z.string(), getToken: z.string() }),
  reportId: z.string(),
  tokenType: z.string(),
  type: z.string(),
  settings: z.record(z.string(), z.unknown()),
})
export type KpiToken = z.infer<typeof KpiToken>

/** Panels on the Tracker's and on the Trainer's data. */
export type PanelArea = 'work' | 'learning'

export const routes = {
  token: defineRoute({
    name: 'kpi.token',
    method: 'GET',
    path: 'kpi/token',
    summary: 'Get a ten-minute token for an embedded KPI dashboard, or the reason why there is none',
    answer: KpiToken,
  }),
}
export type TokenAnswer = RouteResponse<typeof routes.token>

/**
 * Message to the frame: the token and what to show. `opens` lists reports that the person can open. `firm` is the whole
 * firm, if it can be shown instead.
 */
export type ToFrame = Pick<KpiToken, 'reportId' | 'tokenType' | 'settings'> & {
  kpi: 'show'
  token: string
  scheme: 'light' | 'dark'
  scope: { key: ScopeKey; id: string; name: string }
  days: Days
  opens: string[]
  firm: string | null
}
/**
 * Message from the frame: it is ready, its height, a rejected token, or a request to open a report (of a person) or the
 * whole firm.
 */
export type FromFrame =
  | { kpi: 'ready' }
  | { kpi: 'height'; height: number }
  | { kpi: 'ended' }
  | { kpi: 'open'; report: string; which?: string; person?: string }
  | { kpi: 'firm' }
