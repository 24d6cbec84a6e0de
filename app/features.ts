// The only list of the features on the server's side.
import { account } from '#features/account/feature.ts'
import { admin } from '#features/admin/feature.ts'
import { assets } from '#features/assets/feature.ts'
import { calendar } from '#features/calendar/feature.ts'
import { contacts } from '#features/contacts/feature.ts'
import { insights } from '#features/insights/feature.ts'
import { notifications } from '#features/notifications/feature.ts'
import { pipeline } from '#features/pipeline/feature.ts'
import { reports } from '#features/reports/feature.ts'
import { targets } from '#features/targets/feature.ts'
import { touches } from '#features/touches/feature.ts'
import { trainer } from '#features/trainer/feature.ts'
import { viewer } from '#features/viewer/feature.ts'

/** Ordered as operators see what a firm can subscribe to. */
export const features = [
  targets,
  pipeline,
  contacts,
  touches,
  calendar,
  reports,
  trainer,
  insights,
  viewer,
  assets,
  account,
  admin,
  notifications,
]
