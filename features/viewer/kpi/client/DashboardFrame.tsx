import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#core/client/router/useRouter.ts'
import type { Days } from '#core/contract/ranges.ts'
import type { Graph } from '../../contract.ts'
import { DASHBOARD, reportPath } from '../../reportPaths.ts'
import type { FromFrame, ToFrame } from '../contract.ts'
import s from './DashboardFrame.module.css'
import type { useKpiToken } from './useKpiToken.ts'

type Props = {
  given: NonNullable<ReturnType<typeof useKpiToken>['given']>
  scope: Graph
  days: Days
  /** Query parameters for links to reports. */
  search: Record<string, string>
  opens: string[]
  /** The firm, if the person can see all of it but has selected less. */
  firm: Graph | undefined
  onFirm: (firm: Graph) => void
  onEnded: () => void
}

/** Loads the frame once and posts each new token, audience, and range to it. None of that is in its URL. */
export function DashboardFrame({ given, scope, days, search, opens, firm, onFirm, onEnded }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  // Number of times the frame has loaded. Each time it needs everything again.
  const [begun, setBegun] = useState(0)
  const [height, setHeight] = useState<number>()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const navigate = useNavigate()
  const address = new URL(given.urls.embed, location.origin)
  const { origin } = address
  const latest = useRef({ onEnded, onFirm, opens, search, firm })
  latest.current = { onEnded, onFirm, opens, search, firm }

  useEffect(() => {
    const hear = ({ origin: from, source, data }: MessageEvent<FromFrame | undefined>) => {
      if (from !== origin || source !== frame.current?.contentWindow || !data) return
      if (data.kpi === 'ready') setBegun((count) => count + 1)
      if (data.kpi === 'ended') latest.current.onEnded()
      if (data.kpi === 'height' && Number.isFinite(data.height)) setHeight(Math.min(10_000, Math.max(0, data.height)))
      if (data.kpi === 'firm' && latest.current.firm) latest.current.onFirm(latest.current.firm)
      if (data.kpi === 'open' && latest.current.opens.includes(data.report))
        void navigate({
          to: data.person ? `${reportPath(data.report)}/${encodeURIComponent(data.person)}` : reportPath(data.report),
          search: {
            ...latest.current.search,
            ...(data.which && { which: data.which, from: DASHBOARD.name }),
          } as never,
        })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [origin, navigate])

  const { token, reportId, tokenType, settings } = given
  const told = JSON.stringify({
    kpi: 'show',
    token: token.access_token,
    reportId,
    tokenType,
    settings,
    scheme,
    scope: { key: scope.key, id: scope.id, name: scope.name },
    days,
    opens,
    firm: firm?.name ?? null,
  } satisfies ToFrame)
  useEffect(() => {
    if (begun > 0) frame.current?.contentWindow?.postMessage(JSON.parse(told), origin)
  }, [begun, told, origin])

  return (
    <iframe
      ref={frame}
      title="KPI Dashboard"
      className={`block fill ${s.frame}`}
      src={address.href}
      style={height === undefined ? undefined : { height }}
      referrerPolicy="no-referrer"
      onLoad={() => setBegun((count) => count + 1)}
    />
  )
}
