import { useStages } from '../../stages/client/useStages.ts'
import { useOffered } from '../../steps/client/offered.ts'
import type { QuickLine } from '../quickFields.ts'
import { readQuickLine } from '../quickLine.ts'

/** Returns a function that reads a quick line with the firm's own roles and stages. */
export function useReadLine(today: string): (line: string) => QuickLine {
  const { contact_roles } = useOffered()
  const { stages, isOn } = useStages()
  return (line) => readQuickLine(line, today, contact_roles, isOn ? stages.inOrder : [])
}
