// The tabs of Insights, and what it adds to other areas' pages. Each is loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'

export const tabs: readonly Tab[] = []
