import type { ReactNode } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import s from './Pill.module.css'

/** `quiet` needs no attention, `soon` needs action, `bad` reports an error. */
export type Tone = 'quiet' | 'brand' | 'accent' | 'good' | 'soon' | 'bad'

type Props = { tone?: Tone | undefined; icon?: IconName | undefined; children: ReactNode }

/** Icon and text convey the state, and color repeats it. */
export const Pill = ({ tone = 'quiet', icon, children }: Props) => (
  <span className={`inline gap6 nowrap strong size12 ${s.pill}`} data-tone={tone}>
    {icon && <Icon name={icon} size={14} stroke={2} />}
    {children}
  </span>
)
