import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { statusTerm } from '#features/targets/contract.ts'
import { counted, nameOf, number, sayTargets } from '../../client/words.ts'
import { type HandOverPlan, handedStatuses, type PersonDetail, peopleRoutes as routes } from '../contract.ts'
import p from './People.module.css'
import { PersonSelect } from './PersonSelect.tsx'

type Props = {
  person: PersonDetail
  /** The person is deactivated with it. */
  isLeaving: boolean
  onClose: () => void
  /** Answers what is said when it is done. */
  onDone: (person: PersonDetail) => string | undefined
}

type Way = 'one' | 'each' | 'none'

/** Says what will happen, and asks who gets the targets: one person, one for each status, or nobody. */
export function HandOverDialog({ person, isLeaving, onClose, onDone }: Props) {
  const name = nameOf(person)
  const owned = handedStatuses.filter((status) => (person.targets[status] ?? 0) > 0)
  const [way, setWay] = useState<Way>(owned.length === 0 ? 'none' : 'one')
  const [one, setOne] = useState<string | null>(null)
  const [each, setEach] = useState<HandOverPlan>({})
  const [isMissing, setMissing] = useState(false)
  const { isBusy, problem, run } = useChange()
  const plan: HandOverPlan =
    way === 'one' && one ? Object.fromEntries(owned.map((status) => [status, one])) : way === 'each' ? each : {}
  const moving = owned.reduce((sum, status) => sum + (plan[status] ? (person.targets[status] ?? 0) : 0), 0)
  const submit = async () => {
    const isIncomplete = way !== 'none' && Object.keys(plan).length === 0
    setMissing(isIncomplete)
    if (isIncomplete) return
    const isDone = await run(async () => {
      const route = isLeaving ? routes.deactivate : routes.handOver
      return onDone(await call(route, { params: { id: person.id }, body: { hand_over: plan } }))
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={isLeaving ? `Deactivate ${name}?` : `Hand over the Targets of ${name}`}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb={isLeaving ? 'Deactivate' : 'Hand over'}
      isBusy={isBusy}
      isDangerous={isLeaving}
    >
      {isLeaving && (
        <p>
          {name} is signed out everywhere at once and can no longer sign in. Notes, steps and history stay, and you can
          let {name} in again.
        </p>
      )}
      {owned.length > 0 && (
        <>
          <Radio.Group
            label={`${sayTargets(person.targets)} Who gets them?`}
            value={way}
            onChange={(value) => setWay(value as Way)}
          >
            <div className={p.plan}>
              <Radio value="one" label="One person" mt={8} />
              {owned.length > 1 && <Radio value="each" label="A person for each status" />}
              {isLeaving && <Radio value="none" label="Nobody: they stay where they are" />}
            </div>
          </Radio.Group>
          {way === 'one' && (
            <PersonSelect
              label="New owner"
              value={one}
              without={person.id}
              error={isMissing ? 'Please choose somebody.' : undefined}
              onChange={(id) => {
                setMissing(false)
                setOne(id)
              }}
            />
          )}
          {way === 'each' &&
            owned.map((status) => (
              <PersonSelect
                key={status}
                label={`${statusTerm[status]} (${number(person.targets[status] ?? 0)})`}
                placeholder="They stay"
                value={each[status] ?? null}
                without={person.id}
                error={isMissing ? 'Please choose somebody for at least one.' : undefined}
                onChange={(id) => {
                  setMissing(false)
                  const { [status]: _, ...others } = each
                  setEach(id ? { ...others, [status]: id } : others)
                }}
              />
            ))}
          {moving > 0 && (
            <p className="dim" role="status">
              {counted(moving, 'Target goes', 'Targets go')} with open step, notes and history.
              {(person.targets.deleted ?? 0) > 0 && ' What is in Recently Deleted stays there.'}
            </p>
          )}
        </>
      )}
    </FormDialog>
  )
}
