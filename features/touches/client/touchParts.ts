import type { TouchParts } from '#core/client/feature.ts'
import { type Touch, touchLimits } from '../contract.ts'
import { formatMinutes, sayingOf, usualDirection } from '../touchLabels.ts'
import { readTouchLine } from '../touchLine.ts'
import { fileDropped } from './fileDropped.ts'
import { instantOfDay } from './instantOfDay.ts'
import { LogTouchDialog } from './LogTouchDialog.tsx'
import { StepQuestion } from './StepQuestion.tsx'
import { TouchLine } from './TouchLine.tsx'
import { touchActionsOn } from './touchActionsOn.ts'

export const touchParts: TouchParts = {
  LogTouch: LogTouchDialog,
  TouchLine,
  StepQuestion,
  logNow: (engine, kind, { targetId, name, contacts }, onDetails) =>
    void touchActionsOn(engine).log(
      {
        target_id: targetId,
        kind,
        at: new Date().toISOString(),
        direction: usualDirection[kind],
        contacts: contacts.slice(0, 1).map((one) => ({ id: one.id, name: one.name })),
        minutes: null,
        subject: '',
        text: '',
        shown: false,
      },
      name,
      onDetails,
    ),
  readLine(line, contacts, today) {
    const { kind, minutes, contacts: named } = readTouchLine(line, contacts, today)
    if (!kind || named.length === 0) return null
    return `${sayingOf({ kind, contacts: named })}${minutes ? `, ${formatMinutes(minutes)}` : ''}`
  },
  logLine(engine, line, { targetId, name, contacts }, { zone, today }) {
    const { kind, day, ...read } = readTouchLine(line, contacts, today)
    touchActionsOn(engine).log(
      {
        ...read,
        target_id: targetId,
        kind: kind ?? 'other',
        at: instantOfDay(zone, day ?? today),
        subject: read.subject.slice(0, touchLimits.subject),
        text: '',
        shown: false,
      },
      name,
    )
  },
  file: fileDropped,
  move: (engine, touch, { targetId, name }) => void touchActionsOn(engine).move(touch as Touch, targetId, name),
}
