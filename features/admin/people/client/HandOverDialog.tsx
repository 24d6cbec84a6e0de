import { fullNameOf } from '#core/contract/names.ts'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Radio } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { statusTerm } from '#features/targets/contract.ts'
import { counted, formatTargets, number } from '../../client/labels.ts'
import { type HandOverPlan, handedStatuses, type PersonDetail, peopleRoutes as routes } from '../contract.ts'
import { PersonSelect } from './PersonSelect.tsx'

type Props = {
  person: PersonDetail
  /** True if the person is deactivated in the same step. */
  isLeaving: boolean
  onClose: () => void
  /** Returns the message to show when it is done. */
  onDone: (person: PersonDetail) => string | undefined
}

/** Shows only the number of private Targets. */
function ownedLabels({ targets, private_targets: hidden }: PersonDetail): string {
  const secret = `Owns ${counted(hidden, 'private Target')}.`
  if (Object.keys(targets).length === 0) return secret
  return hidden > 0 ? `${formatTargets(targets)} ${secret}` : formatTargets(targets)
}

const keyWords: Record<PersonDetail['keys'][number]['kind'], string> = {
  api: 'API token',
  directory: 'Directory key',
  videos: 'Media key',
  webhook: 'Webhook',
}

type Chosen = { way: 'one' | 'each' | 'none'; one: string | null; each: HandOverPlan }

/** Explains the effect of a hand-over and asks who gets the targets: one person, one per status, or no one. */
export function HandOverDialog({ person, isLeaving, onClose, onDone }: Props) {
  const name = fullNameOf(person)
  const hidden = person.private_targets
  // No one else can see the status of a private Target, so each status can include some.
  const owned = handedStatuses.filter((status) => hidden > 0 || (person.targets[status] ?? 0) > 0)
  const planOf = ({ way, one, each }: Chosen): HandOverPlan => {
    if (way === 'one' && one) return Object.fromEntries(owned.map((status) => [status, one]))
    return way === 'each' ? each : {}
  }
  const form = useForm<Chosen>({
    draft: `handOver:${person.id}:${isLeaving}`,
    initial: { way: owned.length === 0 ? 'none' : 'one', one: null, each: {} },
    check: (chosen) =>
      chosen.way === 'none' || Object.keys(planOf(chosen)).length > 0
        ? {}
        : { one: 'Choose a new owner.', each: 'Choose a new owner for at least one status.' },
    send: async (chosen) => {
      const route = isLeaving ? routes.deactivate : routes.handOver
      return onDone(await call(route, { params: { id: person.id }, body: { hand_over: planOf(chosen) } }))
    },
    onDone: onClose,
  })
  const { way, one, each } = form.values
  const plan = planOf(form.values)
  const moving = owned.reduce(
    (sum, status) => sum + (plan[status] ? (person.targets[status] ?? 0) : 0),
    way === 'one' && one ? hidden : 0,
  )
  return (
    <FormDialog
      title={isLeaving ? `Deactivate ${name}?` : `Hand over the Targets of ${name}`}
      form={form}
      onClose={onClose}
      verb={isLeaving ? 'Deactivate' : 'Hand over'}
      isDangerous={isLeaving}
    >
      {isLeaving && (
        <p>
          {name} is signed out everywhere and can’t sign in. Notes, steps, and history stay, and you can reactivate{' '}
          {name} later.
        </p>
      )}
      {isLeaving && person.keys.length > 0 && (
        <>
          <p>{name} created these, and they keep working. Revoke the ones you no longer need.</p>
          <ul>
            {person.keys.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {keyWords[kind]} {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {owned.length > 0 && (
        <>
          <Radio.Group label={`${ownedLabels(person)} Who should get them?`} {...form.field('way')}>
            <div className="stack gap12">
              <Radio value="one" label="One person" mt={8} />
              {owned.length > 1 && <Radio value="each" label="A person for each status" />}
              {isLeaving && <Radio value="none" label="No one: leave them where they are" />}
            </div>
          </Radio.Group>
          {way === 'one' && <PersonSelect label="New owner" without={person.id} {...form.field('one')} />}
          {way === 'each' &&
            owned.map((status) => (
              <PersonSelect
                key={status}
                label={`${statusTerm[status]} (${number(person.targets[status] ?? 0)})`}
                placeholder="Leave as is"
                value={each[status] ?? null}
                without={person.id}
                error={form.errorOf('each')}
                onChange={(id) => {
                  const { [status]: _, ...others } = each
                  form.set('each', id ? { ...others, [status]: id } : others)
                }}
              />
            ))}
          {moving > 0 && (
            <p className="dim" role="status">
              {counted(moving, 'Target')} will move with the open step, notes, and history.
              {(person.targets.deleted ?? 0) > 0 && ' Targets in Recently Deleted stay there.'}
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
