import { IconMail, IconMailX } from '@tabler/icons-react'
import type { FeatureNotices } from '#core/client/notices.ts'
import { mailedReport, mailedReportTrouble } from '../schedules/notices.ts'

export const featureNotices: FeatureNotices = {
  notices: [mailedReport, mailedReportTrouble],
  looks: { [mailedReport.kind]: { Icon: IconMail }, [mailedReportTrouble.kind]: { Icon: IconMailX } },
}
