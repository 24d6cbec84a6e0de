import { useMemo } from 'react'
import { isPermitted } from '#core/client/areas.ts'
import type { PaletteEntries } from '#core/client/feature.ts'
import type { PaletteItem } from '#core/client/palette/palette.ts'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { opensViewer } from '#core/contract/opensViewer.ts'
import type { Session } from '#core/contract/session.ts'
import { viewerQuery } from '../contract.ts'
import { viewerFlag } from '../flagsContract.ts'
import { SCHEDULES } from '../schedules/paths.ts'
import { reportGroups } from './reportGroups.ts'

const none: PaletteEntries = {}

export function usePaletteEntries(session: Session): PaletteEntries {
  const navigate = useNavigate()
  const isIn = isPermitted(session, { flag: viewerFlag, isFor: opensViewer })
  const { value } = useQuery(viewerQuery, isIn ? undefined : null)
  return useMemo(() => {
    if (!value) return none
    const screens = reportGroups(value).flatMap(({ title, reports }) =>
      reports.map(
        ({ code, name, path }): PaletteItem => ({
          key: `report:${code}`,
          label: name,
          detail: title,
          run: () => void navigate({ to: path }),
        }),
      ),
    )
    const mailed: PaletteItem = {
      key: 'report:mailed',
      label: 'Scheduled reports',
      detail: 'Viewer',
      run: () => void navigate({ to: SCHEDULES }),
    }
    return { screens: [...screens, mailed] }
  }, [value, navigate])
}
