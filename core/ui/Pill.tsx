import type { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import s from './Pill.module.css'

/** `quiet`: nothing to look at; `soon`: something to do; `bad`: something is wrong. */
export type Tone = 'quiet' | 'brand' | 'accent' | 'good' | 'soon' | 'bad'

type Props = { tone?: Tone | undefined; icon?: typeof IconCheck | undefined; children: ReactNode }

/** A state in a word. Its icon and the word say it, and the color once more. */
export const Pill = ({ tone = 'quiet', icon: Icon, children }: Props) => (
  <span className={s.pill} data-tone={tone}>
    {Icon && <Icon size={14} stroke={2} aria-hidden />}
    {children}
  </span>
)
