import { formatDay } from '#core/contract/dates.ts'
import { type People, SILENT_DAYS } from '../../figuresContract.ts'
import { PanelBox } from './PanelBox.tsx'
import s from './SilentPanel.module.css'
import type { Panel } from './usePanel.ts'

/** Who has done nothing for a while, the longest first. */
export const SilentPanel = ({ panel }: { panel: Panel<People> }) => (
  <PanelBox title={`Silent for ${SILENT_DAYS} days and more`} panel={panel} isEmpty={({ people }) => people === 0}>
    {({ silent }) =>
      silent.length === 0 ? (
        <p className={s.none}>Everyone who has been here for {SILENT_DAYS} days has been active.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <ul className={s.list} tabIndex={0} aria-label="Silent people">
          {silent.map(({ name, last, days }) => (
            <li key={`${name} ${last} ${days}`}>
              <span>{name}</span>
              <span className={s.since}>{last === null ? 'Nothing yet' : formatDay(last)}</span>
              <b>{`${days.toLocaleString('en-US')} days`}</b>
            </li>
          ))}
        </ul>
      )
    }
  </PanelBox>
)
