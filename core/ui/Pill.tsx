import type { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './Pill.module.css'

/** `quiet` needs no attention, `soon` needs action, `bad` reports an error. */
export type Tone = 'quiet' | 'brand' | 'accent' | 'good' | 'soon' | 'bad'

type Props = { tone?: Tone | undefined; icon?: typeof IconCheck | undefined; children: ReactNode }

/** Icon and text convey the state, and color repeats it. */
export const Pill = ({ tone = 'quiet', icon: Icon, children }: Props) => (
  <span className={`inline gap6 nowrap strong size12 ${s.pill}`} data-tone={tone}>
    {Icon && <Icon size={14} stroke={2} aria-hidden />}
    {children}
  </span>
)
