// Builds the token response for the built-in dashboard.
import { EMBED_PATH, type KpiToken, type PanelArea, REFRESH_MS, routes } from '../contract.ts'

/** `token` is the token or the error. `panels` lists those of the firm's features. */
export const answerWith = (token: KpiToken['token'], panels: PanelArea[] = [], hasForecast = false): KpiToken => ({
  token,
  urls: { embed: EMBED_PATH, js: `${EMBED_PATH}.js`, getToken: `/api/${routes.token.path}` },
  reportId: 'kpi',
  tokenType: 'Bearer',
  type: 'dashboard',
  settings: { refresh: REFRESH_MS, panels, ...(hasForecast && { forecast: true }) },
})
