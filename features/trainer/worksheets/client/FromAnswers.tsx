import { Button } from '@mantine/core'
import { useState } from 'react'
import { IntoStep, useCanMakeSteps } from '#core/client/IntoStep.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { cellsOf, valuesIn } from '../cells.ts'
import type { AnswersRow, WorksheetRow } from '../contract.ts'
import t from './WorksheetTab.module.css'

type Props = { worksheet: WorksheetRow; answers: AnswersRow | undefined }

/** Turns the latest answer, or any other, into a target's next step. */
export function FromAnswers({ worksheet, answers }: Props) {
  const [isOpen, setOpen] = useState(false)
  const canMakeSteps = useCanMakeSteps()
  const values = valuesIn(answers, worksheet.version)
  const written = cellsOf(worksheet)
    .flatMap((cell) => {
      const answer = values.get(cell.name)
      return answer?.value ? [{ ...cell, ...answer }] : []
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
  const rows = Map.groupBy(written, ({ parameter }) => parameter.key)
  const latest = written[0]
  if (!canMakeSteps || !latest) return null
  return (
    <section>
      <h2 className={`cap mb8 medium ${t.heading}`}>From your answers</h2>
      {isOpen ? (
        <IntoStep
          texts={written.map(({ parameter, question, value }) => ({
            label: `${parameter.text}: ${question.text}`,
            text: value,
            about: rows
              .get(parameter.key)!
              .map((one) => one.value)
              .join(' '),
          }))}
          source={{ label: `Worksheet: ${worksheet.title}`, path: `/lesson/${worksheet.lesson_id}?tab=worksheet` }}
          onDone={() => setOpen(false)}
        />
      ) : (
        <>
          <p className={`break strong ${t.latest}`}>{latest.value}</p>
          <Button
            variant="default"
            fullWidth
            mt={12}
            leftSection={<Icon name="plus" stroke={1.75} />}
            onClick={() => setOpen(true)}
          >
            Turn this into a step
          </Button>
        </>
      )}
    </section>
  )
}
