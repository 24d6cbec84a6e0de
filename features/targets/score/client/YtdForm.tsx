import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { renew } from '#core/client/answers.ts'
import { call, problemOf } from '#core/client/api.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { words } from '../../client/words.ts'
import { amountIn, revenueForm, typedAmount } from '../../entering/client/targetForm.ts'
import { routes, summary } from '../contract.ts'
import s from './FigureDialog.module.css'

/** 'Set year-to-date revenue': what was won this year before the person started here, in dollars. */
export function YtdForm({ before }: { before: number }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-sm" className={s.open} onClick={() => setOpen(true)}>
        Set year-to-date revenue
      </Button>
    )
  return <Form before={before} onClose={() => setOpen(false)} />
}

function Form({ before, onClose }: { before: number; onClose: () => void }) {
  const [typed, setTyped] = useState(before === 0 ? '' : revenueForm(before).revenue)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const engine = useEngine()
  const isOffline = useSyncStatus(isOfflineNow)
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const amount = amountIn({ revenueKind: 'amount', revenue: typed })
    if (amount == null) return setProblem(words.amountMissing)
    if (isBusy) return
    setBusy(true)
    try {
      await call(routes.setYtdRevenue, { body: { amount } })
      renew(engine, summary)
      toast({ message: 'Your year-to-date revenue is set.', color: 'green' })
      onClose()
    } catch (thrown) {
      setProblem(problemOf(thrown))
      setBusy(false)
    }
  }
  return (
    <form className={s.ytd} onSubmit={submit} noValidate>
      <TextInput
        ref={input}
        label="Won this year before you started here"
        description="Adds to your revenue won until the year ends."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection="$"
        leftSectionWidth={28}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => {
          const next = typedAmount(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)
          if (!next) return
          caret.current = next.caret
          setTyped(next.text)
          setProblem(null)
        }}
      />
      {isOffline && <p className={s.rule}>{words.offline} It can be set when you are online again.</p>}
      <div className={s.buttons}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Set revenue
        </Button>
      </div>
    </form>
  )
}
