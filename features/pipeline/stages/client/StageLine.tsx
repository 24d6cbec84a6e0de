import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { stageLimits } from '#core/contract/stages.ts'
import drop from '#core/ui/drag/dropLine.module.css'
import { MoveHandle } from '#core/ui/drag/MoveHandle.tsx'
import { useDragInList } from '#core/ui/drag/useDragInList.ts'
import type { FormState } from '#core/ui/form/useForm.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Stages.module.css'
import type { StageRow, StagesValues } from './stagesForm.ts'

type Props = {
  stage: StageRow
  at: number
  of: number
  form: FormState<StagesValues>
  /** How right its chance was. */
  check: ReactNode
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

export function StageLine({ stage, at, of, form, check, onMove, onRemove }: Props) {
  const called = stage.name || `stage ${at + 1}`
  const { id, row, handle, edge } = useDragInList('stage', at, onMove)
  const field = (name: 'name' | 'meaning' | 'chance') => ({
    name: `stages.${at}.${name}`,
    value: stage[name],
    error: form.errorOf(`stages.${at}.${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set('stages', form.values.stages.with(at, { ...stage, [name]: event.currentTarget.value })),
  })
  return (
    <li
      className={`card grid gap12 relative ${drop.row} ${s.line}`}
      ref={row as Ref<HTMLLIElement>}
      data-edge={edge ?? undefined}
    >
      <MoveHandle
        ref={handle}
        id={id}
        name={`${called}, ${at + 1} of ${of}`}
        isDisabled={false}
        onStep={(by) => onMove(at, at + by)}
      />
      <TextInput className={s.name} label="Name" maxLength={stageLimits.name} {...field('name')} />
      <TextInput
        className={s.chance}
        label="Chance"
        inputMode="numeric"
        rightSection={<span className="dim">%</span>}
        {...field('chance')}
      />
      <TextInput className={s.meaning} label="Meaning" maxLength={stageLimits.meaning} {...field('meaning')} />
      <div className={s.check}>{check}</div>
      <ActionIcon
        className={s.remove}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Remove ${called}`}
        title={of <= stageLimits.least ? `A firm has at least ${stageLimits.least} stages.` : undefined}
        disabled={of <= stageLimits.least}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  )
}
