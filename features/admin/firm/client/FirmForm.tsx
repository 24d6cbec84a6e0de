import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { zones } from '#core/client/zones.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { categories, FirmInput, firmLimits, firmRoutes as routes } from '../contract.ts'
import type { FirmPart } from './firmPart.ts'

/** Name, time zone, category, and whether managers see the whole firm. */
export function FirmForm({ firm, isOffline, onChanged }: FirmPart) {
  const [values, setValues] = useState({
    name: firm.name,
    time_zone: firm.time_zone,
    category_name: firm.category_name,
    access: firm.access,
  })
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const set = (name: keyof typeof values, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    const { [name]: _, ...others } = errors
    setErrors(others)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = errorsOf(FirmInput, values)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await run(async () => {
      await call(routes.editFirm, { body: FirmInput.parse(values) })
      await onChanged()
      return 'The firm is saved.'
    })
  }
  return (
    <form className={p.form} onSubmit={submit} noValidate aria-label="Firm">
      <Problem>{problem}</Problem>
      <TextInput
        label="Name"
        maxLength={firmLimits.name}
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <div className={p.pair}>
        <NativeSelect
          label="Time zone"
          description="‘Today’, ‘this week’ and reminders follow it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={zones(firm.time_zone)}
          value={values.time_zone}
          error={errors.time_zone}
          onChange={(event) => set('time_zone', event.currentTarget.value)}
        />
        <NativeSelect
          label="Category"
          description="Individual: one person, who may end the subscription."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[...new Set([...categories, firm.category_name])]}
          value={values.category_name}
          error={errors.category_name}
          onChange={(event) => set('category_name', event.currentTarget.value)}
        />
      </div>
      <Switch
        label="Managers see the whole firm"
        description="Otherwise each sees the people of the groups they manage."
        checked={values.access === 'yes'}
        onChange={(event) => set('access', event.currentTarget.checked ? 'yes' : 'no')}
      />
      <div>
        <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Save
        </Button>
      </div>
    </form>
  )
}
