import { Button } from '@mantine/core'
import { useCanGoBack, useNavigate, useRouter } from '#core/client/router/useRouter.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Viewer } from '../contract.ts'
import { DASHBOARD, reportPath } from '../reportPaths.ts'
import s from './OneReport.module.css'

type Props = { viewer: Viewer; from: string | undefined; search: Record<string, string> }

/** Leads from the rows behind a figure back to the report, in its former state. */
export function BackToReport({ viewer: { reports }, from = 'overview', search }: Props) {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  const to = from === DASHBOARD.name ? DASHBOARD.path : reportPath(from)
  const title = from === DASHBOARD.name ? DASHBOARD.title : reports.find(({ code }) => code === from)?.name
  if (title === undefined) return null
  return (
    <Button
      variant="subtle"
      className={s.back}
      leftSection={<Icon name="arrow-left" stroke={1.75} />}
      onClick={() => (canGoBack ? router.history.back() : void navigate({ to, search: search as never }))}
    >
      Back to {title}
    </Button>
  )
}
