// Rights from the setting `key-org_report`. Source: RULINGS, sections 5 and 10.
import type { Role, Settings } from './session.ts'

/** Set by a firm admin. Most people don't have it and can read reports. */
export const ORG_REPORT = 'key-org_report'

/** 0 hides Insights and the Viewer's reports on Insights and Assets. */
export const isShownInsights = (settings: Settings): boolean => settings[ORG_REPORT] !== 0

/** Manages Firm Content, content, digests, and assets. */
export const managesContent = (role: Role, settings: Settings): boolean =>
  role === 'admin' || settings[ORG_REPORT] === 1
