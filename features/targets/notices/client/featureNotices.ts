import type { FeatureNotices } from '#core/client/notices.ts'
import { targetNotices } from '../contract.ts'
import { noticeIcons } from './noticeLooks.ts'

export const featureNotices: FeatureNotices = { notices: targetNotices, looks: noticeIcons }
