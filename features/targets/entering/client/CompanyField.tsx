import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { labelOf } from '../../contract.ts'
import s from './fields.module.css'
import { useCompanies } from './useCompanies.ts'

type Props = { value: string; error?: string; onChange: (value: string) => void; hasCursor?: boolean }

/** A company's name, with suggestions of what the person and the firm know already. Never waits for them. */
export function CompanyField({ value, error, onChange, hasCursor }: Props) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const companies = useCompanies(value)
  const isChosen = companies.length === 1 && companies[0]?.name === value
  const text = value.trim()
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      shadow="md"
      offset={4}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(name) => {
        onChange(name)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          label={labelOf('company')}
          name="company"
          autoComplete="off"
          data-autofocus={hasCursor || undefined}
          value={value}
          error={error}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className={s.drop} hidden={companies.length === 0 || isChosen}>
        <Combobox.Options aria-label="Suggestions">
          {companies.map(({ name, hint }) => (
            <Combobox.Option key={name} value={name} className={s.opt}>
              <IconBuilding size={18} stroke={1.6} className={s.optIcon} />
              <span className={s.optMain}>
                <span className="one">
                  <Marked name={name} text={text} />
                </span>
                <span className="cap">{hint}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function Marked({ name, text }: { name: string; text: string }) {
  const at = name.toLowerCase().indexOf(text.toLowerCase())
  if (at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <b>{name.slice(at, at + text.length)}</b>
      {name.slice(at + text.length)}
    </>
  )
}
