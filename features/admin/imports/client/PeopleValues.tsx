import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { roleLabels } from '../../client/labels.ts'
import { type PeopleField, PeopleMapping } from '../mappingContract.ts'
import { Choice } from './Choice.tsx'
import s from './Import.module.css'
import { Notices } from './Notices.tsx'
import { Section } from './Section.tsx'
import { ValueList } from './ValueList.tsx'
import { type ValuesProps, ValuesStep } from './ValuesStep.tsx'

/** Asks for the source of email addresses, the names of groups, and the roles of people. */
export function PeopleValues({ detail, mapping, problems, onChange, onBack, onNext }: ValuesProps<PeopleMapping>) {
  const has = (field: PeopleField) => mapping.columns.includes(field)
  const role = detail.columns[mapping.columns.indexOf('role')]
  const email = detail.columns[mapping.columns.indexOf('email')]
  const [domain, setDomain] = useState(mapping.email_domain ?? '')
  const isDomain = domain === '' || PeopleMapping.shape.email_domain.safeParse(domain).success
  const missing = !isDomain ? 'Enter a domain such as example.com.' : Object.values(problems)[0]
  const needsDomain = !email || email.filled < detail.total || has('manager')
  return (
    <ValuesStep heading="How should people be set up?" missing={missing} onBack={onBack} onNext={onNext}>
      <Notices
        notices={[
          'People are created without a password and aren’t notified. They can sign in after you send an invitation or a password reset.',
        ]}
      />
      {needsDomain && (
        <Section
          title="Emails"
          text={
            email
              ? 'For people and managers without an email in the file, we create one from their name.'
              : 'This file has no emails, so we create one from each name. People with the same name are treated as one person.'
          }
        >
          <TextInput
            label="Domain"
            placeholder="example.com"
            leftSection={<span className={`body dim ${s.pattern}`}>first.last@</span>}
            leftSectionWidth={88}
            value={domain}
            error={isDomain ? undefined : 'Enter a domain such as example.com.'}
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
        <Section title="Groups" text="Managers can see and act on the Targets of people in their group.">
          <Choice
            label="Groups"
            value={mapping.groups}
            options={{
              manager: 'One group per manager, with the manager’s people',
              column: has('group')
                ? 'One group per value in the group column, managed by all its managers'
                : 'No groups',
            }}
            onChange={(groups) => onChange({ groups })}
          />
        </Section>
      )}
      <ValueList
        title="Roles"
        values={role?.values}
        words={roleLabels}
        meant={mapping.roles}
        onChange={(roles) => onChange({ roles })}
      />
    </ValuesStep>
  )
}
