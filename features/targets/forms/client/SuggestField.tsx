import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldProps } from '#core/ui/form/useForm.ts'
import s from './fields.module.css'

type Props = {
  label: ReactNode
  placeholder?: string
  field: FieldProps
  hasCursor?: boolean | undefined
  className?: string | undefined
  suggestions: readonly { value: string; shown: ReactNode }[]
  listLabel: string
  heading?: string
  /** Shows suggestions before the person types, only while typing, or both. */
  shows?: 'before' | 'typing' | 'both'
  /** The list may reach beyond a small dialog. */
  isOver?: boolean
}

export function SuggestField({
  field,
  suggestions,
  listLabel,
  heading,
  shows = 'typing',
  isOver = false,
  hasCursor,
  ...rest
}: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const isShown = shows === 'both' || (shows === 'before') === (field.value === '')
  return (
    <Combobox
      store={combobox}
      withinPortal={isOver}
      shadow="md"
      offset={4}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(value) => {
        field.onChange(value)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          {...rest}
          {...field}
          autoComplete="off"
          data-autofocus={hasCursor || undefined}
          onChange={(event) => {
            field.onChange(event)
            if (shows === 'before') combobox.closeDropdown()
            else combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => shows !== 'typing' && isShown && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className="surface" hidden={!isShown || suggestions.length === 0}>
        {heading && <Combobox.Header className={`cap ${s.optHead}`}>{heading}</Combobox.Header>}
        <Combobox.Options aria-label={listLabel} className={s.options}>
          {suggestions.map(({ value, shown }) => (
            <Combobox.Option key={value} value={value} className={`row gap10 ${s.opt}`}>
              {shown}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
