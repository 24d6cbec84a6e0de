import { ActionIcon, Button } from '@mantine/core'
import { useWayBack, WayBack } from '#core/client/WayBack.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { shortNameOf } from '../../client/labels.ts'
import s from './TargetDetail.module.css'
import type { Pager } from './usePager.ts'

/** Links back to the list or the referring area, and to the previous and next target. */
export function PagerBar({ pager, onPrevious, onNext }: { pager: Pager; onPrevious: () => void; onNext: () => void }) {
  const { at, of, previous, next } = pager
  const from = useWayBack()
  return (
    <nav className={`row between gap8 ${s.crumb}`} aria-label="Targets in this list">
      {from === null ? (
        <Button
          variant="subtle"
          color="gray"
          className={`dim ${s.back}`}
          leftSection={<Icon name="arrow-left" stroke={1.75} />}
          onClick={pager.goBack}
        >
          <span className="hide">Back to </span>
          {pager.backTo}
        </Button>
      ) : (
        <WayBack to={from} className={`inline gap8 medium dim plain hoverLine ${s.wayBack}`} />
      )}
      {at > 0 && of > 1 && (
        <span className={`row gap4 shrink ${s.pager}`}>
          <span className="cap num">
            {at} of {of}
          </span>
          <ActionIcon size={36} aria-label="Previous Target" disabled={!previous} onClick={onPrevious}>
            <Icon name="chevron-left" size={20} stroke={1.75} />
          </ActionIcon>
          <Button
            variant="subtle"
            color="gray"
            className={`dim ${s.next}`}
            disabled={!next}
            rightSection={<Icon name="chevron-right" size={20} stroke={1.75} />}
            onClick={onNext}
          >
            <span className={`one ${s.nextName}`}>
              Next<span className="hide"> Target</span>
              {next && <span className="onlyWide">: {shortNameOf(next)}</span>}
            </span>
          </Button>
        </span>
      )}
    </nav>
  )
}
