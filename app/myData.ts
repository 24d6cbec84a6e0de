// What the features keep of a person, for the file of their own data.
import type { DataPart } from '#features/account/server/myData.ts'
import { myNotifications, myReminders } from '#features/notifications/server/myNotifications.ts'
import { looksAtMe, myShares, myTargets } from '#features/targets/server/myTargets.ts'

export const myDataParts: DataPart[] = [
  { name: 'targets', page: myTargets },
  { name: 'shares', page: myShares },
  { name: 'looks_at_my_pipeline', page: looksAtMe },
  { name: 'notifications', page: myNotifications },
  { name: 'reminders', page: myReminders },
]
