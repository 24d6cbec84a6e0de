// The only list of the features on the client's side.
import { account } from '#features/account/feature.tsx'
import { admin } from '#features/admin/feature.tsx'
import { assets } from '#features/assets/feature.tsx'
import { calendar } from '#features/calendar/feature.tsx'
import { contacts } from '#features/contacts/feature.tsx'
import { insights } from '#features/insights/feature.tsx'
import { notifications } from '#features/notifications/feature.tsx'
import { pipeline } from '#features/pipeline/feature.tsx'
import { reports } from '#features/reports/feature.tsx'
import { pipelines, targets } from '#features/targets/feature.tsx'
import { touches } from '#features/touches/feature.tsx'
import { trainer } from '#features/trainer/feature.tsx'
import { viewer } from '#features/viewer/feature.tsx'

export const features = [
  targets,
  pipelines,
  pipeline,
  contacts,
  touches,
  calendar,
  reports,
  trainer,
  insights,
  account,
  admin,
  notifications,
  assets,
  viewer,
]
