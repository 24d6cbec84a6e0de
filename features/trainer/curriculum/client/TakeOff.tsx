import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type AuthoredWorksheet, curriculumRoutes as routes } from '../contract.ts'
import type { LessonPart } from './LessonTexts.tsx'

type Props = Pick<LessonPart, 'lesson' | 'isOffline' | 'onSaved'> & { isTakenOff: boolean; last: AuthoredWorksheet }

/** Removes the worksheet from its lesson or puts it back. Asks first if people have answered. */
export function TakeOff({ lesson, isOffline, onSaved, isTakenOff, last }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, problem } = useMutation()
  const answered = lesson.worksheet?.versions.some(({ answered_by }) => answered_by > 0)
  const place = async (is_taken_off: boolean) => {
    const body = { is_taken_off, version: last.version }
    onSaved(await call(routes.placeWorksheet, { params: { id: lesson.id }, body }))
  }
  const putBack = () => run(() => place(false).then(() => 'Worksheet restored to the lesson.'))
  const takeOff = async () => {
    await place(true)
    const about = `worksheet-${lesson.id}`
    toast({ message: 'Worksheet removed from the lesson.', color: 'green', about, undo: putBack })
  }
  return (
    <>
      <Problem>{problem}</Problem>
      <Button
        variant="default"
        disabled={isOffline}
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (isTakenOff) void putBack()
          else if (answered) setAsking(true)
          else void run(() => takeOff().then(() => undefined))
        }}
      >
        {isTakenOff ? 'Restore worksheet' : 'Remove worksheet'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove the worksheet from “${lesson.title}”?`}
          verb="Remove"
          onClose={() => setAsking(false)}
          onConfirm={takeOff}
        >
          <p>
            No one can fill it in anymore. People can still read their answers and history. You can restore it anytime.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
