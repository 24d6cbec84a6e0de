import { Button } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { REPORTS } from '../../reportPaths.ts'
import s from './KpiFailed.module.css'
import type { KpiProblem } from './useKpiToken.ts'

type Props = { problem: KpiProblem; isBusy: boolean; onAgain: () => void }

/** Shows why there is no dashboard, and a retry button. */
export const KpiFailed = ({ problem: { code, description }, isBusy, onAgain }: Props) => (
  <div className={`row gap8 center ${s.failed}`} role="alert">
    <Icon name="alert-circle" className="bad" size={32} stroke={1.4} />
    <h2>We got an error...</h2>
    <p>{`${code}: ${description} Your reports aren’t affected.`}</p>
    <div className="flex gap8 mt12">
      <Button variant="default" disabled={isBusy} onClick={onAgain}>
        {isBusy ? 'Trying…' : 'Try again'}
      </Button>
      <Button variant="subtle" component={Link} to={REPORTS}>
        Open Reports
      </Button>
    </div>
  </div>
)
