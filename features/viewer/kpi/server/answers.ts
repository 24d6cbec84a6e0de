// The token's answer for the dashboard that is built in.
import { EMBED_PATH, type KpiToken, type PanelArea, REFRESH_MS, routes } from '../contract.ts'

/** `token`: what is given, or why nothing is; `panels`: those of the features that the firm has. */
export const answerWith = (token: KpiToken['token'], panels: PanelArea[] = []): KpiToken => ({
  token,
  urls: { embed: EMBED_PATH, js: `${EMBED_PATH}.js`, getToken: `/api/${routes.token.path}` },
  reportId: 'kpi',
  tokenType: 'Bearer',
  type: 'dashboard',
  settings: { refresh: REFRESH_MS, panels },
})
