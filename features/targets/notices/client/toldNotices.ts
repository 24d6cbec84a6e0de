import type { ToldNotices } from '#core/client/notices.ts'
import { targetNotices } from '../contract.ts'
import { noticeLooks } from './noticeLooks.ts'

export const toldNotices: ToldNotices = { notices: targetNotices, looks: noticeLooks }
