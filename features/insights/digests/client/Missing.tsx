import { UnstyledButton } from '@mantine/core'
import type { RefObject } from 'react'
import s from './DigestPanel.module.css'

/** Label and selector of each field that can keep a digest from being created. */
const labels: Record<string, [label: string, where: string]> = {
  title: ['Title', '[name="title"]'],
  curated_by: ['Curated by', '[name="curated_by"]'],
  description: ['Description', '[name="description"]'],
  day: ['Scheduled date', '[name="day"]'],
  template_id: ['Template', '[aria-labelledby="digest-template"] button'],
  items: ['Content', '[aria-labelledby="digest-content"] button'],
  user_ids: ['Recipients', '[aria-labelledby="digest-recipients"] input:not([type="checkbox"])'],
}

type Props = {
  /** Text such as 'create the digest', for which the buttons are disabled. */
  verb: string
  isOnline: boolean
  /** Names of fields that are empty or invalid. */
  wrong: readonly string[]
  form: RefObject<HTMLFormElement | null>
}

/** Explains why the buttons below are disabled. Each reason links to its field. */
export function Missing({ verb, isOnline, wrong, form }: Props) {
  if (!isOnline) return <p className={`small mb8 dim ${s.missing}`}>You can {verb} when you’re back online.</p>
  const found = Object.entries(labels).filter(([name]) => wrong.includes(name))
  if (found.length === 0) return null
  const lead = (where: string) => {
    const field = form.current?.querySelector<HTMLElement>(where)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }
  return (
    <p className={`small mb8 dim ${s.missing}`} role="status">
      To {verb}, check:{' '}
      {found.map(([name, [label, where]], place) => (
        <span key={name}>
          {place > 0 && ', '}
          <UnstyledButton className={`small anchor ${s.field}`} onClick={() => lead(where)}>
            {label}
          </UnstyledButton>
        </span>
      ))}
    </p>
  )
}
