import { Button } from '@mantine/core'
import { useState } from 'react'
import { toast } from '#core/client/toasts.ts'
import { type Stages, stageLimits } from '#core/contract/stages.ts'
import { holdHandle } from '#core/ui/drag/MoveHandle.tsx'
import { placeId } from '#core/ui/drag/useDragInList.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { StageOutcome } from '../contract.ts'
import { HitRateLine } from './HitRateLine.tsx'
import { RemoveStage } from './RemoveStage.tsx'
import { StageLine } from './StageLine.tsx'
import s from './Stages.module.css'
import { isSaved, withMoved, withoutStage } from './stagesForm.ts'
import { useStagesForm } from './useStagesForm.ts'

type Props = {
  stages: Stages
  outcomes: readonly StageOutcome[]
  isOffline: boolean
  onSaved: (stages: Stages) => void
  onAgain: () => Promise<void>
}

/** Names, meanings, chances, and the order of the stages. */
export function StagesForm({ stages: latest, outcomes, isOffline, onSaved, onAgain }: Props) {
  const [removing, setRemoving] = useState<string | null>(null)
  const { form, stages, isMerged, use, discard } = useStagesForm({ latest, onSaved, onAgain })
  const unsaved = useUnsaved(form, () => undefined)
  const { values } = form
  const move = (from: number, to: number) => {
    form.fill(withMoved(values, from, to))
    holdHandle(placeId('stage', to))
  }
  const remove = (id: string, place: string) => {
    const before = form.values
    form.fill(withoutStage(values, id, place))
    setRemoving(null)
    const { name } = before.stages.find((one) => one.id === id)!
    if (name) toast({ message: `Removed “${name}.” Save to apply.`, about: 'stages', undo: () => form.fill(before) })
  }
  const asked = values.stages.find(({ id }) => id === removing)
  return (
    <Form form={form} className="stack gap16" aria-labelledby="firm-stages">
      <div>
        <h2 id="firm-stages">Stages</h2>
        <p className="dim pretty">
          Each Target can be in one stage. The chance is the share of the Targets in a stage that you expect to win. It
          weights their amounts in the forecast.
        </p>
      </div>
      {isMerged && (
        <p role="alert">
          Someone else changed the stages in the meantime. This is the latest version with your changes. Review it, then
          save.
        </p>
      )}
      <ol className={`stack gap12 ${s.list}`}>
        {values.stages.map((stage, at) => (
          <StageLine
            key={stage.id}
            stage={stage}
            at={at}
            of={values.stages.length}
            form={form}
            onMove={move}
            check={
              <HitRateLine
                says={stages.inOrder.find(({ id }) => id === stage.id)?.chance ?? 0}
                outcome={outcomes.find((one) => one.stage === stage.id)}
                isDisabled={isOffline || form.isBusy || form.isDirty}
                onUse={(chance) => void use(stage.id, chance)}
              />
            }
            onRemove={() => (isSaved(stages, stage.id) ? setRemoving(stage.id) : remove(stage.id, ''))}
          />
        ))}
      </ol>
      {form.errorOf('stages') && <p role="alert">{form.errorOf('stages')}</p>}
      <div className="row wrap gap8">
        <Submit form={form} disabled={isOffline}>
          Save stages
        </Submit>
        {values.stages.length < stageLimits.most && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" stroke={1.75} />}
            onClick={() =>
              form.set('stages', [...values.stages, { id: crypto.randomUUID(), name: '', meaning: '', chance: '50' }])
            }
          >
            Add a stage
          </Button>
        )}
        {form.isDirty && (
          <Button variant="subtle" onClick={discard}>
            Discard changes
          </Button>
        )}
      </div>
      {asked && (
        <RemoveStage
          stage={asked}
          others={values.stages.filter(({ id }) => id !== asked.id)}
          onRemove={(place) => remove(asked.id, place)}
          onClose={() => setRemoving(null)}
        />
      )}
      <UnsavedPrompt unsaved={unsaved} question="Save the stages before you leave?" />
    </Form>
  )
}
