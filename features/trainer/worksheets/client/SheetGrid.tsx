import { type CSSProperties, useMemo } from 'react'
import { cellName } from '../cells.ts'
import type { Comment, Sheet } from '../contract.ts'
import s from './Sheet.module.css'
import { SheetCell } from './SheetCell.tsx'
import type { SheetFilling } from './useFilling.ts'

type Props = {
  sheet: Sheet
  filling: SheetFilling
  comments: readonly Comment[]
  onComments: (name: string) => void
  /** Read-only. */
  isClosed?: boolean
}

/** Shows rows of cells under their questions, or a card per row on phones. */
export function SheetGrid({ sheet, filling, comments, onComments, isClosed = false }: Props) {
  const { questions, parameters } = sheet
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const { name, version } of comments) if (version === sheet.version) found.set(name, (found.get(name) ?? 0) + 1)
    return found
  }, [comments, sheet.version])
  return (
    <section className={s.scroll} aria-label="Worksheet">
      {/* biome-ignore lint/a11y/useSemanticElements: see SheetCell */}
      <div
        className={`rounded surface ${s.matrix}`}
        role="table"
        aria-label="Worksheet"
        style={{ '--columns': questions.length } as CSSProperties}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see SheetCell */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: a row is no control */}
        <div className={`grid cap medium ${s.row} ${s.head}`} role="row">
          {/* biome-ignore lint/a11y/useSemanticElements: see SheetCell */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: a head is no control */}
          <span role="columnheader">
            <span className="hide">About</span>
          </span>
          {questions.map(({ key, text }, i) => (
            // biome-ignore lint/a11y/useSemanticElements: see SheetCell
            // biome-ignore lint/a11y/useFocusableInteractive: a head is no control
            <span key={key} role="columnheader">
              {i + 1}. {text}
            </span>
          ))}
        </div>
        {parameters.map((parameter) => (
          // biome-ignore lint/a11y/useSemanticElements: see SheetCell
          // biome-ignore lint/a11y/useFocusableInteractive: a row is no control
          <div key={parameter.key} className={`grid ${s.row}`} role="row">
            {/* biome-ignore lint/a11y/useSemanticElements: see SheetCell */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: a head is no control */}
            <span role="rowheader" className={`break strong p12 ${s.name}`}>
              {parameter.text}
            </span>
            {questions.map((question, i) => {
              const name = cellName(parameter, question)
              return (
                <SheetCell
                  key={name}
                  name={name}
                  parameter={parameter}
                  question={question}
                  number={i + 1}
                  filling={filling}
                  isClosed={isClosed}
                  comments={counts.get(name) ?? 0}
                  onComments={onComments}
                />
              )
            })}
          </div>
        ))}
      </div>
    </section>
  )
}
