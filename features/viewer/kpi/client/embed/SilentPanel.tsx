import { UnstyledButton } from '@mantine/core'
import { formatDay } from '#core/contract/dates.ts'
import { type PeopleFigures, SILENT_DAYS } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import { sendToParent } from './parent.ts'
import s from './SilentPanel.module.css'
import type { KpiPanel } from './usePanel.ts'

type Props = {
  panel: KpiPanel<PeopleFigures>
  /** Whether a name leads to that person's Targets. */
  opens: boolean
}

/** Lists people without recent activity, longest first. */
export const SilentPanel = ({ panel, opens }: Props) => (
  <PanelBox
    title={`Inactive for ${SILENT_DAYS}+ days`}
    panel={panel}
    isEmpty={({ people }) => people === 0}
    note={({ silent, not_begun }) => silent.length > 0 && formatNotStarted(not_begun)}
  >
    {({ silent, not_begun, people }) =>
      silent.length === 0 ? (
        <p className={s.none}>
          {not_begun < people && `Everyone who has been here for ${SILENT_DAYS} days has been active. `}
          {formatNotStarted(not_begun)}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <ul className={s.list} tabIndex={0} aria-label="Inactive people">
          {silent.map(({ id, name, last, days }) => (
            <li key={id}>
              {opens ? (
                <UnstyledButton
                  className={s.person}
                  title={`Open the Targets of ${name}`}
                  onClick={() => sendToParent({ kpi: 'open', report: 'people', person: id })}
                >
                  {name}
                </UnstyledButton>
              ) : (
                <span>{name}</span>
              )}
              <span className={s.since}>{last === null ? 'Nothing yet' : formatDay(last)}</span>
              <b>{`${days.toLocaleString('en-US')} days`}</b>
            </li>
          ))}
        </ul>
      )
    }
  </PanelBox>
)

/** People who joined a few days ago are neither silent nor active. */
const formatNotStarted = (count: number): string =>
  count === 0
    ? ''
    : `${count.toLocaleString('en-US')} ${count === 1 ? 'new person hasn’t' : 'new people haven’t'} done anything yet.`
