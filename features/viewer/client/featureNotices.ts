import type { FeatureNotices } from '#core/client/notices.ts'
import { mailedReport, mailedReportTrouble } from '../schedules/notices.ts'

export const featureNotices: FeatureNotices = {
  notices: [mailedReport, mailedReportTrouble],
  looks: { [mailedReport.kind]: { icon: 'mail' }, [mailedReportTrouble.kind]: { icon: 'mail-x' } },
}
