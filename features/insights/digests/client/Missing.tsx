import type { RefObject } from 'react'
import s from './DigestPanel.module.css'

/** Each field of the form that keeps a digest from being created, and where it is. */
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
  /** 'create the digest', of which the buttons are off. */
  verb: string
  isOnline: boolean
  /** Names of fields that are empty or wrong. */
  wrong: readonly string[]
  form: RefObject<HTMLFormElement | null>
}

/** Why the buttons below are off; each reason leads to its field. */
export function Missing({ verb, isOnline, wrong, form }: Props) {
  if (!isOnline) return <p className={s.missing}>You can {verb} when you’re back online.</p>
  const found = Object.entries(labels).filter(([name]) => wrong.includes(name))
  if (found.length === 0) return null
  const lead = (where: string) => {
    const field = form.current?.querySelector<HTMLElement>(where)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }
  return (
    <p className={s.missing} role="status">
      To {verb}, check:{' '}
      {found.map(([name, [label, where]], place) => (
        <span key={name}>
          {place > 0 && ', '}
          <button type="button" onClick={() => lead(where)}>
            {label}
          </button>
        </span>
      ))}
    </p>
  )
}
