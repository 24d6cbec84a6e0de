import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { labelOf } from '../../contract.ts'
import { useOffered } from '../../steps/client/offered.ts'
import s from './fields.module.css'

type Props = { value: string; error?: string; onChange: (value: string) => void }

/** What the person wants to win, with examples while the field is empty. */
export function ObjectiveField({ value, error, onChange }: Props) {
  const { objectives } = useOffered()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      shadow="md"
      offset={4}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(example) => {
        onChange(example)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={labelOf('goal')}
          name="goal"
          autoComplete="off"
          placeholder="What do you want to win?"
          value={value}
          error={error}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            combobox.closeDropdown()
          }}
          onClick={() => value === '' && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={s.drop} hidden={value !== ''}>
        <Combobox.Header className={`cap ${s.optHead}`}>For example</Combobox.Header>
        <Combobox.Options aria-label="Examples">
          {objectives.map((example) => (
            <Combobox.Option key={example} value={example} className={s.opt}>
              {example}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
