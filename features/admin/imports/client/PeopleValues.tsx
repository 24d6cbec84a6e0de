import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { roleWords } from '../../client/words.ts'
import { type ImportDetail, type PeopleField, PeopleMapping } from '../contract.ts'
import { Choice } from './Choice.tsx'
import s from './Import.module.css'
import { Notices } from './Notices.tsx'
import { Section } from './Section.tsx'
import { ValueList } from './ValueList.tsx'
import { ValuesStep } from './ValuesStep.tsx'

type Props = {
  detail: ImportDetail
  mapping: PeopleMapping
  problems: Record<string, string>
  onChange: (part: Partial<PeopleMapping>) => void
  onBack: () => void
  onNext: () => void
}

/** Where the e-mails come from, what groups are called, and which roles people get. */
export function PeopleValues({ detail, mapping, problems, onChange, onBack, onNext }: Props) {
  const has = (field: PeopleField) => mapping.columns.includes(field)
  const role = detail.columns[mapping.columns.indexOf('role')]
  const email = detail.columns[mapping.columns.indexOf('email')]
  const [domain, setDomain] = useState(mapping.email_domain ?? '')
  const isDomain = domain === '' || PeopleMapping.shape.email_domain.safeParse(domain).success
  const missing = !isDomain ? 'Please enter a domain such as example.com.' : Object.values(problems)[0]
  const needsDomain = !email || email.filled < detail.total || has('manager')
  return (
    <ValuesStep heading="How should people come in?" missing={missing} onBack={onBack} onNext={onNext}>
      <Notices
        notices={[
          'People are made without a password and get no message: they can sign in once somebody lets them in by an invitation or a reset.',
        ]}
      />
      {needsDomain && (
        <Section
          title="E-mails"
          text={
            email
              ? 'People and managers who have no e-mail in the file get one from their name.'
              : 'The file has no e-mails: each person gets one from the name. People of the same name are taken for the same person.'
          }
        >
          <TextInput
            label="Domain"
            placeholder="example.com"
            leftSection={<span className={s.pattern}>first.last@</span>}
            leftSectionWidth={88}
            value={domain}
            error={isDomain ? undefined : 'Please enter a domain such as example.com.'}
            onChange={(event) => {
              const typed = event.currentTarget.value.trim().toLowerCase()
              setDomain(typed)
              onChange({
                email_domain: typed !== '' && PeopleMapping.shape.email_domain.safeParse(typed).success ? typed : null,
              })
            }}
          />
        </Section>
      )}
      {has('manager') && (
        <Section title="Groups" text="A manager may read and act on the Targets of the people in the group.">
          <Choice
            label="Groups"
            value={mapping.groups}
            options={{
              manager: "One group per manager, with the manager's people",
              column: has('group')
                ? 'One group per value of the group column, managed by all of its managers'
                : 'No groups',
            }}
            onChange={(groups) => onChange({ groups })}
          />
        </Section>
      )}
      {role?.values && (
        <Section title="Roles">
          <ValueList
            label="Roles"
            values={role.values}
            words={roleWords}
            meant={mapping.roles}
            onChange={(roles) => onChange({ roles })}
          />
        </Section>
      )}
    </ValuesStep>
  )
}
