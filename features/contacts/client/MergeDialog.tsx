import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Radio } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Contact, contactLimits } from '../contract.ts'
import { contactNameOf, joinAddresses } from '../namesContract.ts'
import s from './MergeDialog.module.css'
import { useContactActions } from './useContactActions.ts'

type Props = { a: Contact; b: Contact; onClose: () => void; onMerged?: (id: string) => void }

const texts = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'title', label: 'Title' },
  { name: 'company', label: 'Company' },
  { name: 'note', label: 'Notes' },
] as const
const lists = [
  { name: 'emails', label: 'Email addresses' },
  { name: 'phones', label: 'Phone numbers' },
] as const
type TextName = (typeof texts)[number]['name']

/** Compares two contacts field by field. The one on more Targets stays, with the chosen values of both. */
export function MergeDialog({ a, b, onClose, onMerged }: Props) {
  const actions = useContactActions()
  const [into, from] = a.targets.length >= b.targets.length ? [a, b] : [b, a]
  const [chosen, setChosen] = useState(() => ({
    ...(Object.fromEntries(texts.map(({ name }) => [name, into[name] || from[name]])) as Record<TextName, string>),
    emails: joinAddresses(into.emails, from.emails).slice(0, contactLimits.addresses),
    phones: joinAddresses(into.phones, from.phones).slice(0, contactLimits.addresses),
  }))
  const form = useForm({
    initial: {},
    act: () => actions.merge(from, into, chosen),
    onDone() {
      onClose()
      onMerged?.(into.id)
    },
  })
  const differing = texts.filter(({ name }) => into[name] && from[name] && into[name] !== from[name])
  return (
    <FormDialog title="Merge two contacts" form={form} onClose={onClose} verb="Merge" size={600} isTall>
      <p className="pretty">
        {contactNameOf(from)} becomes part of {contactNameOf(into)}, with all Targets and roles. You can undo this for
        30 days.
      </p>
      {differing.map(({ name, label }) => (
        <Radio.Group
          key={name}
          label={label}
          value={chosen[name]}
          onChange={(value) => setChosen((now) => ({ ...now, [name]: value }))}
        >
          <div className={`stack gap8 ${s.options}`}>
            {[into[name], from[name]].map((value) => (
              <Radio key={value} value={value} label={value} />
            ))}
          </div>
        </Radio.Group>
      ))}
      {lists.map(({ name, label }) => {
        const all = joinAddresses(into[name], from[name])
        if (all.length === 0) return null
        return (
          <Checkbox.Group
            key={name}
            label={label}
            description={all.length > contactLimits.addresses ? `Choose up to ${contactLimits.addresses}.` : undefined}
            value={chosen[name]}
            onChange={(value) => setChosen((now) => ({ ...now, [name]: value.slice(0, contactLimits.addresses) }))}
          >
            <div className={`stack gap8 ${s.options}`}>
              {all.map((entry) => (
                <Checkbox key={entry} value={entry} label={entry} />
              ))}
            </div>
          </Checkbox.Group>
        )
      })}
    </FormDialog>
  )
}
