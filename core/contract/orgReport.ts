// What the setting `key-org_report` gives a person and takes from them. Source: RULINGS, sections 5 and 10.
import type { Role, Settings } from './session.ts'

/** Given by a firm admin. Most people have none: they read what there is. */
export const ORG_REPORT = 'key-org_report'

/** Whoever has 0 sees no Insights, and none of what the Viewer says of Insights and Assets. */
export const isShownInsights = (settings: Settings): boolean => settings[ORG_REPORT] !== 0

/** Looks after what the firm shares: Firm Content, content, digests, assets. */
export const managesContent = (role: Role, settings: Settings): boolean =>
  role === 'admin' || settings[ORG_REPORT] === 1
