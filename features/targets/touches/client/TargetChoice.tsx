import { isJoined } from '../../facts.ts'
import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import type { FieldProps } from '#core/ui/form/useForm.ts'
import { targetDisplayName } from '../../client/labels.ts'
import type { Target } from '../../contract.ts'

type Props = {
  targets: readonly Target[]
  /** Those to offer first, such as Targets with the same people. */
  isLikely?: (target: Target) => boolean
  field: FieldProps
}

/** Chooses one of the person's targets by name. */
export function TargetChoice({ targets, isLikely = () => false, field }: Props) {
  const likely = targets.filter(isLikely)
  const items = (some: readonly Target[]) => some.map((one) => ({ value: one.id, label: targetDisplayName(one) }))
  const others = items(targets.filter((one) => !isLikely(one)))
  return (
    <NativeSelect
      label="Target"
      data-autofocus
      data={[
        { value: '', label: 'Choose a Target' },
        ...(likely.length > 0
          ? [
              { group: 'With the same people', items: items(likely) },
              { group: 'Other Targets', items: others },
            ]
          : others),
      ]}
      {...field}
    />
  )
}

/** Targets that the person can work on, by name. */
export const choosable = (targets: readonly Target[]): Target[] =>
  targets
    .filter((target) => target.status !== 'deleted' && isJoined(target))
    .sort((a, b) => targetDisplayName(a).localeCompare(targetDisplayName(b)))
