// The features, on the server's side: the only list of them.
import { account } from '#features/account/feature.ts'
import { admin } from '#features/admin/feature.ts'
import { calendar } from '#features/calendar/feature.ts'
import { notifications } from '#features/notifications/feature.ts'
import { reports } from '#features/reports/feature.ts'
import { targets } from '#features/targets/feature.ts'

export const features = [account, targets, admin, calendar, reports, notifications]
