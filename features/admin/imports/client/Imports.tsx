import { Link } from '@tanstack/react-router'
import type { TabProps } from '#core/client/feature.ts'
import s from '../../client/AdminPage.module.css'
import { placePath } from '../../client/place.ts'
import { ImportFlow } from './ImportFlow.tsx'
import { ImportHistory } from './ImportHistory.tsx'

const HISTORY = 'history'

/** Bringing in a file, and what was brought in. */
export function Imports({ id, isOffline }: TabProps) {
  const isHistory = id === HISTORY
  return (
    <>
      <nav className={s.parts} aria-label="Imports">
        <Link to={placePath('imports')} className={s.part} aria-current={isHistory ? undefined : 'page'}>
          Import
        </Link>
        <Link to={placePath('imports', HISTORY)} className={s.part} aria-current={isHistory ? 'page' : undefined}>
          Import history
        </Link>
      </nav>
      {isHistory ? <ImportHistory /> : <ImportFlow id={id} isOffline={isOffline} />}
    </>
  )
}
