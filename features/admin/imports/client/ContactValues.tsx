import type { ContactMapping } from '../mappingContract.ts'
import { Notices } from './Notices.tsx'
import { Owners } from './Owners.tsx'
import { type ValuesProps, ValuesStep } from './ValuesStep.tsx'

/** Asks who keeps the contacts. */
export function ContactValues(props: ValuesProps<ContactMapping>) {
  const { problems, onChange, onBack, onNext } = props
  return (
    <ValuesStep heading="Who keeps the contacts?" missing={Object.values(problems)[0]} onBack={onBack} onNext={onNext}>
      <Notices
        notices={[
          'Only the owner sees an imported contact until it’s on a Target. Contacts that are already here aren’t changed.',
        ]}
      />
      <Owners
        {...props}
        things="contacts"
        onOwners={(owners) => onChange({ owners })}
        onDefault={(owner) => onChange({ defaults: { owner } })}
      />
    </ValuesStep>
  )
}
