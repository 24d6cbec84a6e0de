import { Button } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import s from './Import.module.css'
import { StepHeading } from './StepHeading.tsx'
import { ValueRow } from './ValueRow.tsx'

type Props = {
  /** Names of the sheets with their sizes in words. */
  sheets: Record<string, string>
  fileName: string
  onChoose: (sheet: string) => void
  onOther: () => void
}

export function ChooseSheet({ sheets, fileName, onChoose, onOther }: Props) {
  return (
    <>
      <div>
        <StepHeading>Which sheet?</StepHeading>
        <p className={`mt4 pretty dim ${s.lead}`}>
          {fileName} has {Object.keys(sheets).length} sheets with data. Import one at a time.
        </p>
      </div>
      <ul aria-label="Sheets">
        {Object.entries(sheets).map(([name, size]) => (
          <ValueRow key={name} name={name} size={size}>
            <Button
              variant="default"
              leftSection={<Icon name="table" />}
              aria-label={`Import this sheet: ${name}`}
              onClick={() => onChoose(name)}
            >
              Import this sheet
            </Button>
          </ValueRow>
        ))}
      </ul>
      <div className={`flex wrap between gap12 ${s.foot}`}>
        <Button variant="default" onClick={onOther}>
          Choose another file
        </Button>
      </div>
    </>
  )
}
