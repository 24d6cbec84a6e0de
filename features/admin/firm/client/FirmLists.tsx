import '@mantine/core/styles/Input.layer.css'
import { Button, Textarea } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import type { Lists } from '#core/contract/session.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import p from '../../people/client/People.module.css'
import { firmLimits, ListsInput, firmRoutes as routes } from '../contract.ts'
import type { FirmPart } from './firmPart.ts'

const fields: { name: keyof Lists; label: string; tells: string; flag?: Flag }[] = [
  { name: 'lost_reasons', label: 'Lost reasons', tells: 'Suggested when someone marks a Target as lost.' },
  { name: 'objectives', label: 'Objectives', tells: 'Examples shown when creating a Target.' },
  { name: 'step_starters', label: 'Step starters', tells: 'One-tap phrases for starting a step.' },
  { name: 'contact_roles', label: 'Contact roles', tells: 'Roles of contacts on a Target.' },
  {
    name: 'referral_sources',
    label: 'Referral sources',
    tells: 'What a Target can come from, other than a contact or a colleague.',
    flag: referralsFlag,
  },
]
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const listsIn = (texts: Record<keyof Lists, string>) =>
  Object.fromEntries(fields.map(({ name }) => [name, linesOf(texts[name])]))

/** Edits the lists that the firm offers in target forms, one entry per line. */
export function FirmLists({ firm, isOffline, onChanged }: FirmPart) {
  const session = useSession()
  const shown = fields.filter(({ flag }) => !flag || (session && isFeatureOn(session.Subscriptions, flag)))
  const form = useForm({
    draft: 'firm:lists',
    initial: {
      lost_reasons: firm.lists.lost_reasons.join('\n'),
      objectives: firm.lists.objectives.join('\n'),
      step_starters: firm.lists.step_starters.join('\n'),
      contact_roles: firm.lists.contact_roles.join('\n'),
      referral_sources: firm.lists.referral_sources.join('\n'),
    },
    check: (texts) => problemsOf(ListsInput.safeParse(listsIn(texts)).error?.issues ?? []),
    send: async (texts) => {
      await call(routes.putLists, { body: ListsInput.parse(listsIn(texts)) })
      await onChanged()
      return 'Lists saved.'
    },
  })
  const reset = () =>
    form.run(async () => {
      await call(routes.resetLists, {})
      await onChanged()
      return 'Lists reset to defaults.'
    })
  return (
    <Form form={form} className={`stack gap16 ${p.section}`} aria-labelledby="firm-lists">
      <div>
        <h3 id="firm-lists">Lists</h3>
        <p className="dim">One entry per line, up to {firmLimits.entries}.</p>
      </div>
      {shown.map(({ name, label, tells }) => (
        <Textarea
          key={name}
          label={label}
          description={tells}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={Math.min(10, Math.max(4, form.values[name].split('\n').length))}
          {...form.field(name)}
        />
      ))}
      <div className="row wrap gap8">
        <Submit form={form} disabled={isOffline}>
          Save lists
        </Submit>
        {!firm.has_default_lists && (
          <Button variant="default" disabled={isOffline} aria-disabled={form.isBusy || undefined} onClick={reset}>
            Reset to defaults
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Returns each list's errors with the numbers of the lines that cause them. */
function problemsOf(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const [name, line] = path
    errors[String(name)] ??= typeof line === 'number' ? `Line ${line + 1}: ${message}` : message
  }
  return errors
}
